// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>

class QDockWidget;
class QMainWindow;
class QWidget;

namespace gf {

/// The docks of the window: where they are at first, where the person left them, and while runs are
/// compared.
class Docks : public QObject {
    Q_OBJECT
public:
    /// What stands in them.
    struct Widgets {
        QWidget* map;
        QWidget* explain;
        QWidget* whatIf;
        QWidget* example;
        QWidget* train;
        QWidget* lesson;
    };

    Docks(QMainWindow* window, const Widgets& widgets);

    QDockWidget* map() const { return m_map; }
    QDockWidget* explain() const { return m_explain; }
    QDockWidget* whatIf() const { return m_whatIf; }
    QDockWidget* example() const { return m_example; }
    QDockWidget* train() const { return m_train; }
    QDockWidget* lesson() const { return m_lesson; }

    /// As they are now is how the program is delivered.
    void keepAsFirst();
    /// The sizes that they have at first, for the size that the window has now.
    void setFirstSizes();
    /// Every dock where it was at first, as wide and high as it was.
    void restoreFirst();
    /// To the size that the window has now. Where it is narrow for its texts, map and Explain share
    /// one place, as tabs, once no runs are compared any more; where it is low, and no tour points
    /// at the curves, lowChanged says so.
    void fit();
    /// Of what stands under the controls of training.
    void setCurvesFolded(bool away);
    /// Beside the map, in front of it, as wide as a page wants.
    void showLesson();
    /// In front of what shares its place.
    QDockWidget* inFront(QDockWidget* dock) const;
    /// What is kept with that which restoreDocks() takes: how they were left in a window of the
    /// other width, and before runs were compared.
    struct Kept {
        bool isNarrow = false;
        QByteArray otherWidth;       ///< empty: as at first
        QByteArray beforeComparison; ///< empty: none are compared
    };
    const Kept& kept() const { return m_kept; }
    void keep(const Kept& kept) { m_kept = kept; }
    /// The names of those that are not shown.
    QStringList hidden() const;
    /// Hides these and shows all others.
    void setHidden(const QStringList& docks);
    /// The same for a view of one run; while runs are compared, once they no longer are.
    void setHiddenForOneRun(const QStringList& docks);
    /// Shows those that the tour points at; beside the stage they leave its card a place.
    void showForTour();
    /// Hides them again, unless the person has changed what is shown since.
    void hideAfterTour();
    /// More than one stage needs the room of the docks beside it; for one these are again as they
    /// were.
    void makeRoomFor(int stages);

signals:
    /// Whether curves are to give way to the stage.
    void lowChanged(bool low);
    /// By the person.
    void lessonClosed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QDockWidget* add(Qt::DockWidgetArea area, const QString& title, const QString& name,
                     QWidget* widget);
    void fitWidth();
    void fitCorner();
    void widenForLesson();
    void setWidthsAtFirst();
    QList<QDockWidget*> movable() const;

    QMainWindow* m_window;
    QDockWidget* m_map;
    QDockWidget* m_explain;
    QDockWidget* m_whatIf;
    QDockWidget* m_example;
    QDockWidget* m_train;
    QDockWidget* m_lesson;
    QByteArray m_first;
    Kept m_kept;
    bool m_isLow = false;
    int m_curvesHeight = 0; ///< of the dock with them, in a window that is high enough; 0: unknown
    int m_beforeLesson = 0; ///< the width of the place that a lesson shares with Explain
    std::optional<QStringList> m_hiddenAfterComparison;
    /// Hidden before the tour and during it, where these differ.
    std::optional<std::pair<QStringList, QStringList>> m_tour;
    bool m_isTouring = false;
};

} // namespace gf
