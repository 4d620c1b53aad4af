// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explain/formula_picture.h"
#include "ui/figure/outlines.h"
#include "warnings.h"

#include <QDirIterator>
#include <QPainter>
#include <QSvgRenderer>
#include <QTest>

#include <cmath>

namespace gf::tst_outlines {

namespace {

QByteArray contentsOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// What `paint` draws on white, `scale` pixels to a point.
template <class Paint> QImage drawn(const QSizeF& size, double scale, const Paint& paint) {
    QImage image((size * scale).toSize() + QSize(2, 2), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    paint(painter, QRectF({1, 1}, size * scale));
    return image;
}

} // namespace

class OutlinesTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { failOnQtWarnings(); }

    /// Qt Svg, which is no part of the program, draws the same files.
    void formulas_areTheSamePixelsAsQtSvgDraws() {
        int formulas = 0;
        for (QDirIterator files(":/formulas", {"*.svg"}, QDir::Files, QDirIterator::Subdirectories);
             files.hasNext();) {
            const QString path = files.next();
            const QByteArray svg = contentsOf(path);
            const Outlines outlines = Outlines::fromSvg(svg);
            QVERIFY2(outlines.problem().isEmpty(), qPrintable(path + ": " + outlines.problem()));
            QVERIFY2(!outlines.title().isEmpty(), qPrintable(path));
            QSvgRenderer renderer(svg);
            QCOMPARE(outlines.box(), renderer.viewBoxF());
            for (const double scale : {1.0, 2.0}) {
                const QSizeF size = outlines.box().size() * 1.4;
                const QImage ours = drawn(size, scale, [&](QPainter& painter, const QRectF& place) {
                    outlines.paint(painter, place, [](const QColor& colour) { return colour; });
                });
                const QImage theirs =
                    drawn(size, scale, [&](QPainter& painter, const QRectF& place) {
                        renderer.render(&painter, place);
                    });
                QVERIFY2(ours == theirs, qPrintable(path));
            }
            ++formulas;
        }
        QVERIFY(formulas > 150);
    }

    void fromSvg_readsEachCommandOfAPath() {
        const Outlines read = Outlines::fromSvg(
            "<svg viewBox='-5 -5 30 30' fill='#102030'><title>a title</title><defs/>"
            "<g fill='#ff0000'><path d='M0 0L10,0H20V10C20 15,15 20-1e1 20S-5 5 0 0Z'/></g>"
            "<rect x='1' y='2' width='3' height='4'/></svg>");
        QCOMPARE(read.problem(), QString());
        QCOMPARE(read.title(), QString("a title"));
        QCOMPARE(read.box(), QRectF(-5, -5, 30, 30));
        const QImage image = drawn({30, 30}, 1, [&](QPainter& painter, const QRectF& place) {
            read.paint(painter, place, [](const QColor& colour) { return colour; });
        });
        QCOMPARE(image.pixelColor(6 + 15, 6 + 5), QColor("#ff0000"));
        QCOMPARE(image.pixelColor(6 + 2, 6 + 4), QColor("#102030"));
    }

    void fromSvg_saysWhatItDoesNotUnderstand_data() {
        QTest::addColumn<QByteArray>("svg");
        QTest::addColumn<QString>("problem");
        QTest::newRow("an element")
            << QByteArray("<svg viewBox='0 0 9 9'><circle r='2'/></svg>") << "circle";
        QTest::newRow("a command")
            << QByteArray("<svg viewBox='0 0 9 9'><path d='M0 0a1 1 0 0 0 2 2'/></svg>")
            << "M0 0a1 1 0 0 0 2 2";
        QTest::newRow("no number")
            << QByteArray("<svg viewBox='0 0 9 9'><path d='M0'/></svg>") << "M0";
        QTest::newRow("numbers without a command")
            << QByteArray("<svg viewBox='0 0 9 9'><path d='1 2'/></svg>") << "1 2";
        QTest::newRow("no box") << QByteArray("<svg><path d='M0 0L1 1'/></svg>") << "viewBox";
    }
    void fromSvg_saysWhatItDoesNotUnderstand() {
        QFETCH(QByteArray, svg);
        QTEST(Outlines::fromSvg(svg).problem(), "problem");
    }

    void fromSvg_endsWhereTheFileIsCut() {
        const QByteArray svg = contentsOf(":/formulas/scale.svg");
        QVERIFY(!svg.isEmpty());
        for (qsizetype length = 0; length < svg.size(); length += 37)
            QVERIFY(!Outlines::fromSvg(svg.left(length)).problem().isEmpty() || length == 0);
    }

    /// resources/icons/*.png are what scripts/icons.sh makes of the drawing.
    void icons_areTheDrawing() {
        QSvgRenderer drawing(QString(GF_TEST_DATA "/../../resources/icons/glassformer.svg"));
        QVERIFY(drawing.isValid());
        int icons = 0;
        for (QDirIterator files(":/icons"); files.hasNext(); ++icons) {
            const QImage icon(files.next());
            QVERIFY(!icon.isNull());
            QImage expected(icon.size(), QImage::Format_ARGB32_Premultiplied);
            expected.fill(Qt::transparent);
            QPainter painter(&expected);
            drawing.render(&painter);
            painter.end();
            double difference = 0; // mean, of 255: Qt Svg cuts nothing at clip paths
            for (int y = 0; y < icon.height(); ++y)
                for (int x = 0; x < icon.width(); ++x)
                    difference +=
                        std::abs(icon.pixelColor(x, y).green() - expected.pixelColor(x, y).green());
            difference /= icon.width() * icon.height();
            QVERIFY2(difference < 30,
                     qPrintable(files.filePath() + ' ' + QString::number(difference)));
        }
        QCOMPARE(icons, 7);
    }
};

} // namespace gf::tst_outlines

#include "tests/entry.h"
GF_TEST(tst_outlines, OutlinesTest)
#include "tst_outlines.moc"
