// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/messages/news.h"

#include <QDialog>
#include <QTimer>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QPlainTextEdit;
class QTableWidget;

namespace gf {

class HeatmapView;
class MaskLegend;
class ProblemLabel;

/// A few sentences of a person's own as one batch: the ids and keep-masks that the model reads,
/// padded to one length, the loss of each token, the mean with padding left out and counted, and
/// the masks of each sentence beside each other.
class OwnBatchWindow : public QDialog {
    Q_OBJECT
public:
    explicit OwnBatchWindow(QWidget* parent = nullptr);

    QString lines() const;
    /// Tells nobody.
    void setLines(const QString& lines);
    void show(const news::OwnBatch& batch);
    using QDialog::show;

signals:
    /// A moment after the last key.
    void edited(const QString& lines);

private:
    void fill();
    void showMasks();
    void listAttentions();

    QPlainTextEdit* m_lines;
    ProblemLabel* m_problem;
    QLabel* m_summary;
    QTableWidget* m_table;
    QComboBox* m_attention; ///< whose masks are shown, by the name of the node
    QHBoxLayout* m_row;     ///< of the masks
    MaskLegend* m_legend;
    std::vector<HeatmapView*> m_masks;
    QTimer m_pause; ///< runs while the person is typing
    news::OwnBatch m_batch;
};

} // namespace gf
