// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pictures/words.h"
#include "ui/train/custom_plot.h"

#include <QFontInfo>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QWidget>

#include <cmath>

namespace gf {

namespace {

/// Notes the texts of what is painted, and paints nothing.
class TextEngine : public QPaintEngine {
public:
    TextEngine() : QPaintEngine(AllFeatures) {}

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }
    void updateState(const QPaintEngineState&) override {}
    void drawPath(const QPainterPath&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawPolygon(const QPoint*, int, PolygonDrawMode) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override {
    }
    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        const QTransform& to = state->transform(); // turned or not
        m_texts.push_back({to.map(at), item.text(),
                           QFontInfo(item.font()).pixelSize() * std::hypot(to.m11(), to.m12())});
    }

    const QList<PaintedText>& texts() const { return m_texts; }

private:
    QList<PaintedText> m_texts;
};

class TextDevice : public QPaintDevice {
public:
    explicit TextDevice(const QSize& size) : m_size(size) {}

    QPaintEngine* paintEngine() const override { return &m_engine; }
    const QList<PaintedText>& texts() const { return m_engine.texts(); }

protected:
    int metric(PaintDeviceMetric metric) const override {
        constexpr int dotsPerInch = 96;
        switch (metric) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return dotsPerInch;
        case PdmDepth:
            return 32;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return static_cast<int>(devicePixelRatioFScale());
        default:
            return 0;
        }
    }

private:
    QSize m_size;
    mutable TextEngine m_engine;
};

} // namespace

QList<PaintedText> paintedTexts(QWidget& widget) {
    TextDevice device(widget.size());
    widget.render(&device);
    QList<PaintedText> texts = device.texts();
    for (QCustomPlot* plot :
         widget.findChildren<QCustomPlot*>()) { // they keep pictures of themselves
        if (!plot->isVisible())
            continue;
        TextDevice chart(plot->size());
        {
            QCPPainter painter(&chart);
            plot->toPainter(&painter, plot->width(), plot->height());
        }
        const QPointF place = plot->mapTo(&widget, QPoint(0, 0));
        for (const PaintedText& text : chart.texts())
            texts.push_back({text.at + place, text.text, text.pixels});
    }
    return texts;
}

} // namespace gf
