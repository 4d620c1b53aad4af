// SPDX-License-Identifier: GPL-3.0-or-later
//
// Of every product and every sum of every family: do rows and columns that count the same stand on
// the same lines, once the real widgets are laid out?
#include "small_model.h"

#include "core/graph/op.h"
#include "tests/core/families.h"
#include "ui/figure/heatmap_view.h"
#include "ui/stage/composition.h"
#include "ui/stage/stage_widget.h"
#include "ui/steps/steps.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

namespace gf::tst_stage_products {

namespace {

/// A matrix of the composition on its stage.
struct Drawn {
    const StageItem* item = nullptr;
    const HeatmapView* view = nullptr;
    HeatmapLayout layout;

    QRectF row(Index at) const { return onStage(layout.rowRect(at)); }
    QRectF column(Index at) const { return onStage(layout.columnRect(at)); }
    QRectF cells() const { return onStage(layout.cells); }

private:
    QRectF onStage(const QRectF& rect) const { return rect.translated(view->pos()); }
};

std::vector<Drawn> drawnOn(const StageCanvas& canvas) {
    std::vector<Drawn> drawn;
    for (std::size_t i = 0; i < canvas.panels().size(); ++i)
        if (const HeatmapView* view = canvas.view(i);
            view && canvas.panels()[i].place == StagePlace::Operation)
            drawn.push_back({&canvas.panels()[i].item, view, view->heatmapLayout()});
    return drawn;
}

bool isOneOf(OpKind kind, std::initializer_list<OpKind> kinds) {
    return std::ranges::find(kinds, kind) != kinds.end();
}

bool same(double a, double b) {
    return std::abs(a - b) < 1e-6;
}

} // namespace

class StageProductsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void products_alignRowsAndColumns_data() {
        QTest::addColumn<int>("model");
        const auto& models = test::everyModel();
        for (std::size_t i = 0; i < models.size(); ++i)
            QTest::newRow(models[i].name.c_str()) << static_cast<int>(i);
    }
    void products_alignRowsAndColumns() {
        QFETCH(int, model);
        const ModelConfig& config = test::everyModel()[model].config;
        const auto trace = traceOf(config);
        FocusModel focus;
        QWidget window; // stays without size hints, of which the offscreen platform warns
        window.resize(1700, 1000);
        auto* stage = new StageWidget(&focus, &window);
        stage->resize(798, 620);
        stage->setTrace(trace);
        window.show();
        const Steps steps(trace->graph);
        int products = 0;
        for (const bool gradients : {false, true})
            for (const Step& step : steps.walk(gradients)) {
                const OpKind kind = (*trace->graph)[step.node].op->kind();
                const bool product =
                    isOneOf(kind, {OpKind::MatMul, OpKind::Linear, OpKind::LinearInputGradient,
                                   OpKind::LinearWeightGradient});
                const bool sum = isOneOf(kind, {OpKind::Add, OpKind::LayerNorm});
                if (!product && !sum)
                    continue;
                Focus at;
                at.step = step.step;
                at.gradients = gradients;
                at.view = QStringLiteral("matrices");
                focus.set(at);
                const std::vector<Drawn> drawn = drawnOn(stage->canvas());
                if (product)
                    checkProduct(drawn, step.step);
                else
                    checkSum(drawn, step.step);
                if (QTest::currentTestFailed())
                    return;
                products += product ? 1 : 0;
            }
        QVERIFY(products > 0);
    }

private:
    static void checkProduct(const std::vector<Drawn>& drawn, const QString& step) {
        QVERIFY2(drawn.size() >= 3, qPrintable(step));
        const Drawn& left = drawn[0];
        const Drawn& above = drawn[1];
        const Drawn& result = drawn.back();
        for (const Drawn& matrix : drawn)
            QVERIFY2(matrix.view->isVisible(), qPrintable(step));
        QVERIFY2(left.cells().right() < result.cells().left(), qPrintable(step));
        QVERIFY2(above.cells().bottom() < result.cells().top(), qPrintable(step));
        QCOMPARE(left.layout.rows, result.layout.rows);
        for (Index row = 0; row < result.layout.rows; ++row)
            QVERIFY2(same(left.row(row).top(), result.row(row).top()), qPrintable(step));
        QVERIFY2(same(left.layout.cellHeight, result.layout.cellHeight), qPrintable(step));
        for (std::size_t k = 1; k + 1 < drawn.size(); ++k) {
            QCOMPARE(drawn[k].layout.columns, result.layout.columns);
            QVERIFY2(same(drawn[k].layout.cellWidth, result.layout.cellWidth), qPrintable(step));
            for (Index column = 0; column < result.layout.columns; ++column)
                QVERIFY2(same(drawn[k].column(column).left(), result.column(column).left()),
                         qPrintable(step));
        }
    }

    /// Above each other, wherever rows are no more than columns.
    static void checkSum(const std::vector<Drawn>& drawn, const QString& step) {
        if (drawn.size() < 2 || drawn.back().layout.rows >= drawn.back().layout.columns)
            return;
        const Drawn& result = drawn.back();
        for (std::size_t k = 0; k + 1 < drawn.size(); ++k) {
            if (drawn[k].item->columns != Tie::Column || !drawn[k].view->isVisible())
                continue;
            QVERIFY2(drawn[k].cells().bottom() < drawn[k + 1].cells().top(), qPrintable(step));
            for (Index column = 0; column < result.layout.columns; ++column)
                QVERIFY2(same(drawn[k].column(column).left(), result.column(column).left()),
                         qPrintable(step));
        }
    }
};

} // namespace gf::tst_stage_products

#include "tests/entry.h"
GF_TEST(tst_stage_products, StageProductsTest)
#include "tst_stage_products.moc"
