// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/svg_device.h"
#include "warnings.h"

#include <QPainter>
#include <QSvgRenderer>
#include <QTest>

#include <cmath>
#include <functional>

namespace gf::tst_svg_device {

namespace {

using Painting = std::function<void(QPainter&)>;

constexpr QSizeF sheet(120, 80);

QByteArray written(const Painting& paint) {
    SvgDevice device({60, 40}, sheet, "a title");
    QPainter painter(&device);
    painter.setRenderHint(QPainter::Antialiasing);
    paint(painter);
    painter.end();
    return device.finish();
}

QImage blank() {
    QImage image((sheet * 4).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    return image;
}

/// Mean difference of the green, of 255, between what is read from the file and the same painting
/// on an image.
double differenceOf(const Painting& paint) {
    QImage direct = blank();
    QPainter painter(&direct);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(4, 4);
    paint(painter);
    painter.end();
    QImage read = blank();
    QPainter reading(&read);
    QSvgRenderer(written(paint)).render(&reading);
    reading.end();
    double difference = 0;
    for (int y = 0; y < read.height(); ++y)
        for (int x = 0; x < read.width(); ++x)
            difference += std::abs(read.pixelColor(x, y).green() - direct.pixelColor(x, y).green());
    return difference / (read.width() * read.height());
}

void shapes(QPainter& painter) {
    painter.fillRect(QRectF(2, 2, 50, 30), QColor(0, 90, 180, 120));
    painter.setPen(QPen(QColor("#d55e00"), 2.5, Qt::SolidLine, Qt::RoundCap, Qt::BevelJoin));
    painter.setBrush(QColor("#56b4e9"));
    painter.drawEllipse(QRectF(60, 10, 40, 30));
    painter.drawPolyline(QPolygonF({{5, 70}, {30, 40}, {55, 72}, {80, 50}}));
    painter.setOpacity(0.5);
    painter.drawPolygon(QPolygonF({{85, 60}, {115, 60}, {100, 78}}));
}
void dashes(QPainter& painter) {
    painter.setPen(QPen(QColor("#0072b2"), 3, Qt::DashLine));
    painter.drawLine(QLineF(5, 20, 115, 60));
    painter.setPen(Qt::black);
    painter.drawRect(QRectF(10, 10, 60, 50));
}
void turned(QPainter& painter) {
    painter.translate(60, 40);
    painter.rotate(30);
    painter.scale(2, 1);
    painter.setPen(QPen(QColor("#009e73"), 2));
    painter.drawRect(QRectF(-15, -10, 30, 20));
}
void picture(QPainter& painter) {
    QImage image(2, 1, QImage::Format_RGB32);
    image.setPixelColor(0, 0, QColor("#d55e00"));
    image.setPixelColor(1, 0, QColor("#0072b2"));
    painter.drawImage(QRectF(10, 10, 100, 50), image.scaled(50, 25));
}

} // namespace

class SvgDeviceTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { failOnQtWarnings(); }

    void whatIsPainted_isReadAsPainted_data() {
        QTest::addColumn<Painting>("paint");
        QTest::newRow("shapes") << Painting(shapes);
        QTest::newRow("dashes") << Painting(dashes);
        QTest::newRow("turned") << Painting(turned);
        QTest::newRow("picture") << Painting(picture);
    }
    void whatIsPainted_isReadAsPainted() {
        QFETCH(Painting, paint);
        const double difference = differenceOf(paint);
        QVERIFY2(difference < 0.7, qPrintable(QString::number(difference)));
    }

    void text_staysText() {
        const QByteArray svg = written([](QPainter& painter) {
            QFont font("DejaVu Sans");
            font.setPixelSize(12);
            font.setBold(true);
            painter.setFont(font);
            painter.setPen(QColor("#0072b2"));
            painter.drawText(QPointF(10, 30), "loss < 1 & more");
            painter.rotate(-90);
            painter.drawText(QPointF(-60, 20), "upwards");
        });
        QVERIFY(svg.contains(">loss &lt; 1 &amp; more</text>"));
        QVERIFY(svg.contains(">upwards</text>"));
        QVERIFY(svg.contains("font-size=\"12\""));
        QVERIFY(svg.contains("font-weight=\"bold\""));
        QVERIFY(svg.contains("fill=\"#0072b2\""));
        QVERIFY(svg.contains("<title>a title</title>"));
        QVERIFY(svg.contains("width=\"60mm\" height=\"40mm\""));
        QVERIFY(QSvgRenderer(svg).isValid());
    }

    /// Qt Svg reads no clip paths.
    void clipping_isAGroupBehindARectangle() {
        const QByteArray svg = written([](QPainter& painter) {
            painter.translate(5, 5);
            painter.setClipRect(QRectF(20, 20, 40, 30));
            painter.fillRect(QRectF(0, 0, 120, 80), QColor("#cc79a7"));
            painter.fillRect(QRectF(10, 10, 20, 20), QColor("#009e73"));
            painter.setClipRect(QRectF(70, 5, 20, 60));
            painter.fillRect(QRectF(0, 0, 120, 80), QColor("#e69f00"));
            painter.setClipping(false);
            painter.fillRect(QRectF(100, 70, 15, 5), Qt::black);
        });
        QCOMPARE(svg.count("<clipPath"), 2);
        QVERIFY(svg.contains("<rect x=\"25\" y=\"25\" width=\"40\" height=\"30\"/>"));
        QVERIFY(svg.contains("<rect x=\"75\" y=\"10\" width=\"20\" height=\"60\"/>"));
        const qsizetype first = svg.indexOf("url(#clip1)");
        const qsizetype second = svg.indexOf("url(#clip2)");
        const qsizetype last = svg.lastIndexOf("</g>");
        QVERIFY(first < svg.indexOf("#cc79a7"));
        QVERIFY(svg.indexOf("#009e73") < second);
        QVERIFY(second < svg.indexOf("#e69f00"));
        QVERIFY(svg.indexOf("#e69f00") < last);
        QVERIFY(last < svg.indexOf("#000000"));
    }

    void anEmptySheet_isADocument() {
        const QByteArray svg = written([](QPainter&) {});
        QVERIFY(QSvgRenderer(svg).isValid());
    }
};

} // namespace gf::tst_svg_device

#include "tests/entry.h"
GF_TEST(tst_svg_device, SvgDeviceTest)
#include "tst_svg_device.moc"
