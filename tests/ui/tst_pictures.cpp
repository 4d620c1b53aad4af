// SPDX-License-Identifier: GPL-3.0-or-later
// A source that is a picture: on the stage, in generation, and drawn by hand.
#include "core/form/shape_picture.h"
#include "ui/example/picture_editor.h"
#include "ui/example/picture_field.h"
#include "ui/figure/svg_canvas.h"
#include "ui/generation/generation_view.h"
#include "ui/generation/picture_rows.h"
#include "ui/stations/patch_picture.h"

#include "drawn_station.h"
#include "small_model.h"
#include "warnings.h"

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace gf::tst_pictures {

using test::at;
using test::Drawn;
using test::idsFor;

namespace {

const QStringList words{"a", "red", "blue", "circle", "square", "above"};

Vocabularies vocabularies() {
    std::vector<std::string> all;
    for (const QString& word : words)
        all.push_back(word.toStdString());
    Vocabularies both;
    both.target = std::make_shared<const Vocabulary>(std::move(all), Tokenization::Words);
    return both;
}

/// An untrained model that reads a picture and is to write "a red circle".
std::shared_ptr<const Trace> pictureTrace(const char* text, Index padding = 0,
                                          Family family = Family::Transformer) {
    ModelConfig model;
    model.input = Input::Values;
    model.features = 48;
    model.positional = Positional::Learned;
    model.family = family;
    model.alignment = Alignment::Bahdanau;
    model.layers = 1;
    model.dModel = 16;
    model.heads = 2;
    model.dFf = 24;
    model.maxLength = 64;
    model.targetVocab = 4 + words.size();
    ProbeExample example;
    example.source = patchesOf(shapesIn(text));
    example.target = Sequence{4, 5, 7};
    example.padding = padding;
    return traceOf(model, example, {}, vocabularies());
}

constexpr const char* text = "small red square 4 8; large blue circle 12 12";

QStringList tipsOf(const Drawn& drawn) {
    QStringList tips;
    for (const auto& region : drawn.picture.hitRegions)
        tips << region.place.tip;
    return tips;
}

/// The middle of a point of the picture in a field.
QPoint pointIn(const PictureField& field, int x, int y) {
    const QRectF picture = pictureSquare(QRectF(field.rect()).adjusted(4, 4, -4, -4));
    const double side = picture.width() / 24;
    return QPointF(picture.left() + (x + 0.5) * side, picture.top() + (y + 0.5) * side).toPoint();
}

class TestPictures : public QObject {
    Q_OBJECT
private slots:
    void init() { failOnQtWarnings(); }

    void pictures_areOfferedWhereTheSourceIsOne() {
        const auto trace = pictureTrace(text);
        QCOMPARE(idsFor(trace, "source.values"), QStringList{"picture"});
        for (const char* step : {"decoder.0.cross_attn.weights", "encoder.0.self_attn.weights"})
            QVERIFY2(idsFor(trace, step).contains("picture-attention"), step);
        QVERIFY(!idsFor(trace, "decoder.0.self_attn.weights").contains("picture-attention"));
        QVERIFY(!idsFor(traceOf(Architecture::EncoderDecoder), "decoder.0.cross_attn.weights")
                     .contains("picture-attention"));
        const auto recurrent = pictureTrace(text, 0, Family::Recurrent);
        QVERIFY(idsFor(recurrent, "attention.weights").contains("picture-attention"));
    }

    void picture_isDrawnPointByPoint() {
        const auto picture = pictureOf(*pictureTrace(text, 3));
        QVERIFY(picture);
        QCOMPARE(picture->patches, patchesOf(shapesIn(text)));
        // A square of 5 × 5 points from (4, 8): in two patches each line is a rectangle, 4 and 1
        // wide.
        const Drawn drawn(pictureTrace("small red square 4 8"), "picture", "source.values",
                          at(13, -1));
        QCOMPARE(drawn.words.kinds.value("point"), 2 * 5);
        QCOMPARE(drawn.words.kinds.value("picture"), 1);
        QVERIFY2(drawn.words.all().contains("small red square 4 8"), qPrintable(drawn.words.all()));
        QVERIFY2(drawn.words.all().contains("row 3, column 2: row 14 of the source, 48 of its 48"),
                 qPrintable(drawn.words.all()));
        QVERIFY(tipsOf(drawn).contains("row 6, column 6"));
    }

    void crossAttention_glowsForTheWordInFocus() {
        const auto trace = pictureTrace(text);
        const Tensor& weights = *trace->find("decoder.0.cross_attn.weights");
        for (const Index word : {0, 2}) {
            const Drawn drawn(trace, "picture-attention", "decoder.0.cross_attn.weights",
                              at(word, -1, 1));
            Index most = 0;
            for (Index patch = 0; patch < 36; ++patch)
                if (weights.at({{1, word, patch, 0}}) > weights.at({{1, word, most, 0}}))
                    most = patch;
            const QString said =
                QString("While “%1” is written, most is read from row %2, column %3")
                    .arg(word == 0 ? "a" : "circle")
                    .arg(most / 6 + 1)
                    .arg(most % 6 + 1);
            const QString all = drawn.words.texts.join(' ');
            QVERIFY2(all.contains(said), qPrintable(all));
            const auto& first = drawn.picture.hitRegions[most].place;
            QCOMPARE(first.row, word);
            QCOMPARE(first.column, most);
            QCOMPARE(first.tip, QString("%1\nrow %2, column %3")
                                    .arg(numberText(weights.at({{1, word, most, 0}}), 4))
                                    .arg(most / 6 + 1)
                                    .arg(most % 6 + 1));
            // The large picture, and one for each of "a red circle <eos>".
            QCOMPARE(drawn.picture.hitRegions.size(), std::size_t{5 * 36});
            for (const char* written : {"a", "red", "circle", "<eos>"})
                QVERIFY2(drawn.words.texts.contains(written), written);
        }
    }

    void meanOfHeads_isTheMeanOfTheirWeights() {
        const auto trace = pictureTrace(text);
        const Tensor& weights = *trace->find("decoder.0.cross_attn.weights");
        const Drawn drawn(trace, "picture-attention", "decoder.0.cross_attn.weights", at(1, -1),
                          {{"mean", 1}});
        const float mean = (weights.at({{0, 1, 7, 0}}) + weights.at({{1, 1, 7, 0}})) / 2;
        QVERIFY(drawn.picture.hitRegions[7].place.tip.startsWith(numberText(mean, 4)));
    }

    void selfAttention_isThatOfThePatchInFocus() {
        const auto trace = pictureTrace(text, 2);
        const Tensor& weights = *trace->find("encoder.0.self_attn.weights");
        const Drawn drawn(trace, "picture-attention", "encoder.0.self_attn.weights", at(20, -1, 1));
        QVERIFY(drawn.words.all().contains("The patch in row 4, column 3"));
        QCOMPARE(drawn.picture.hitRegions.size(), std::size_t{3 * 36}); // large, and two heads
        QVERIFY(drawn.picture.hitRegions[5].place.tip.startsWith(
            numberText(weights.at({{1, 20, 5, 0}}), 4)));
        QCOMPARE(drawn.picture.hitRegions[5].place.row, Index{5}); // a click goes there
        QCOMPARE(drawn.picture.hitRegions[36 + 5].place.head, 0);
    }

    void recurrentAttention_glowsToo() {
        const auto trace = pictureTrace(text, 0, Family::Recurrent);
        const Tensor& weights = *trace->find("attention.weights");
        const Drawn drawn(trace, "picture-attention", "attention.weights", at(1, -1));
        QVERIFY(drawn.words.all().contains("While “red” is written"));
        QVERIFY(drawn.picture.hitRegions[9].place.tip.startsWith(
            numberText(weights.at({{1, 9, 0, 0}}), 4)));
    }

    /// Every patch and point is a rectangle in the file, none a picture of pixels.
    void exportedPicture_isMadeOfShapes() {
        SvgCanvas canvas({60, 60}, {240, 240}, QFont(), "picture");
        std::vector<float> weights(36, 0.01F);
        weights[3] = 0.5F;
        drawPicture(canvas, PatchPicture{patchesOf(shapesIn("small red square 4 8"))},
                    {0, 0, 240, 240}, weights);
        const QByteArray svg = canvas.finish();
        QCOMPARE(svg.count("class=\"patch\""), 36);
        QCOMPARE(svg.count("class=\"point\""), 10);
        QVERIFY(!svg.contains("<image"));
    }

    void generation_showsWhatEachWordReads() {
        GenerationReport report;
        report.tokens = {"a", "red", "circle", "<eos>"};
        report.moments.resize(4);
        report.trace = pictureTrace(text);
        GenerationView view;
        view.resize(900, 600);
        view.setReport(report);
        view.show();
        auto* pictures = view.findChild<PictureRows*>();
        QVERIFY(pictures->isVisible() && pictures->hasPicture());
        QSignalSpy chosen(pictures, &PictureRows::chosen);
        view.setStep(2);
        QVERIFY(!pictures->grab().isNull());
        QTest::mouseClick(pictures, Qt::LeftButton, {}, {40, 60}); // the large one
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].toInt(), 2);
        report.trace = traceOf(Architecture::EncoderDecoder);
        view.setReport(report);
        QVERIFY(!pictures->isVisible());
    }

    void shapes_arePlacedMovedAndTakenAway() {
        PictureField field;
        field.resize(300, 300);
        QSignalSpy edited(&field, &PictureField::edited);
        QTest::mouseClick(&field, Qt::LeftButton, {}, pointIn(field, 12, 12));
        QCOMPARE(shapesText(field.shapes()), std::string("red circle 8 8"));
        PictureShape brush;
        brush.kind = PictureShape::Kind::Square;
        brush.size = PictureShape::Size::Small;
        brush.colour = 2;
        field.setBrush(brush); // the chosen one becomes it, about its middle
        QCOMPARE(shapesText(field.shapes()), std::string("small blue square 9 9"));
        QTest::mousePress(&field, Qt::LeftButton, {}, pointIn(field, 10, 10));
        QMouseEvent move(QEvent::MouseMove, pointIn(field, 3, 4), field.mapToGlobal(QPoint()),
                         Qt::LeftButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&field, &move);
        QTest::mouseRelease(&field, Qt::LeftButton, {}, pointIn(field, 3, 4));
        QCOMPARE(shapesText(field.shapes()), std::string("small blue square 2 3"));
        QTest::keyClick(&field, Qt::Key_Left);
        QTest::keyClick(&field, Qt::Key_Left);
        QTest::keyClick(&field, Qt::Key_Left); // no further than the border
        QTest::keyClick(&field, Qt::Key_Down);
        QCOMPARE(shapesText(field.shapes()), std::string("small blue square 0 4"));
        QTest::mouseClick(&field, Qt::LeftButton, {}, pointIn(field, 23, 23)); // as near as it can
        QTest::mouseClick(&field, Qt::LeftButton, {}, pointIn(field, 23, 0));
        QCOMPARE(shapesText(field.shapes()),
                 std::string("small blue square 0 4; small blue square 19 19; "
                             "small blue square 19 0"));
        QTest::mouseClick(&field, Qt::LeftButton, {}, pointIn(field, 12, 12)); // three are enough
        QCOMPARE(field.shapes().size(), std::size_t{3});
        QVERIFY(!field.hasChosen());
        QTest::mouseClick(&field, Qt::LeftButton, {}, pointIn(field, 21, 21));
        QTest::keyClick(&field, Qt::Key_Delete);
        QCOMPARE(field.shapes().size(), std::size_t{2});
        QVERIFY(edited.size() >= 9);
    }

    void editor_writesWhatIsTyped() {
        PictureEditor editor;
        QSignalSpy edited(&editor, &PictureEditor::edited);
        editor.setText("large green cross 3 4; red circle 15 15");
        QCOMPARE(editor.text(), QString("large green cross 3 4; red circle 15 15"));
        editor.setText("large green cr"); // somebody is typing: the picture stays
        QCOMPARE(editor.text(), QString("large green cross 3 4; red circle 15 15"));
        QCOMPARE(edited.size(), 0);
        auto* field = editor.findChild<PictureField*>();
        editor.show();
        QTest::mouseClick(field, Qt::LeftButton, {}, pointIn(*field, 8, 9));
        for (QToolButton* button : editor.findChildren<QToolButton*>())
            if (button->accessibleName() == "yellow" || button->accessibleName() == "triangle" ||
                button->accessibleName() == "small")
                button->click();
        QCOMPARE(editor.text(), QString("small yellow triangle 6 7; red circle 15 15"));
        QCOMPARE(edited.last()[0].toString(), editor.text());
    }
};

} // namespace
} // namespace gf::tst_pictures

#include "tests/entry.h"
GF_TEST(tst_pictures, TestPictures)
#include "tst_pictures.moc"
