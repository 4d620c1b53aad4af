// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can be exported of a model: each step and its gradient, as the command line and
// as the window write it, in every format.
#include "app/export/export_step.h"
#include "core/io/atomic_file.h"
#include "core/io/csv.h"
#include "tests/core/errors.h"
#include "tests/core/npy_file.h"
#include "tests/core/whole_lists.h"
#include "tests/ui/stage_fixture.h"
#include "tests/ui/warnings.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/figure/gif_file.h"
#include "ui/stations/station_view.h"
#include "ui/stations/stations.h"
#include "ui/steps/matrix.h"
#include "ui/steps/steps.h"
#include "ui/window/figures.h"

#include <QBuffer>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QImageReader>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace gf::tst_export {

namespace {

constexpr std::array figureFormats{"png", "svg", "pdf", "tikz"};
constexpr std::size_t mostBytes = 64 << 20;

QByteArray beginningOf(const QString& format) {
    return format == "png"    ? "\x89PNG"
           : format == "svg"  ? "<?xml"
           : format == "pdf"  ? "%PDF-"
           : format == "tikz" ? "% "
                              : "";
}

bool isSame(float a, float b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// Of a table whose words hold neither commas nor quotes.
QList<QStringList> cellsOf(const std::string& csv) {
    QList<QStringList> rows;
    for (const QString& line : QString::fromStdString(csv).split('\n', Qt::SkipEmptyParts))
        rows += line.split(',');
    return rows;
}

/// Whether the last cells of the last rows are the tensor's numbers, whatever words stand before.
bool holds(const QList<QStringList>& cells, const Tensor& numbers) {
    const Index rows = numbers.shape().rows();
    const Index columns = numbers.shape().columns();
    if (cells.size() < rows)
        return false;
    for (Index row = 0; row < rows; ++row) {
        const QStringList& line = cells[cells.size() - rows + row];
        if (line.size() < columns)
            return false;
        for (Index column = 0; column < columns; ++column) {
            const std::string text = line[line.size() - columns + column].toStdString();
            if (!isSame(std::strtof(text.c_str(), nullptr), numbers[row * columns + column]))
                return false;
        }
    }
    return true;
}

} // namespace

class TestExport : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::string path(const QString& format) const {
        return m_folder.filePath("step." + format).toStdString();
    }
    /// What was written there; it is gone afterwards.
    QByteArray taken(const QString& format) const {
        QFile file(m_folder.filePath("step." + format));
        const QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        file.remove();
        return bytes;
    }
    /// Each architecture, and what is odd: one head, one layer, no positions, no target.
    void addModels() const {
        QTest::addColumn<int>("architecture");
        QTest::addColumn<bool>("odd");
        QTest::newRow("encoder-decoder") << int(Architecture::EncoderDecoder) << false;
        QTest::newRow("encoder") << int(Architecture::Encoder) << false;
        QTest::newRow("decoder") << int(Architecture::Decoder) << false;
        QTest::newRow("odd encoder-decoder") << int(Architecture::EncoderDecoder) << true;
        QTest::newRow("odd encoder") << int(Architecture::Encoder) << true;
        QTest::newRow("odd decoder") << int(Architecture::Decoder) << true;
    }

    std::shared_ptr<const Trace> fetchedModel() const {
        QFETCH(int, architecture);
        QFETCH(bool, odd);
        ModelConfig model = test::smallModel(static_cast<Architecture>(architecture));
        model.layers = 1;
        if (odd) {
            model.heads = 1;
            model.norm = Norm::Post;
            model.activation = Activation::Gelu;
            model.positional = Positional::None;
            model.attentionBias = AttentionBias::All;
            model.tieEmbeddings = true;
            model.scaled = false;
        }
        return test::makeTrace(model, 7, !odd);
    }

    void checkNumbers(const Trace& trace, const Node& node, std::optional<Index> head) const {
        const Tensor& whole = trace.value(node.id);
        exportStep(trace, node.id, head, "npy", path("npy"));
        const Tensor numbers = test::readNpy(path("npy"));
        const Shape shape = head ? Shape{whole.shape()[1], whole.shape()[2]} : whole.shape();
        QCOMPARE(numbers.shape(), shape);
        const auto from = static_cast<std::size_t>(head.value_or(0) * shape.count());
        QVERIFY(std::ranges::equal(numbers.values(),
                                   whole.values().subspan(from, numbers.values().size()), isSame));
        exportStep(trace, node.id, head, "csv", path("csv"));
        const auto cells = cellsOf(readWholeFile(path("csv"), mostBytes));
        QVERIFY2(holds(cells, numbers), node.name.c_str());
        for (const QStringList& line : cells)
            QCOMPARE(line.size(), cells.front().size());
    }

private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("GlassformerTest");
        QVERIFY(m_folder.isValid());
    }
    void init() {
        failOnQtWarnings();
        QSettings().clear();
    }

    void exportStep_writesTheNumbersOfEveryStep_data() { addModels(); }
    void exportStep_writesTheNumbersOfEveryStep() {
        const auto trace = fetchedModel();
        int written = 0;
        std::size_t step = 0;
        for (const Node& node : trace->graph->nodes()) {
            if (trace->value(node.id).empty() || !test::isTried(step++, 3))
                continue;
            checkNumbers(*trace, node, std::nullopt);
            for (Index head = 0; hasHeads(node) && head < node.shape[0]; ++head)
                checkNumbers(*trace, node, head);
            ++written;
        }
        QVERIFY(written > 10);
    }

    void exportStep_drawsFiguresOfEveryStep_data() { addModels(); }
    void exportStep_drawsFiguresOfEveryStep() {
        const auto trace = fetchedModel();
        std::size_t turn = 0;
        std::size_t step = 0;
        for (const Node& node : trace->graph->nodes()) {
            if (trace->value(node.id).empty() || !test::isTried(step++, 2))
                continue;
            // What draws does not know the step: each step in one of the formats, in turn.
            const char* const format = figureFormats[turn++ % figureFormats.size()];
            exportStep(*trace, node.id, std::nullopt, format, path(format));
            QVERIFY2(taken(format).startsWith(beginningOf(format)), node.name.c_str());
            if (!hasHeads(node))
                continue;
            exportStep(*trace, node.id, node.shape[0] - 1, "svg", path("svg"));
            QVERIFY2(taken("svg").startsWith(beginningOf("svg")), node.name.c_str());
        }
    }

    /// Two that have between them what the others have.
    void exportDialog_exportsEveryStep_data() {
        QTest::addColumn<int>("architecture");
        QTest::addColumn<bool>("odd");
        QTest::newRow("encoder-decoder") << int(Architecture::EncoderDecoder) << false;
        QTest::newRow("odd decoder") << int(Architecture::Decoder) << true;
    }

    /// What the dialog offers for a step (every eighth, or all in whole lists), each choice in each
    /// of its formats; pictures and pages of matrices are those of the command line.
    void exportDialog_exportsEveryStep() {
        const auto trace = fetchedModel();
        StationView view;
        view.resize(700, 500);
        constexpr auto pictures = static_cast<int>(figureFormats.size());
        int turn = 0;
        std::size_t step = 0;
        for (const Node& node : trace->graph->nodes()) {
            if (trace->value(node.id).empty() || !test::isTried(step++, 8))
                continue;
            Focus focus;
            focus.step = stepOf(node);
            focus.gradients = node.name.starts_with("grad/");
            focus.head = 1; // which the odd models do not have
            QVector<Exportable> choices;
            for (const auto& figure : {matrixFigure(*trace, focus), headsFigure(*trace, focus),
                                       panelsFigure(*trace, focus)})
                if (figure)
                    choices += exportableFigure("figure", figure->fileName, figure->figure,
                                                figure->numbers);
            QVERIFY2(!choices.isEmpty(), node.name.c_str());
            const auto matrices = choices.size();
            for (const Station* station : stationsFor(*trace->graph, node)) {
                view.show(station, trace, node.id, focus, {});
                choices += *viewFigure(&view);
            }
            ExportDialog dialog(choices, 0);
            NumberTable table;
            connect(
                &dialog, &ExportDialog::numbersWanted,
                [&](const QString&, const QString&, const NumberTable& wanted) { table = wanted; });
            dialog.findChild<QSpinBox*>("dpi")->setValue(50);
            dialog.findChild<QDoubleSpinBox*>("width")->setValue(300);
            auto* what = dialog.findChild<QComboBox*>("what");
            auto* formats = dialog.findChild<QComboBox*>("format");
            for (int choice = 0; choice < choices.size(); ++choice) {
                what->setCurrentIndex(choice);
                // A drawing that waits for its numbers has none.
                QCOMPARE(formats->count(), choices[choice].numbers.numbers ? 7 : 5);
                ++turn;
                for (int i = 0; i < formats->count(); ++i) {
                    formats->setCurrentIndex(i);
                    const QString format = formats->currentData().toString();
                    const bool isFilm = format == "gif"; // of a training, which there is none of
                    if (isFilm || (choice < matrices && (format == "png" || format == "pdf")))
                        continue;
                    // A drawing, as one picture of the four, in turn.
                    if (choice >= matrices && i < pictures && i != turn % pictures)
                        continue;
                    table = {};
                    QVERIFY2(dialog.writeTo(QString::fromStdString(path(format))),
                             node.name.c_str());
                    if (table.numbers)
                        QVERIFY(holds(cellsOf(toCsv(*table.numbers, table.rows, table.columns)),
                                      *table.numbers));
                    else
                        QVERIFY(taken(format).startsWith(beginningOf(format)));
                }
            }
        }
    }

    void gif_hasThePicturesThatItIsGiven() {
        QImage few(40, 30, QImage::Format_RGB32);
        QImage many(40, 30, QImage::Format_RGB32);
        for (int y = 0; y < few.height(); ++y)
            for (int x = 0; x < few.width(); ++x) {
                few.setPixel(x, y, qRgb(x % 16 * 17, y % 16 * 17, 90)); // 256 colours
                many.setPixel(x, y, qRgb(x * 6, y * 8, 255 - x * 6));
            }
        GifFile gif(few.size());
        for (const QImage& picture : {few, many, few.copy(0, 0, 20, 10)})
            gif.add(picture);
        QByteArray bytes = gif.finish();
        QBuffer buffer(&bytes);
        QImageReader reader(&buffer, "gif");
        QCOMPARE(reader.imageCount(), 3);
        QCOMPARE(reader.loopCount(), -1); // again and again
        QCOMPARE(reader.read().convertToFormat(few.format()), few);
        const QImage nearly = reader.read().convertToFormat(few.format());
        for (int y = 0; y < many.height(); ++y)
            for (int x = 0; x < many.width(); ++x)
                QVERIFY(std::abs(qGreen(nearly.pixel(x, y)) - qGreen(many.pixel(x, y))) <= 64);
        const QImage small = reader.read();
        QCOMPARE(small.size(), few.size());
        QCOMPARE(small.pixel(39, 29), qRgb(255, 255, 255));
    }

    void moments_shareOneColourScale() {
        const ModelConfig model = test::smallModel(Architecture::Decoder);
        const std::array traces{test::makeTrace(model, 7), test::makeTrace(model, 8)};
        const NodeId scores = traces[0]->graph->find("decoder.0.self_attn.scores");
        const auto pictures = [&](std::vector<std::size_t> order) {
            Film film;
            for (const std::size_t each : order) {
                film.steps.push_back(static_cast<Index>(film.steps.size()));
                film.losses.push_back(each == 0 ? std::nan("") : 1.5);
            }
            FigureLook look;
            look.values = false;
            exportMoments(
                film, [&](std::size_t moment) { return traces[order[moment]]; }, scores, 0,
                path("gif"), look);
            QList<QImage> all;
            QImageReader reader(QString::fromStdString(path("gif")));
            for (QImage each = reader.read(); !each.isNull(); each = reader.read())
                all += each.convertToFormat(QImage::Format_RGB32);
            return all;
        };
        const QList<QImage> both = pictures({0, 1, 0});
        QCOMPARE(both.size(), 3);
        const QRect drawing(0, 0, both[0].width(), both[0].height() / 2); // without the caption
        const auto apart = [&](const QImage& a, const QImage& b) { // as far as palettes allow
            int most = 0;
            for (int y = 0; y < drawing.height(); ++y)
                for (int x = 0; x < drawing.width(); ++x)
                    most = std::max(most, std::abs(qGreen(a.pixel(x, y)) - qGreen(b.pixel(x, y))));
            return most;
        };
        QVERIFY2(apart(both[0], both[2]) < 16,
                 qPrintable(QString::number(apart(both[0], both[2]))));
        QVERIFY(apart(both[0], both[1]) > 40);
        // One of them reaches further; the other's colours are not those that it has alone.
        QVERIFY(std::max(apart(pictures({0, 0})[0], both[0]), apart(pictures({1, 1})[0], both[1])) >
                16);
    }

    void momentsWithTooManyPixels_areAnError() {
        const auto trace = test::makeTrace(test::smallModel(Architecture::Decoder));
        Film film;
        film.steps.assign(2000, 1);
        film.losses.assign(2000, 1);
        FigureLook look;
        look.paper.emplace();
        taken("gif"); // of another test
        const std::string said = test::errorOf([&] {
            exportMoments(
                film, [&](std::size_t) { return trace; },
                trace->graph->find("decoder.0.self_attn.weights"), {}, path("gif"), look);
        });
        QVERIFY2(said.find("2000 moments of 2067") != std::string::npos, said.c_str());
        QVERIFY2(said.find("take fewer moments") != std::string::npos, said.c_str());
        QVERIFY(taken("gif").isEmpty());
    }

    void csv_namesTheHeadOfEachRow() {
        const auto trace = test::makeTrace(test::smallModel(Architecture::Decoder));
        const NodeId weights = trace->graph->find("decoder.0.self_attn.weights");
        exportStep(*trace, weights, std::nullopt, "csv", path("csv"));
        const auto cells = cellsOf(readWholeFile(path("csv"), mostBytes));
        QCOMPARE(cells[0], (QStringList{"", "<sos>", "c", "a", "f", "e", "<pad>"}));
        QCOMPARE(cells.size(), 13);
        QCOMPARE(cells[1][0], QStringLiteral("head 1: <sos>"));
        QCOMPARE(cells[12][0], QStringLiteral("head 2: <pad>"));
    }
};

} // namespace gf::tst_export

#include "tests/entry.h"
GF_TEST(tst_export, TestExport)
#include "tst_export.moc"
