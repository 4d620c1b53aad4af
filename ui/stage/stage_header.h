// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/heatmap_data.h"

#include <QStringList>
#include <QVBoxLayout>

#include <vector>

class QAction;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace gf {

class MaskLegend;

/// What stands above a stage's drawing: the title with the switches of the matrices, below it a
/// line of facts and the legend of hatches. Other facts and other hatches never make another line:
/// the drawing stays where it is.
class StageHeader : public QVBoxLayout {
public:
    /// Its widgets belong to `stage`, whose width it has.
    explicit StageHeader(QWidget* stage);

    /// Puts a button for a switch of the matrices beside the title.
    void addSwitch(QAction* action);
    /// Title and facts are there; present mode has words of its own.
    void setShown(bool shown) { m_shown = shown; }
    bool isShown() const { return m_shown; }

    /// Whether the switches have something to switch.
    void showSwitches(bool matrices);
    /// Of a stage that shows nothing: a title, which may be empty, and no facts.
    void showTitleAlone(const QString& title);
    /// A title, in the narrower words where it has no room on one line. The line of facts is there
    /// in present mode too where `keepsFacts`.
    void showTitle(const QString& title, const QString& narrower, bool keepsFacts);
    /// Rich text, what matters least last: it goes first where there is no room.
    void writeFacts(const QStringList& facts, const QString& tip);
    /// Whether these are others than before; then the room for the facts is another.
    bool setMasks(const std::vector<Hidden>& masks);

    /// In pixels, with what is below the facts.
    int height() const;

private:
    void writeTitle(QString title, QString narrower);
    int roomForFacts() const;

    QWidget* m_stage;
    QLabel* m_title;
    QLabel* m_facts;
    MaskLegend* m_masks;
    QHBoxLayout* m_titleRow;
    QList<QToolButton*> m_switches; ///< beside the title
    bool m_shown = true;
};

} // namespace gf
