// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/generation/picture_rows.h"

#include "core/form/shape_picture.h"
#include "ui/figure/canvas.h"
#include "ui/generation/attention_rows.h"
#include "ui/language/plain_text.h"
#include "ui/language/tr.h"
#include "ui/stations/patch_picture.h"
#include "ui/stations/station_blocks.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace gf {

namespace {

constexpr double largeSide = 96;
constexpr double smallSide = 40;

/// The mean of all heads of all layers in one row, for the patches; empty where nothing attends to
/// the source.
std::vector<float> lightOf(const Trace& trace, Index row) {
    const HeatmapData means =
        attentionRows(trace, ScopeKind::CrossAttention, row, {.kind = HeadRows::Kind::Means});
    std::vector<float> light;
    for (Index patch = 0; patch < picturePatches && means.columns >= picturePatches; ++patch) {
        double sum = 0;
        for (Index layer = 0; layer < means.rows; ++layer)
            sum += static_cast<double>(means.at(layer, patch));
        light.push_back(static_cast<float>(sum / static_cast<double>(means.rows)));
    }
    return light;
}

} // namespace

PictureRows::PictureRows(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("What each word was read from"));
    setMouseTracking(true);
}

void PictureRows::setAnswer(std::shared_ptr<const Trace> trace, const QStringList& words,
                            Index first, Index last) {
    m_trace = std::move(trace);
    m_words = words;
    m_first = first;
    m_last = std::min<Index>(last, words.size() - 1);
    m_hasPicture = m_trace && m_last >= 0 && pictureOf(*m_trace) &&
                   !lightOf(*m_trace, m_first + m_last).empty();
    update();
}

QSize PictureRows::minimumSizeHint() const {
    return {static_cast<int>(largeSide + 3 * smallSide), static_cast<int>(1.5 * largeSide)};
}

void PictureRows::paintEvent(QPaintEvent* /*event*/) {
    m_places = {};
    if (!m_hasPicture)
        return;
    const PatchPicture picture = *pictureOf(*m_trace);
    const auto lookOf = [&](Index word) {
        return PictureLook{
            .title = m_words.value(static_cast<int>(word)),
            .weights = lightOf(*m_trace, m_first + word),
            .chosen = word == m_last,
            .placeOf = [word](Index patch) { return StationPlace{.row = word, .column = patch}; }};
    };
    std::vector<PictureLook> soFar;
    for (Index word = 0; word <= m_last; ++word)
        soFar.push_back(lookOf(word));
    PictureLook last = lookOf(m_last);
    last.chosen = false; // it is chosen among the others
    const Block all = row({grows(pictureBlock(picture, std::move(last), largeSide), 4),
                           grows(pictureGrid(picture, std::move(soFar), smallSide), 5)},
                          14);
    QPainter painter(this);
    PainterCanvas canvas(painter, font());
    const StationInput input{.trace = *m_trace,
                             .focus = {},
                             .theme = Theme::of(palette()),
                             .font = font(),
                             .size = QSizeF(size()),
                             .settings = {}};
    Drawing drawing{input, canvas, m_places};
    all.draw(drawing, QRectF(rect()).adjusted(5, 2, -5, -5));
}

void PictureRows::mousePressEvent(QMouseEvent* event) {
    if (const auto place = m_places.at(event->position()))
        emit chosen(static_cast<int>(place->row));
}

bool PictureRows::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto place = m_places.at(help->pos());
    showTip(help->globalPos(), place ? place->tip : QString(), this);
    return true;
}

} // namespace gf
