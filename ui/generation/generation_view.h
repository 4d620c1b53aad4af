// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/paper.h"
#include "ui/generation/attention_rows.h"
#include "ui/messages/generation_report.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QListWidget;
class QPushButton;
class QScrollArea;
class QSplitter;
class QSpinBox;
class QStackedWidget;

namespace gf {

class BeamTree;
class ChoiceBars;
class HeatmapView;
class PictureRows;

/// The decoder's loop, token by token: what is written so far, the rows of attention that each new
/// token adds, what it was picked from, and how much of it is computed again. It stands in the
/// place of the stage.
class GenerationView : public QWidget {
    Q_OBJECT
public:
    explicit GenerationView(QWidget* parent = nullptr);

    /// Shows an answer from its first token on; while the settings stay, the place is kept.
    void setReport(const GenerationReport& report);
    GenerationSettings settings() const;
    /// That of the model's files, until the person takes another; asks for nothing.
    void setLengthPenalty(double penalty);
    /// An answer made in this way is wanted.
    void setSettings(const GenerationSettings& settings);
    const GenerationReport& report() const { return m_report; }
    int step() const { return m_step; }
    /// A room has no use for fields and buttons.
    void setPresented(bool presented);
    /// What it shows, on white paper.
    PaperDrawing onPaper(const std::optional<Paper>& paper) const;
    /// Which heads' rows are drawn where there are too many for all.
    HeadRows headRows() const;

public slots:
    /// Goes to a token of the answer.
    void setStep(int step);

signals:
    /// An answer made in this way is wanted.
    void wanted(const gf::GenerationSettings& settings);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fitTokens();
    QWidget* makeControls();
    QWidget* makeBody();
    void showControls();
    void ask();
    int writtenStep(int step) const;
    void fillTokens();
    void offerHeads();
    HeatmapData rowsOf(ScopeKind attention) const;
    void shareRoom();
    void refresh();
    void moveTree(int step);
    QString sentence() const;
    QString workHtml() const;

    GenerationReport m_report;
    int m_step = 0;
    int m_wantedStep = 0; ///< where the person is; an answer that grows may not have come so far
    int m_treeStep = -1;  ///< that the tree was moved to; −1: none of this answer
    bool m_filling = false;

    QWidget* m_controls = nullptr;
    QComboBox* m_way = nullptr;
    QDoubleSpinBox* m_temperature = nullptr;
    QSpinBox* m_topK = nullptr;
    QDoubleSpinBox* m_topP = nullptr;
    QSpinBox* m_width = nullptr;
    QDoubleSpinBox* m_lengthPenalty = nullptr;
    QPushButton* m_again = nullptr;
    quint64 m_seed = 1;
    QList<std::pair<QWidget*, QList<GenerationSettings::Way>>> m_shownFor;

    QPushButton* m_back = nullptr;
    QPushButton* m_forward = nullptr;
    QListWidget* m_tokens = nullptr;
    QLabel* m_sentence = nullptr;
    QStackedWidget* m_left = nullptr;
    ChoiceBars* m_bars = nullptr;
    BeamTree* m_tree = nullptr;
    QScrollArea* m_treeScroll = nullptr;
    QSplitter* m_body = nullptr;
    bool m_isBodyMoved = false;      ///< by the person, who keeps the room as it is then
    QWidget* m_rows = nullptr;       ///< the matrices
    QWidget* m_headChoice = nullptr; ///< shown where there are more heads than rows can be read
    QComboBox* m_heads = nullptr;
    std::optional<HeadCount> m_offered; ///< the heads among which it chooses; none: not known yet
    HeatmapView* m_self = nullptr;
    HeatmapView* m_cross = nullptr;
    PictureRows* m_pictures = nullptr; ///< in the place of m_cross where the source is a picture
    QLabel* m_work = nullptr;
};

/// What each token was picked from as CSV with a header: its place, each candidate, how likely the
/// model held it, what share it had in the choice, and whether it was picked.
QByteArray choiceTable(const GenerationReport& report);

} // namespace gf
