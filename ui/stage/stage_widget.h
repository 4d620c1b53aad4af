// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/trace.h"
#include "core/measure/health.h"
#include "ui/figure/colour_scales.h"
#include "ui/focus/focus.h"
#include "ui/focus/stage_settings.h"
#include "ui/messages/intents.h"
#include "ui/stage/stage_canvas.h"
#include "ui/stations/station_bar.h"
#include "ui/steps/steps.h"

#include <QStringList>
#include <QWidget>

#include <memory>
#include <optional>
#include <tuple>
#include <utility>

class QAction;
class QScrollArea;
class QSpacerItem;
class QStackedWidget;

namespace gf {

class StageCompany;
class StageHeader;
class StationView;
struct LabPage;
struct Station;
struct StationPlace;

/// The middle of the window: the focused step as operands → operator → result, the stages of
/// attention side by side, and all heads in a strip; or the same step as a station draws it. A
/// function of (Trace, Focus); it keeps no selection of its own.
class StageWidget : public QWidget {
    Q_OBJECT
public:
    /// Follows `focus`, which must outlive the widget.
    explicit StageWidget(FocusModel* focus, QWidget* parent = nullptr);

    /// How it draws. Of a window with two stages, `share` gives the second the settings of the
    /// first, which must outlive it.
    StageSettingsModel* settings() const { return m_settings; }
    void share(StageSettingsModel* settings);

    /// Shows another run of the model. When only the numbers differ, nothing moves. `steps` are
    /// those of its graph where they are known already. `isBefore`: it is without the changes that
    /// the person holds the model to.
    void setTrace(std::shared_ptr<const Trace> trace, const Steps& steps = {},
                  bool isBefore = false);
    const std::shared_ptr<const Trace>& trace() const { return m_trace; }

    /// Stands beside `first`, which must outlive this, as others may: for a step that its own model
    /// lacks it shows what stands for it there, and what both show stands at the same place, in
    /// cells of the same size, on one scale of colours.
    void setBeside(StageWidget* first);

    /// Others are shown beside it, or are not any more (StageCompany).
    void setCompared(bool compared);

    /// What stands above the drawing takes so much, and is given as much as beside it.
    int headerHeight() const;
    void setHeaderRoom(int height);

    /// The node that is shown, noNode for none, and the steps of its model.
    NodeId shownNode() const { return m_node; }
    /// The lab in its place; null where there is none.
    const LabPage* shownLab() const { return m_lab; }
    const Steps& steps() const { return m_steps; }
    /// Whether who reads whom stands here in the place of weights, which the model lacks.
    bool showsReaders() const;

    /// What the engine says of the trace's example: the tokens that the model writes by itself, and
    /// the gradients of its losses, row by row (StationNews).
    void setAnswer(const QStringList& tokens);
    /// `others`: those of the models on the other stages.
    void setRowGradients(std::shared_ptr<const Tensor> norms,
                         std::vector<std::shared_ptr<const Tensor>> others = {});
    /// The run of the example with two tokens at each other's place, and the one without; null
    /// where there is none.
    void setExchanged(const TokenExchange& exchange, std::shared_ptr<const Trace> run,
                      std::shared_ptr<const Trace> of);
    /// How far what the open lab asked for has come.
    void setLab(const LabNews& news);

    /// How far the run has come; where it has learnt nothing to speak of, the header says so.
    void setHealth(const Health& health);

    /// While locked, the colours of every matrix keep the range that they have now; it grows where
    /// a number would lie outside.
    void setRangesLocked(bool locked);

    /// Whether stations about one head have a button that mutes it; muteWanted tells of it.
    void offerMuting(bool offered);

    /// Puts a button for a switch of the matrices beside the title.
    void addSwitch(QAction* action);

    /// Title and facts above the matrices; present mode has words of its own there.
    void setHeaderShown(bool shown);
    bool isPresented() const;

    /// Shows the drawing, or the matrix that the keyboard is in, larger or smaller.
    void zoom(double factor);

    /// Moves the cell in focus on the drawing that is shown.
    void moveCell(Index rows, Index columns);

    /// Ends a zoom, or showing one matrix over the whole stage; false when there is neither.
    bool leaveEnlarged();

    /// For tests and for exports of what is on the screen.
    const StageCanvas& canvas() const { return *m_canvas; }
    /// The drawing of the station that is shown; nullptr while the matrices are.
    const StationView* stationView() const;

signals:
    /// Another step, or that of another model.
    void shownStepChanged();
    /// Matrices are shown, or a drawing or nothing in their place.
    void matricesShown(bool shown);
    /// The head of an attention step is to be muted, or heard again.
    void muteWanted(const QString& step, int head, bool mute);
    /// A drawing shows row gradients, or does not any more.
    void rowGradientsWanted(bool wanted);
    /// A drawing shows the example with these tokens exchanged, or does not any more.
    void exchangeWanted(const std::optional<gf::TokenExchange>& exchange);
    /// The lab that is shown wants this measured, with each picture from now on; nothing: no more.
    void labWanted(const gf::intent::MeasureLab& wanted);
    /// The person starts what takes long, or gives it up.
    void labStarted(const gf::intent::StartLab& wanted);
    void labStopped();
    /// What was dragged on a drawing wants these numbers in the example's source.
    void valuesWanted(const QVector<float>& numbers);
    /// A menu for a matrix is wanted (right click): its step and head, and where on the screen.
    void menuRequested(const QString& step, int head, bool gradient, const QPoint& globalPosition);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh(const Focus& focus);
    NodeId nodeHere(const Focus& focus) const;
    NodeId nodeOfLab(const Focus& focus) const;
    bool isEmpty() const { return m_node == noNode && !m_lab; }
    void notifyStep();
    QString stepInWindow(const QString& step) const;
    void connectCanvas();
    void connectStation();
    void showStation(const Focus& focus);
    void scrollToStep();
    void showLab(const Focus& focus);
    std::vector<BarButton> buttons() const;
    void press(const QString& button);
    void want(bool rows, const std::optional<TokenExchange>& exchange,
              const std::optional<LabRequest>& request);
    MuteOffer muteOffer() const;
    void menuHere(const StationPlace& place, const QPoint& globalPosition);
    void showHeader(NodeId id, const Focus& focus);
    QString titleOfStep(const Node& node) const;
    QStringList facts() const;
    void writeFacts();
    void explainMasks(const std::vector<Hidden>& masks);
    void showNumbers(const Focus& focus);
    void showHighlights(const Focus& focus);
    HeatmapData dataFor(const StagePanel& panel) const;
    QString colourKey(const StagePanel& panel, const HeatmapData& data) const;
    void shareScales(ColourScales* scales);
    ColourScales::Range coloursOf(const QString& key) const;
    void recolour();
    StageCompany* company();
    void goTo(const StagePanel& panel);
    void pin(const StagePanel& panel, const CellPlace& place);
    void enlarge(std::size_t panel);
    void applySettings();
    void applyEnlarged();
    void fitCanvas();

    FocusModel* m_focus;
    StageSettingsModel* m_settings = nullptr;
    std::shared_ptr<const Trace> m_trace;
    std::shared_ptr<const Graph> m_graph; ///< of the scene on the canvas
    Steps m_steps;
    StageWidget* m_beside = nullptr;   ///< the first of those that stand beside each other
    StageCompany* m_company = nullptr; ///< of the first: null while it is alone
    ColourScales* m_scales = nullptr;  ///< of the first for all
    QStringList m_colourKeys;          ///< of the panels, in m_scales
    Focus m_shown;                     ///< what the canvas shows
    NodeId m_node = noNode;            ///< the node on the canvas, noNode for none
    Matrix m_clicked;                  ///< the first click of two
    bool m_locked = false;
    const LabPage* m_lab = nullptr; ///< in the place of the step
    std::tuple<const Graph*, NodeId, const LabPage*> m_told{nullptr, noNode,
                                                            nullptr}; ///< by shownStepChanged
    Health m_health;
    std::optional<QStringList> m_factsShown; ///< in the header; nothing: those of another step
    bool m_mutingOffered = false;
    bool m_showsMatrices = true; ///< as matricesShown said it last
    StageHeader* m_header = nullptr;
    QSpacerItem* m_level = nullptr; ///< below it: drawings beside each other stand level
    QScrollArea* m_scroll = nullptr;
    StageCanvas* m_canvas = nullptr;
    const Station* m_stationShown = nullptr; ///< nullptr: the matrices
    StationBar* m_bar = nullptr;
    QStackedWidget* m_pages = nullptr; ///< matrices, station
    StationView* m_station = nullptr;
    StationNews m_news; ///< of the trace's example
    bool m_wantsRows = false;
    std::optional<TokenExchange> m_wantsExchange;
    bool m_isBefore = false; ///< the trace is without a person's changes
    intent::MeasureLab m_wantsLab;
};

} // namespace gf
