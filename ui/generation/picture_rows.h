// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/stations/station.h"

#include <QWidget>

#include <memory>

namespace gf {

/// The words of an answer about a picture, each with the patches that were read while it was
/// written: the last one large, and all so far. The light is the mean weight of all heads.
class PictureRows : public QWidget {
    Q_OBJECT
public:
    explicit PictureRows(QWidget* parent = nullptr);

    /// A run over the answer, whose word `i` was chosen at row `first` + i; words up to `last` are
    /// shown. Without a trace of a picture nothing is.
    void setAnswer(std::shared_ptr<const Trace> trace, const QStringList& words, Index first,
                   Index last);
    bool hasPicture() const { return m_hasPicture; }

signals:
    /// A picture was clicked: that of word `word`.
    void chosen(int word);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;
    QSize minimumSizeHint() const override;

private:
    std::shared_ptr<const Trace> m_trace;
    QStringList m_words;
    Index m_first = 0;
    Index m_last = -1;
    bool m_hasPicture = false;
    StationPicture m_places; ///< of what was painted last
};

} // namespace gf
