// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stage/stage_layout.h"
#include "ui/stage/stage_scene.h"

#include <QWidget>

#include <memory>
#include <vector>

class QToolButton;

namespace gf {

class HeatmapView;

/// Draws a scene: one HeatmapView for each matrix, signs between them. Views are kept when the
/// scene changes, so that new numbers never make the stage flicker or move.
class StageCanvas : public QWidget {
    Q_OBJECT
public:
    explicit StageCanvas(QWidget* parent = nullptr);

    /// Replaces what is shown. The data of the panels is set next, by setData.
    void setScene(const StageScene& scene, const Graph* graph);
    const StageScene& scene() const { return m_scene; }

    const std::vector<StagePanel>& panels() const { return m_panels; }
    void setData(std::size_t panel, HeatmapData data);
    void setHighlight(std::size_t panel, const HeatmapHighlight& highlight);
    /// The view of a panel; null for a scalar, which is written as a number.
    HeatmapView* view(std::size_t panel) const { return m_views[panel]; }

    /// The data of a panel, also of a scalar.
    HeatmapData dataOf(std::size_t panel) const;

    /// Puts everything in its place, once all panels have their data: how large they are and how
    /// long their words. Numbers alone move nothing.
    void arrange();
    /// The size that is visible without scrolling; the layout tries to stay within it.
    void setViewport(const QSize& size);
    const QSize& viewport() const { return m_viewport; }

    /// From now on somebody else lays it out, after needsChanged.
    void setInCompany(bool inCompany) { m_inCompany = inCompany; }
    /// Other runs stand beside it: it shows the result alone, and names the rest in lines below.
    void setCompared(bool compared);
    bool isCompared() const { return m_compared; }
    /// After which of the matrices is chosen became another.
    void markNames();
    /// How high these are in such a width.
    int namesHeight(int width) const;
    /// What is to be laid out, in the order in which it is tried.
    const std::vector<LayoutInput>& needs() const { return m_needs; }
    /// Lays it out as if this was to be shown in that room, below which the names have theirs:
    /// things of `needs`, each as large or larger, and maybe more of them, for which room is left.
    void layOutFor(const std::vector<LayoutInput>& needs, const QSize& room);
    /// Whether the stages of attention are all equally large, instead of the one in focus.
    void setEqual(bool equal);
    /// Whether the cells that matter most have room for their numbers, and matrices that are too
    /// large for that are shown in windows.
    void setNumbersShown(bool shown);
    /// The view that the keyboard is in, or that of the result; null where none is drawn.
    HeatmapView* mainView() const;
    /// Whether a matrix is shown larger by the person.
    bool isZoomed() const;
    void endZoom();
    /// Shows one panel alone over the whole stage; noPanel: all again.
    void enlarge(std::size_t panel);
    std::size_t enlarged() const { return m_enlarged; }
    static constexpr std::size_t noPanel = static_cast<std::size_t>(-1);

signals:
    /// In company: what is to be laid out, or the room for it, is another.
    void needsChanged();
    void hovered(std::size_t panel, gf::Index row, gf::Index column);
    void left();
    void pinned(std::size_t panel, gf::Index row, gf::Index column);
    void activated(std::size_t panel);
    /// The name of a panel was clicked.
    void nameClicked(std::size_t panel);
    void menuRequested(std::size_t panel, const QPoint& globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Sign {
        QRectF rect;
        QString text;
    };
    struct Number {
        QRectF rect;
        std::size_t panel = 0;
    };
    struct Caption {
        QRectF rect;
        QString text;
    };

    /// Of a matrix that is only named, or the words before some of them.
    struct Name {
        QToolButton* button = nullptr; ///< null: words
        std::size_t panel = 0;
    };

    /// The panels that stand in each place of a LayoutInput; noPanel for a sign.
    struct Groups {
        std::vector<std::size_t> subject, neighbours, equals, strip;
        friend bool operator==(const Groups&, const Groups&) = default;
    };
    struct Candidate {
        LayoutInput input;
        Groups groups;
        friend bool operator==(const Candidate&, const Candidate&) = default;
    };

    void hideView(HeatmapView* view);
    void addPanels(const std::vector<StageItem>& items, StagePlace place);
    /// What the subject of the stage is made of, and what stands with it.
    enum class Company {
        Product,    ///< operands and result
        Neighbours, ///< the result, with operands and other stages beside it
        Stages,     ///< the result, with the other stages
        Heads       ///< the result, with the other heads
    };
    Candidate candidateOf(Company company) const;
    void ask();
    LayoutInput input(Groups& groups, Company company) const;
    StagePlan plan(const QSizeF& room);
    LayoutItem itemFor(std::size_t panel) const;
    LayoutItem itemForSign(const QString& sign) const;
    HeatmapOptions options() const;
    void layOut();
    void alignWindows();
    void moveWindowsWith(std::size_t panel);
    void foldStrip();
    void makeNames();
    std::vector<QRect> placesOfNames(int width) const;
    void placeNames(int top);
    QString caption() const;
    bool isScalar(const StageItem& item) const;
    void paintSign(QPainter& painter, const Sign& sign) const;
    void paintNumber(QPainter& painter, const Number& number) const;

    StageScene m_scene;
    const Graph* m_graph = nullptr;
    std::vector<StagePanel> m_panels;
    std::vector<HeatmapView*> m_views;  ///< one for each panel, null for scalars
    std::vector<HeatmapView*> m_pool;   ///< all there are; the rest is hidden
    std::vector<HeatmapData> m_scalars; ///< by panel; empty but for scalars
    std::vector<Sign> m_signs;
    std::vector<QString> m_signBefore; ///< by panel: written before its title; mostly empty
    std::vector<Number> m_numbers;
    std::vector<Number> m_folded; ///< heads that are only named
    Caption m_caption;
    std::vector<Candidate> m_candidates; ///< in the order in which they are tried
    std::vector<LayoutInput> m_needs;    ///< of m_candidates
    std::vector<LayoutInput> m_laidOut;  ///< instead of them: as layOutFor says
    QSize m_room;                        ///< for that
    bool m_inCompany = false;
    bool m_compared = false;
    std::vector<Name> m_names;
    std::vector<QToolButton*> m_buttons; ///< all there are
    Groups m_groups;                     ///< of the one that was chosen
    bool m_equal = false;
    bool m_numbersShown = false;
    std::size_t m_enlarged = noPanel;
    QSize m_viewport;
};

} // namespace gf
