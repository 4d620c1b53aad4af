// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/text_block.h"
#include "warnings.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocument>
#include <QVBoxLayout>
#include <QWheelEvent>

namespace gf::tst_text_block {

namespace {

const QString someText = QStringLiteral("Every <a href=\"term:query\">query</a> meets every key, "
                                        "and what comes of it is a number for each pair of them.");

/// As in the panel: a column as wide as its window.
class Column : public QWidget {
public:
    explicit Column(int width) {
        auto* rows = new QVBoxLayout(this);
        rows->setContentsMargins(0, 0, 0, 0);
        rows->addWidget(&m_block);
        rows->addStretch(1);
        resize(width, 600);
        show();
    }
    ~Column() override { m_block.setParent(nullptr); }

    TextBlock& block() { return m_block; }

private:
    TextBlock m_block;
};

} // namespace

class TestTextBlock : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }

    void height_fitsTheLinesAndHidesNothing() {
        Column column(300);
        TextBlock& block = column.block();
        block.write(someText);
        const int high = block.heightForWidth(120);
        QVERIFY(high > block.heightForWidth(300));
        for (const int width : {120, 300, 180}) {
            column.resize(width, 600);
            QTRY_COMPARE(block.height(), block.heightForWidth(width));
            QCOMPARE(block.document()->textWidth(), static_cast<double>(width));
            QVERIFY(block.document()->size().height() <= block.viewport()->height());
            QCOMPARE(block.verticalScrollBar()->maximum(), 0);
        }
    }

    void write_takesMoreRoomForALongerText() {
        Column column(200);
        TextBlock& block = column.block();
        block.write(QStringLiteral("short"));
        QTRY_COMPARE(block.height(), block.heightForWidth(200));
        const int before = block.height();
        block.write(someText);
        QTRY_VERIFY(block.height() > 2 * before);
        QCOMPARE(block.verticalScrollBar()->value(), 0);
        QCOMPARE(block.verticalScrollBar()->maximum(), 0);
    }

    void write_keepsTheSelectionForTheSameText() {
        TextBlock block;
        block.write(someText);
        block.selectAll();
        block.write(someText);
        QVERIFY(block.textCursor().hasSelection());
        block.write(someText + '!');
        QVERIFY(!block.textCursor().hasSelection());
    }

    void wheel_isLeftToTheColumnAndDoesNotZoom() {
        Column column(200);
        TextBlock& block = column.block();
        block.write(someText);
        const double size = block.document()->size().height();
        for (const Qt::KeyboardModifier key : {Qt::NoModifier, Qt::ControlModifier}) {
            QWheelEvent event({10, 10}, {10, 10}, {}, {0, 120}, Qt::NoButton, key,
                              Qt::NoScrollPhase, false);
            event.accept();
            QCoreApplication::sendEvent(block.viewport(), &event);
            QVERIFY(!event.isAccepted());
        }
        QCOMPARE(block.document()->size().height(), size);
    }

    void link_isReportedAndNotFollowed() {
        Column column(200);
        TextBlock& block = column.block();
        block.write(someText);
        QTRY_COMPARE(block.height(), block.heightForWidth(200));
        QSignalSpy followed(&block, &QTextBrowser::anchorClicked);
        block.setFocus();
        QTest::keyClick(&block, Qt::Key_Tab);
        QTest::keyClick(&block, Qt::Key_Return);
        QCOMPARE(followed.count(), 1);
        QCOMPARE(followed.front().front().toUrl().toString(), QStringLiteral("term:query"));
        QVERIFY(block.toPlainText().startsWith(QStringLiteral("Every query")));
    }
};

} // namespace gf::tst_text_block

#include "tests/entry.h"
GF_TEST(tst_text_block, TestTextBlock)
#include "tst_text_block.moc"
