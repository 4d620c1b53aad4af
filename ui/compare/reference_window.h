// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/number_table.h"
#include "ui/messages/compare_messages.h"

#include <QDialog>
#include <QStringList>

#include <optional>
#include <vector>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace gf {

class HeatmapView;
struct HeatmapData;
class NameLabel;
struct RunLooking;

/// Where several runs look on the same example: an alignment for each, rows the tokens that are
/// written and columns those that are read. The open run is the first, and those that are compared
/// with it come next; saved ones follow.
class ReferenceWindow : public QDialog {
    Q_OBJECT
public:
    /// How many saved runs fit beside the open one.
    static constexpr int mostSaved = 3;

    explicit ReferenceWindow(QWidget* parent = nullptr);

    /// The open run, or all that are compared.
    void showOpenRuns(const QVector<ReferenceRun>& runs);
    void showSavedRuns(const QVector<ReferenceRun>& runs);

    /// How many runs are shown.
    int count() const { return static_cast<int>(m_columns.size()); }

signals:
    /// The person wants these files beside the open run.
    void filesWanted(const QStringList& files);
    /// The raw numbers of a figure are to be written by someone else.
    void numbersWanted(const QString& path, const QString& format, const gf::NumberTable& numbers);

private:
    /// A run: its name, what is wrong, which of its attentions, and its picture.
    struct Column {
        QWidget* widget = nullptr;
        NameLabel* name = nullptr;
        QLabel* note = nullptr;
        QComboBox* which = nullptr;
        QToolButton* remove = nullptr;
        HeatmapView* view = nullptr;
        ReferenceRun run;
    };
    Column makeColumn(bool saved);
    void fill(Column& column, const ReferenceRun& run);
    void draw(Column& column);
    void light(const HeatmapData& pointedAt, Index row, Index column);
    std::optional<RunLooking> lookingOf(const Column& column) const;
    std::vector<RunLooking> shown() const;
    QStringList files() const;
    void addFile();
    void copyFigure();
    void saveFigure();
    void refreshFoot();
    void offerFigure();

    std::vector<Column> m_columns; ///< of the open runs first
    int m_open = 0;                ///< how many of them are
    QHBoxLayout* m_row;
    QPushButton* m_add;
    QPushButton* m_copy;
    QPushButton* m_save;
    QLabel* m_hint;
};

} // namespace gf
