// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/gradient_chart.h"
#include "ui/controls/feature.h"
#include "ui/figure/exportable.h"
#include "ui/focus/focus.h"

#include <QVector>

class QBoxLayout;
class QLabel;
class QVBoxLayout;

namespace gf {

class CompareControl;
class FocusModel;
class GenerationControl;
class TimeControl;
class TrainControl;

/// The gradient norm of each layer in the training example of a trace; empty where it has none.
QVector<ComparisonGradient> gradientsOf(const Trace& trace);

/// What stands in the place of the stages, as large as they: the charts of the run as it trains, or
/// how the model writes. It goes when another step, lab or drawing is gone to.
class StageViews : public Feature {
    Q_OBJECT
public:
    enum class View { Steps, Charts, Generation };
    /// The parts of the window that it shows. All must outlive it.
    struct Parts {
        CompareControl* compare; ///< the stages
        TrainControl* train;
        TimeControl* time;
        GenerationControl* generation;
    };

    StageViews(FocusModel* focus, const Parts& parts, QWidget* parent);

    /// The centre of the window.
    QWidget* widget() const;
    View view() const { return m_view; }
    void show(View view);
    /// Back to the stages; false where they are shown.
    bool leave();
    /// What is shown in the place of a step, in words; empty: a step.
    QString title() const;
    /// A room has no use for what is there to be set.
    void setPresented(bool presented);
    /// What is shown in the place of a step, of a run that is called so: the first is what one
    /// looks at.
    QVector<Exportable> exportables(const QString& run) const;

    bool perform(Command command, bool checked) override;
    void showNews(const News& news) override;
    void describe(Scene& scene) const override;
    void showScene(const Scene& scene) override;

signals:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void add(QWidget* page);
    void fillCharts();
    void showGradients();
    void fit();

    FocusModel* m_focus;
    Parts m_parts;
    View m_view = View::Steps;
    Focus m_from; ///< where the focus was when it was shown
    bool m_isPresented = false;
    std::shared_ptr<const Trace> m_trace; ///< the newest
    QWidget* m_column;
    QVBoxLayout* m_rows;
    QLabel* m_title;   ///< over what is no step
    QWidget* m_charts; ///< the page
    QBoxLayout* m_curves;
    GradientChart* m_gradients; ///< of one run; compared ones have theirs
};

} // namespace gf
