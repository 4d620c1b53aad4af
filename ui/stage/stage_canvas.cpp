// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stage/stage_canvas.h"

#include "ui/figure/heatmap_view.h"
#include "ui/figure/matrix_window.h"
#include "ui/figure/number_format.h"
#include "ui/steps/steps.h"
#include "ui/theme/theme.h"
#include "ui/theme/type_scale.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace gf {

namespace {

/// Around all matrices; beside others, which have margins of their own, each pixel counts.
double marginOf(bool compared) {
    return compared ? 0 : 3 * gridUnit;
}

constexpr int nameMargin = 20; ///< left and right of names, as of the header
constexpr int nameGap = 4;
constexpr int nameIndent = 8; ///< of the words before some names

QFont signFont(QFont font, bool word) {
    font.setPointSizeF(font.pointSizeF() * (word ? type::text : 1.9));
    return font;
}

/// A sign of one character is drawn large, a word small over an arrow.
bool isWord(const QString& sign) {
    return sign.size() > 1;
}

/// Whether the rows or columns of a node's matrix, as it is stored, are tokens.
bool countsTokens(const Node& node, bool columns) {
    const int dimension = node.shape.rank() - (columns ? 1 : 2);
    if (dimension < 0)
        return false;
    const Axis axis = node.axes[dimension];
    return axis == Axis::Source || axis == Axis::Target;
}

} // namespace

StageCanvas::StageCanvas(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
}

void StageCanvas::setScene(const StageScene& scene, const Graph* graph) {
    setUpdatesEnabled(false);
    const std::vector<StagePanel> before = m_panels;
    const bool sameGraph = graph == m_graph;
    m_scene = scene;
    m_graph = graph;
    m_panels.clear();
    addPanels(scene.composition, StagePlace::Operation);
    addPanels(scene.panels, StagePlace::Panels);
    addPanels(scene.strip, StagePlace::Strip);
    addPanels(scene.grid, StagePlace::Grid);
    addPanels(scene.related, StagePlace::Related);
    // Another head of the same step is looked at where the last one was.
    const bool sameSteps =
        sameGraph && std::equal(before.begin(), before.end(), m_panels.begin(), m_panels.end(),
                                [](const StagePanel& a, const StagePanel& b) {
                                    return a.place == b.place &&
                                           a.item.matrix.node == b.item.matrix.node;
                                });
    m_views.assign(m_panels.size(), nullptr);
    m_scalars.assign(m_panels.size(), {});
    m_signBefore.assign(m_panels.size(), {});
    std::size_t used = 0;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (isScalar(m_panels[i].item))
            continue;
        if (used == m_pool.size())
            m_pool.push_back(new HeatmapView(this));
        HeatmapView* view = m_pool[used++];
        view->setFont(font()); // with a style sheet it does not come by itself
        view->disconnect(this);
        connect(view, &HeatmapView::hovered, this,
                [this, i](Index row, Index column) { emit hovered(i, row, column); });
        connect(view, &HeatmapView::left, this, &StageCanvas::left);
        connect(view, &HeatmapView::pinned, this,
                [this, i](Index row, Index column) { emit pinned(i, row, column); });
        connect(view, &HeatmapView::activated, this, [this, i] { emit activated(i); });
        connect(view, &HeatmapView::menuRequested, this,
                [this, i](const QPoint& at) { emit menuRequested(i, at); });
        const StagePlace place = m_panels[i].place;
        const bool small = place == StagePlace::Strip || place == StagePlace::Related;
        view->setParts(small ? smallHeatmapParts : allHeatmapParts);
        view->setCell({});
        if (!sameSteps) {
            view->endZoom();
            view->setNumbersShown(false);
        }
        view->setHighlight({});
        view->setChosen(false);
        m_views[i] = view;
        connect(view, &HeatmapView::windowMoved, this, [this, i] { moveWindowsWith(i); });
    }
    for (std::size_t i = used; i < m_pool.size(); ++i) {
        // It stands for no panel any more.
        m_pool[i]->disconnect(this);
        hideView(m_pool[i]);
    }
    m_candidates.clear();
    m_needs.clear();
    m_groups = {};
    m_enlarged = noPanel;
    makeNames();
    if (m_panels.empty())
        arrange();
    setUpdatesEnabled(true);
    update();
}

/// The keyboard stays on the stage: Qt would give it to the first field of the window.
void StageCanvas::hideView(HeatmapView* view) {
    if (view->hasFocus())
        setFocus();
    view->hide();
}

void StageCanvas::addPanels(const std::vector<StageItem>& items, StagePlace place) {
    for (const StageItem& item : items)
        if (item.kind == StageItem::Kind::Matrix)
            m_panels.push_back({place, item});
}

bool StageCanvas::isScalar(const StageItem& item) const {
    return m_graph && (*m_graph)[item.matrix.node].shape.rank() == 0;
}

void StageCanvas::setData(std::size_t panel, HeatmapData numbers) {
    if (HeatmapView* view = m_views[panel]) {
        if (!m_signBefore[panel].isEmpty())
            numbers.lead = m_signBefore[panel];
        view->setData(std::move(numbers));
    } else {
        m_scalars[panel] = std::move(numbers);
        update();
    }
}

HeatmapData StageCanvas::dataOf(std::size_t panel) const {
    return m_views[panel] ? m_views[panel]->data() : m_scalars[panel];
}

void StageCanvas::setHighlight(std::size_t panel, const HeatmapHighlight& highlight) {
    if (HeatmapView* view = m_views[panel])
        view->setHighlight(highlight);
}

void StageCanvas::setViewport(const QSize& size) {
    if (size == m_viewport)
        return;
    m_viewport = size;
    ask();
}

void StageCanvas::setEqual(bool equal) {
    m_equal = equal;
    arrange();
}

void StageCanvas::setNumbersShown(bool shown) {
    m_numbersShown = shown;
    arrange();
}

HeatmapView* StageCanvas::mainView() const {
    HeatmapView* main = nullptr;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        HeatmapView* view = m_views[i];
        if (!view || !view->isVisible())
            continue;
        if (view->hasFocus())
            return view;
        if (!main || i == m_enlarged || m_panels[i].item.result)
            main = view;
    }
    return main;
}

bool StageCanvas::isZoomed() const {
    return std::ranges::any_of(m_views, [](const HeatmapView* view) {
        return view && view->isVisible() && view->isZoomed();
    });
}

void StageCanvas::endZoom() {
    for (HeatmapView* view : m_views)
        if (view)
            view->endZoom();
}

void StageCanvas::enlarge(std::size_t panel) {
    m_enlarged = panel;
    arrange();
}

HeatmapOptions StageCanvas::options() const {
    return HeatmapView::optionsFor(font(), m_compared ? allHeatmapParts | HeatmapPart::ShortPairs
                                                      : allHeatmapParts);
}

LayoutItem StageCanvas::itemFor(std::size_t panel) const {
    const StageItem& shown = m_panels[panel].item;
    LayoutItem item;
    const HeatmapOptions all = options();
    if (!m_views[panel]) {
        item.least = QSizeF(9, 6) * all.fontSize;
        return item;
    }
    const HeatmapData& numbers = m_views[panel]->data();
    item.form = formOf(numbers, all);
    const auto scale = [](Tie tie) {
        return tie == Tie::Row      ? StageScale::Row
               : tie == Tie::Column ? StageScale::Column
                                    : StageScale::Shared;
    };
    item.rows = scale(shown.rows);
    item.columns = scale(shown.columns);
    const auto counts = [&](Tie tie, bool columns) {
        return tie == Tie::Nothing &&
               countsTokens((*m_graph)[shown.matrix.node], columns != shown.matrix.transposed);
    };
    item.countsTokens = counts(shown.rows, false) || counts(shown.columns, true);
    // Within a product the shared scale decides, not that a weight has as many rows as columns.
    if (numbers.rowLabels.isEmpty() || numbers.columnLabels.isEmpty())
        item.form.square = false;
    item.beneath = shown.beneath;
    item.result = shown.result;
    // A matrix that is narrower than its name would not tell what it is.
    const double name =
        all.measure(shown.lead + numbers.title, all.fontSize * type::section) * 1.12 + 24;
    item.least = {std::min(name, 13 * all.fontSize), 6 * all.fontSize};
    item.name = std::min(all.measure(numbers.title, all.fontSize * type::section) * 1.12 + 14,
                         11 * all.fontSize);
    return item;
}

LayoutItem StageCanvas::itemForSign(const QString& sign) const {
    const bool word = isWord(sign);
    const QFontMetricsF metrics(signFont(font(), word));
    LayoutItem item;
    item.sign = true;
    item.least = {std::max(word ? 40.0 : 18.0, metrics.horizontalAdvance(sign) + 8),
                  metrics.height() * 2};
    return item;
}

StageCanvas::Candidate StageCanvas::candidateOf(Company company) const {
    Candidate candidate;
    candidate.input = input(candidate.groups, company);
    if (!m_numbersShown)
        return candidate;
    for (const auto* panels : {&candidate.groups.subject, &candidate.groups.equals})
        for (const std::size_t panel : *panels)
            if (const HeatmapView* view = panel == noPanel ? nullptr : m_views[panel])
                candidate.input.leastCell = std::max(
                    candidate.input.leastCell, numberCell(view->data().scale, options().fontSize));
    return candidate;
}

/// Which panels make up the subject, and which stand beside it. The stages of attention that are
/// not in focus are neighbours of the one that is; where that is a product too, so are its
/// operands.
LayoutInput StageCanvas::input(Groups& groups, Company company) const {
    const bool stages = !m_scene.panels.empty();
    LayoutInput input;
    const bool product =
        m_graph && isProduct(*m_graph, m_scene.composition) && !(stages && m_equal);
    const bool whole = company == Company::Product && (product || !stages);
    input.isProduct = whole && product;
    const auto add = [&](std::vector<LayoutItem>& items, std::vector<std::size_t>& panels,
                         std::size_t panel) {
        items.push_back(itemFor(panel));
        items.back().beneath = false;
        panels.push_back(panel);
    };
    if (m_enlarged != noPanel) {
        input.isProduct = false;
        add(input.subject, groups.subject, m_enlarged);
        return input;
    }
    std::size_t panel = 0;
    for (const StageItem& item : m_scene.composition) {
        const bool sign = item.kind == StageItem::Kind::Sign;
        if (whole) {
            input.subject.push_back(sign ? itemForSign(item.sign) : itemFor(panel));
            groups.subject.push_back(sign ? noPanel : panel);
        } else if (!sign && (item.result || company != Company::Stages)) {
            item.result ? add(input.subject, groups.subject, panel)
                        : add(input.neighbours, groups.neighbours, panel);
        }
        panel += sign ? 0 : 1;
    }
    for (; panel < m_panels.size(); ++panel) {
        const StagePanel& one = m_panels[panel];
        const bool small = one.place == StagePlace::Strip || one.place == StagePlace::Related;
        if (small)
            add(input.strip, groups.strip, panel);
        else if (one.place == StagePlace::Grid)
            add(input.equals, groups.equals, panel);
        else if (one.item.result)
            add(input.subject, groups.subject, panel);
        else
            add(input.neighbours, groups.neighbours, panel);
    }
    input.stripFolds = !m_scene.strip.empty();
    if (company == Company::Heads && !input.subject.empty()) {
        input.neighbours.clear();
        groups.neighbours.clear();
    }
    if (m_compared) {
        input.strip.clear();
        groups.strip.clear();
    } else if (m_equal && !m_scene.panels.empty()) {
        // The stages alone, in the order in which they are computed.
        for (const auto* list : {&groups.subject, &groups.neighbours})
            std::ranges::copy_if(*list, std::back_inserter(groups.equals), [this](std::size_t p) {
                return m_panels[p].place == StagePlace::Panels || m_panels[p].item.result;
            });
        std::ranges::sort(groups.equals, {},
                          [this](std::size_t p) { return m_panels[p].item.matrix.node; });
        for (const std::size_t p : groups.equals)
            input.equals.push_back(itemFor(p));
        input.subject.clear();
        input.neighbours.clear();
        groups.subject.clear();
        groups.neighbours.clear();
    }
    return input;
}

void StageCanvas::arrange() {
    std::vector<Candidate> now{candidateOf(m_compared ? Company::Heads : Company::Product)};
    if (m_numbersShown && !m_compared)
        for (const Company company : {Company::Neighbours, Company::Heads})
            now.push_back(candidateOf(company));
    else if (!m_compared && !m_scene.panels.empty() && !m_scene.composition.empty())
        now.push_back(candidateOf(Company::Stages));
    if (now == m_candidates)
        return;
    m_candidates = std::move(now);
    m_needs.clear();
    for (const Candidate& candidate : m_candidates)
        m_needs.push_back(candidate.input);
    m_laidOut.clear();
    ask();
}

/// To be laid out as it needs it, or as those beside it do.
void StageCanvas::ask() {
    if (m_inCompany)
        emit needsChanged();
    else
        layOutFor(m_needs, m_viewport);
}

void StageCanvas::layOutFor(const std::vector<LayoutInput>& needs, const QSize& room) {
    if (needs == m_laidOut && room == m_room)
        return;
    m_laidOut = needs;
    m_room = room;
    layOut();
}

/// Where windows would show next to nothing, or the stage would scroll, what stands beside goes.
StagePlan StageCanvas::plan(const QSizeF& room) {
    constexpr Index worthIt = 6; ///< rows and columns of each
    StagePlan plan;
    for (std::size_t i = 0; !m_candidates.empty() && i < m_laidOut.size(); ++i) {
        const LayoutInput& input = m_laidOut[i];
        if (input.subject.empty() && input.equals.empty() && i > 0)
            continue;
        plan = layOutStage(input, room, options());
        m_groups = m_candidates[std::min(i, m_candidates.size() - 1)].groups;
        if ((plan.window == 0 || plan.window >= worthIt) && plan.height <= room.height())
            break;
    }
    return plan;
}

void StageCanvas::layOut() {
    m_signs.clear();
    m_numbers.clear();
    m_caption = {};
    m_folded.clear();
    const double margin = marginOf(m_compared);
    const QSizeF room(std::max(m_room.width(), 200) - 2 * margin,
                      std::max(m_room.height(), 160) - 2 * margin);
    const StagePlan plan = this->plan(room);
    std::vector<bool> placed(m_panels.size(), false);
    const auto place = [&](const std::vector<StageSlot>& positions,
                           const std::vector<std::size_t>& panels, bool numbers) {
        // Those beside it may have more, for which room is left.
        for (std::size_t i = 0; i < std::min(positions.size(), panels.size()); ++i) {
            const StageSlot& slot = positions[i];
            const QRectF rect = slot.rect.translated(margin, margin);
            const std::size_t panel = panels[i];
            if (panel == noPanel) {
                if (!rect.isEmpty())
                    m_signs.push_back({rect, m_scene.composition[i].sign});
                continue;
            }
            placed[panel] = true;
            if (HeatmapView* view = m_views[panel]) {
                // A sign that has no place of its own stands before the name of what follows it.
                const bool led =
                    i > 0 && panels[i - 1] == noPanel && positions[i - 1].rect.isEmpty();
                m_signBefore[panel] = led ? m_scene.composition[i - 1].sign : QString();
                view->setLead(led ? m_signBefore[panel] : m_panels[panel].item.lead);
                const QRect pixels = rect.toAlignedRect(); // never less than its cells need
                view->setParts(slot.parts);
                view->setCell(slot.cell,
                              slot.origin ? std::optional(*slot.origin + QPointF(margin, margin) -
                                                          pixels.topLeft())
                                          : std::nullopt,
                              slot.bar);
                view->setNumbersShown(numbers);
                view->setGeometry(pixels);
            } else {
                m_numbers.push_back({rect, panel});
            }
        }
    };
    place(plan.subject, m_groups.subject, m_numbersShown);
    place(plan.neighbours, m_groups.neighbours, false);
    place(plan.equals, m_groups.equals, m_numbersShown);
    place(plan.strip, m_groups.strip, false);
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        if (m_views[i] && placed[i])
            m_views[i]->show();
        else if (m_views[i])
            hideView(m_views[i]);
    if (m_numbersShown)
        alignWindows();
    if (!m_groups.strip.empty())
        m_caption = {plan.caption.translated(margin, margin), caption()};
    if (plan.folded)
        foldStrip();
    const int height = static_cast<int>(std::ceil(plan.height + 2 * margin));
    placeNames(height);
    setMinimumHeight(m_panels.empty() ? 0 : height + namesHeight(m_room.width()));
    update();
}

/// Windows on the same rows or columns show as many of them, and begin with the same: what stands
/// in line belongs together.
void StageCanvas::alignWindows() {
    std::map<std::pair<Tie, Index>, Index> most;
    const auto note = [&](Tie tie, Index count, double shown) {
        if (tie == Tie::Nothing)
            return;
        const Index cells = std::llround(shown);
        Index& known = most.try_emplace({tie, count}, cells).first->second;
        known = std::min(known, cells);
    };
    std::size_t leading = noPanel;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (!m_views[i])
            continue;
        const StageItem& item = m_panels[i].item;
        m_views[i]->setMostShown(0, 0);
        const HeatmapLayout layout = m_views[i]->heatmapLayout();
        if (!m_views[i]->isVisibleTo(this) || !layout.isWindow || m_views[i]->isZoomed())
            continue;
        note(item.rows, layout.rows, layout.shownRows());
        note(item.columns, layout.columns, layout.shownColumns());
        if (leading == noPanel || item.result)
            leading = i;
    }
    if (leading == noPanel)
        return;
    const auto limit = [&](Tie tie, Index count) {
        const auto known = most.find({tie, count});
        return known == most.end() ? 0 : known->second;
    };
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        if (HeatmapView* view = m_views[i])
            view->setMostShown(limit(m_panels[i].item.rows, view->data().rows),
                               limit(m_panels[i].item.columns, view->data().columns));
    moveWindowsWith(leading);
}

void StageCanvas::moveWindowsWith(std::size_t panel) {
    const HeatmapLayout layout = m_views[panel]->heatmapLayout();
    if (!layout.isWindow)
        return;
    const CellPlace first = tiedPlace(
        m_panels[panel].item, {std::llround(layout.firstRow), std::llround(layout.firstColumn)});
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        if (HeatmapView* view = i == panel ? nullptr : m_views[i]) {
            const HeatmapHighlight tied = tiedHighlight(m_panels[i].item, first);
            view->setWindowStart({tied.row, tied.column});
        }
}

/// The heads as one line of numbers behind their caption.
void StageCanvas::foldStrip() {
    const QFontMetricsF metrics(font());
    QRectF rest = m_caption.rect.adjusted(8, 2, 0, -2);
    rest.setLeft(rest.left() + metrics.horizontalAdvance(m_caption.text) + 12);
    for (std::size_t i = 0; i < m_groups.strip.size(); ++i) {
        const auto heads = static_cast<double>(m_groups.strip.size() - i);
        const double step = std::min(metrics.horizontalAdvance(QString::number(i + 1)) + 22,
                                     rest.width() / heads); // the last can be reached too
        m_folded.push_back({QRectF(rest.left(), rest.top(), std::max(step - 4, 1.0), rest.height()),
                            m_groups.strip[i]});
        rest.setLeft(rest.left() + step);
    }
}

QString StageCanvas::caption() const {
    return m_scene.strip.empty() ? m_scene.relatedTitle : m_scene.stripTitle;
}

void StageCanvas::setCompared(bool compared) {
    m_compared = compared;
    makeNames();
    m_candidates.clear();
    arrange();
}

/// A button for each matrix of the step, in the order of the operations, and for each head.
void StageCanvas::makeNames() {
    std::vector<std::size_t> steps;
    std::vector<std::size_t> strip;
    for (std::size_t i = 0; m_compared && i < m_panels.size(); ++i) {
        const StagePlace place = m_panels[i].place;
        if (place == StagePlace::Operation || place == StagePlace::Panels)
            steps.push_back(i);
        else if (place != StagePlace::Grid)
            strip.push_back(i);
    }
    const auto nodeOf = [this](std::size_t i) { return m_panels[i].item.matrix.node; };
    std::ranges::stable_sort(steps, {}, nodeOf);
    const auto again = std::ranges::unique(steps, {}, nodeOf); // of each head, or twice an operand
    steps.erase(again.begin(), again.end());
    const auto titleOf = [&](std::size_t i) {
        return shortTitleOf(*m_graph, (*m_graph)[nodeOf(i)]);
    };
    // An alignment's rows, from each time step, have its name.
    std::erase_if(steps, [&](std::size_t i) {
        return !m_panels[i].item.result && std::ranges::any_of(steps, [&](std::size_t other) {
            return m_panels[other].item.result && titleOf(other) == titleOf(i);
        });
    });
    if (steps.size() == 1)
        steps.clear();
    m_names.clear();
    std::size_t used = 0;
    const auto add = [&](std::size_t panel, const QString& text, const QString& said) {
        if (used == m_buttons.size()) {
            m_buttons.push_back(new QToolButton(this));
            m_buttons.back()->setProperty("alone", true);
            m_buttons.back()->setCheckable(true);
            m_buttons.back()->setFocusPolicy(Qt::StrongFocus);
        }
        QToolButton* button = m_buttons[used++];
        button->disconnect(this);
        connect(button, &QToolButton::clicked, this, [this, panel] {
            emit nameClicked(panel);
            markNames(); // the focus decides, not the click
        });
        button->setFont(font());
        button->setText(text);
        button->setAccessibleName(said);
        m_names.push_back({button, panel});
    };
    for (const std::size_t i : steps)
        add(i, titleOf(i), titleOf(i));
    if (!strip.empty())
        m_names.push_back({});
    for (const std::size_t i : strip) {
        const int head = m_panels[i].item.matrix.head;
        const bool isHead = m_panels[i].place == StagePlace::Strip;
        const QString title = isHead ? headTitle(head) : titleOf(i);
        add(i, isHead ? QString::number(head + 1) : title, title);
    }
    for (; used < m_buttons.size(); ++used) {
        if (m_buttons[used]->hasFocus())
            setFocus();
        m_buttons[used]->hide();
    }
}

/// In lines from the left; heads stay with the words before them where a line holds all.
std::vector<QRect> StageCanvas::placesOfNames(int width) const {
    const auto sizeOf = [this](const Name& name) {
        const int words = QFontMetrics(font()).horizontalAdvance(caption());
        return name.button ? name.button->sizeHint()
                           : QSize(words + 2 * nameIndent, m_buttons.front()->sizeHint().height());
    };
    std::vector<QRect> places;
    QPoint at(nameMargin, 0);
    for (auto name = m_names.begin(); name != m_names.end(); ++name) {
        const QSize size = sizeOf(*name);
        int wanted = size.width();
        for (auto next = name + 1; !name->button && next != m_names.end(); ++next)
            wanted += nameGap + sizeOf(*next).width();
        if (at.x() > nameMargin && at.x() + wanted > width - nameMargin)
            at = {nameMargin, places.back().bottom() + 1 + nameGap};
        places.emplace_back(at, size);
        at.rx() += size.width() + nameGap;
    }
    return places;
}

int StageCanvas::namesHeight(int width) const {
    return m_names.empty() ? 0 : placesOfNames(width).back().bottom() + 1 + nameGap;
}

void StageCanvas::placeNames(int top) {
    const std::vector<QRect> places = placesOfNames(m_room.width());
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        const auto& [button, panel] = m_names[i];
        const QRect place = places[i].translated(0, top);
        if (!button) {
            m_caption = {QRectF(place), caption()};
            continue;
        }
        button->setGeometry(place);
        button->show();
    }
    markNames();
}

void StageCanvas::markNames() {
    for (const auto& [button, panel] : m_names)
        if (button)
            button->setChecked(m_panels[panel].place == StagePlace::Strip
                                   ? m_views[panel] && m_views[panel]->isChosen()
                                   : m_panels[panel].item.result);
}

void StageCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = Theme::of(palette());
    if (!m_scene.message.isEmpty()) {
        const double margin = marginOf(m_compared);
        painter.setPen(theme.mutedText);
        painter.setFont(signFont(font(), true));
        const QRectF area(margin * 2, margin, width() - 4 * margin,
                          std::max(height() - 2 * margin, 60.0));
        painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, m_scene.message);
    }
    for (const Sign& sign : m_signs)
        paintSign(painter, sign);
    for (const Number& number : m_numbers)
        paintNumber(painter, number);
    painter.setFont(font());
    painter.setPen(theme.mutedText);
    const QRectF caption = m_caption.rect.adjusted(nameIndent, 0, 0, 0);
    painter.drawText(
        caption, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetricsF(font()).elidedText(m_caption.text, Qt::ElideRight, caption.width()));
    for (const Number& head : m_folded) {
        const bool chosen = m_views[head.panel] && m_views[head.panel]->isChosen();
        painter.setPen(chosen ? theme.selection : theme.border);
        painter.setBrush(chosen ? theme.selection : theme.raised);
        painter.drawRoundedRect(head.rect.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
        painter.setPen(chosen ? theme.selectionText : theme.text);
        painter.drawText(head.rect, Qt::AlignCenter,
                         QString::number(m_panels[head.panel].item.matrix.head + 1));
    }
}

void StageCanvas::paintSign(QPainter& painter, const Sign& sign) const {
    const Theme theme = Theme::of(palette());
    const bool word = isWord(sign.text);
    painter.setFont(signFont(font(), word));
    painter.setPen(theme.text);
    const QPointF middle = sign.rect.center();
    const QFontMetricsF metrics(painter.font());
    if (!word) {
        painter.drawText(QRectF(sign.rect.left(), middle.y() - metrics.height(), sign.rect.width(),
                                2 * metrics.height()),
                         Qt::AlignCenter, sign.text);
        return;
    }
    painter.drawText(QRectF(sign.rect.left() - 4, middle.y() - metrics.height() - 5,
                            sign.rect.width() + 8, metrics.height()),
                     Qt::AlignCenter, sign.text);
    const double half = std::min(sign.rect.width() / 2, 22.0);
    const QPointF tip(middle.x() + half, middle.y() + 4);
    painter.setPen(QPen(theme.mutedText, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawLine(QPointF(middle.x() - half, tip.y()), tip);
    painter.drawPolyline(QPolygonF({tip + QPointF(-5, -4), tip, tip + QPointF(-5, 4)}));
}

void StageCanvas::paintNumber(QPainter& painter, const Number& number) const {
    const Theme theme = Theme::of(palette());
    const HeatmapData& shown = m_scalars[number.panel];
    QFont large = numberFont(font());
    large.setPointSizeF(font().pointSizeF() * 2.2);
    const QString text = shown.values.empty() ? tr("not computed") : numberText(shown.values[0], 4);
    const double widest = number.rect.width() - 8;
    while (large.pointSizeF() > font().pointSizeF() &&
           QFontMetricsF(large).horizontalAdvance(text) > widest)
        large.setPointSizeF(large.pointSizeF() - 1);
    painter.setFont(font());
    painter.setPen(theme.mutedText);
    const QPointF middle = number.rect.center();
    const double lineHeight = QFontMetricsF(font()).height();
    const double largeHeight = QFontMetricsF(large).height();
    painter.drawText(QRectF(number.rect.left(), middle.y() - largeHeight / 2 - lineHeight * 2.4,
                            number.rect.width(), lineHeight * 2.4),
                     Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, shown.title);
    painter.setFont(large);
    painter.setPen(theme.text);
    painter.drawText(
        QRectF(number.rect.left(), middle.y() - largeHeight / 2, number.rect.width(), largeHeight),
        Qt::AlignCenter, text);
}

/// A click on a number goes to its step, one on a folded head chooses it.
void StageCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    for (const auto* targets : {&m_numbers, &m_folded})
        for (const Number& number : *targets)
            if (number.rect.contains(event->position())) {
                emit activated(number.panel);
                return;
            }
    QWidget::mousePressEvent(event);
}

void StageCanvas::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        makeNames();
        m_candidates.clear();
        arrange();
    }
    QWidget::changeEvent(event);
}

} // namespace gf
