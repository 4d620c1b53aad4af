// SPDX-License-Identifier: GPL-3.0-or-later
// The table of labs, what a knob may be, and what a lab finds.
#include "core/lab/finding.h"
#include "core/lab/lab.h"
#include "core/lab_runs/lab_runs.h"
#include "core/measure/head_pattern.h"
#include "core/train/length_ladder.h"
#include "tests/core/errors.h"

#include <QFile>
#include <QTest>

#include <cmath>
#include <limits>

namespace gf::tst_lab_table {

namespace {

QString textOf(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString numberOf(double number) {
    return QString::number(number, 'g', 10);
}

/// What a knob may be, as the documentation has it.
QString valuesOf(const LabKnob& knob) {
    const FormField& field = knob.field;
    QStringList choices;
    for (const std::string_view choice : field.choices)
        choices += textOf(choice);
    const QString range = numberOf(field.range.minimum) + " to " + numberOf(field.range.maximum);
    switch (field.type) {
    case FieldType::Choice:
        return choices.join(", ");
    case FieldType::Switch:
        return "on or off";
    case FieldType::Text:
        return "words";
    case FieldType::Numbers:
        return choices.isEmpty() ? "list, each " + range : "list of " + choices.join(", ");
    default:
        return range;
    }
}

QString useOf(KnobUse use) {
    switch (use) {
    case KnobUse::Everywhere:
        return "everywhere";
    case KnobUse::Given:
    case KnobUse::Place:
        return "command line, figure, lesson";
    case KnobUse::Numbers:
        return "command line, lesson";
    case KnobUse::Drawing:
        return "window, figure";
    case KnobUse::Window:
        return "window";
    }
    return {};
}

QString initialOf(const LabKnob& knob) {
    return knob.initial.empty() ? QStringLiteral("–") : textOf(knob.initial);
}

/// The documentation's table of knobs.
QStringList knobRows() {
    QStringList rows;
    for (const Lab& lab : labs())
        for (const LabKnob& knob : lab.knobs)
            rows += QString("| %1 | `%2` | %3 | %4 | %5 | %6 |")
                        .arg(textOf(lab.name), textOf(knob.name()), valuesOf(knob), initialOf(knob),
                             useOf(knob.use), textOf(knob.field.help).replace("<eos>", "`<eos>`"));
    return rows;
}

QString documentation() {
    QFile file(QStringLiteral(GF_TEST_DATA "/../../docs/labs.md"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class TestLabTable : public QObject {
    Q_OBJECT

private slots:
    void knobs_takeTheirEndsAndNothingBeyond() {
        for (const Lab& lab : labs())
            for (const LabKnob& knob : lab.knobs) {
                const FieldRange& range = knob.field.range;
                const bool isNumber =
                    knob.field.type == FieldType::Integer || knob.field.type == FieldType::Real;
                QCOMPARE(lab.findKnob(knob.name()), &knob);
                QVERIFY(!knob.field.help.empty());
                if (!isNumber)
                    continue;
                for (const double end : {range.minimum, range.maximum})
                    QVERIFY2(!problemWith(knob, end), knob.name().data());
                for (const double beyond : {range.minimum - 1, range.maximum + 1,
                                            std::numeric_limits<double>::quiet_NaN(),
                                            std::numeric_limits<double>::infinity()})
                    QVERIFY2(problemWith(knob, beyond), knob.name().data());
                QVERIFY(problemWith(knob, std::string("1")));
                QVERIFY(problemWith(knob, true));
                if (knob.field.type == FieldType::Integer)
                    QVERIFY(problemWith(knob, range.minimum + 0.5));
            }
    }

    void initialValues_areAllowed() {
        for (const Lab& lab : labs()) {
            const KnobValues knobs(lab);
            for (const LabKnob& knob : lab.knobs) {
                const bool isThere = !knob.initial.empty() || knob.field.type == FieldType::Switch;
                QCOMPARE(knobs.has(knob.name()), isThere);
                if (!knob.field.choices.empty() && knob.field.type == FieldType::Choice)
                    QVERIFY(std::ranges::count(knob.field.choices, knob.initial) == 1);
                if (!knob.labels.empty())
                    QCOMPARE(knob.labels.size(), knob.field.choices.size());
            }
        }
    }

    void wrongKnobs_areSaid() {
        const Lab& length = *findLab("length");
        GF_FAILS(KnobValues(length, {{"mu", 1.0}}), "knobs: mu is no knob of this lab");
        GF_FAILS(KnobValues(length, {{"lengths", std::string("0")}}), "each 1 to 512");
        GF_FAILS(KnobValues(length, {{"lengths", std::string("2,x")}}), "\"2,x\"");
        GF_FAILS(KnobValues(length, {{"kinds", std::string("none,absolute")}}),
                 "one of none, sinusoidal");
        GF_FAILS(KnobValues(length, {{"steps", std::int64_t{-1}}}), "0 to 1000000");
        const KnobValues knobs(
            length, {{"lengths", std::int64_t{7}}, {"kinds", std::string("none,rotary")}});
        QCOMPARE(knobs.numbers("lengths"), std::vector<Index>{7});
        QCOMPARE(knobs.words("kinds"), (std::vector<std::string>{"none", "rotary"}));
    }

    void choices_areThoseOfTheEngine() {
        std::vector<std::string> kinds;
        for (const std::string_view kind : findLab("length")->findKnob("kinds")->field.choices)
            kinds.emplace_back(kind);
        QCOMPARE(kinds, kindsOfPosition());
        for (const HeadRule& rule : headRules())
            QVERIFY(findLab("ablation")->findKnob("by")->field.help.find(nameOf(rule.pattern)) !=
                    std::string_view::npos);
    }

    void everyLab_isRun() {
        for (const Lab& lab : labs()) {
            if (lab.subject == LabSubjectKind::TwoExamples)
                continue; // of examples as long as each other
            Run run = freshRun(std::string(lab.task), 1);
            const std::shared_ptr<const Task> task = taskOf(run.description);
            const LabModel model{run.description, *run.parameters, validationExample(*task, 0)};
            FieldValues knobs;
            if (lab.name == "length")
                knobs = {{"steps", std::int64_t{1}},
                         {"lengths", std::int64_t{2}},
                         {"kinds", std::string("none")},
                         {"examples", std::int64_t{1}}};
            if (lab.name == "sweep")
                knobs = {{"steps", std::int64_t{1}}};
            if (lab.name == "ablation")
                knobs = {{"examples", std::int64_t{1}}};
            const LabFound found =
                runLab({lab, KnobValues(lab, knobs), 1, lab.takesModel() ? &model : nullptr});
            const Finding::Fields* const fields = found.finding.fields();
            QVERIFY2(fields && !fields->empty(), lab.name.data());
        }
        for (const Lab& lab : measurements()) { // of the window, where their runs are tested
            QCOMPARE(findMeasurement(lab.name), &lab);
            QCOMPARE(takesLong(lab), lab.subject == LabSubjectKind::Task);
        }
    }

    void findings_areFoundByTheirPaths() {
        const Finding finding{{"number", 1.5},
                              {"whole", 3},
                              {"nothing", std::nan("")},
                              {"null", Finding()},
                              {"list", std::vector<double>{1, 2}},
                              {"inner", Finding{{"word", "a"}}}};
        QCOMPARE(*finding.find("number")->number(), 1.5);
        QCOMPARE(*finding.find("list/1")->number(), 2.0);
        QVERIFY(std::isnan(*finding.find("null")->number()));
        QVERIFY(!finding.find("inner/word")->number());
        for (const char* const none : {"", "none", "list/2", "list/01", "list/-", "list/",
                                       "list/9999999999999999999999", "number/0", "inner/"})
            QVERIFY2(!finding.find(none), none);
        QCOMPARE(textOf(finding.json()),
                 QString(R"({"number":1.5,"whole":3,"nothing":null,"null":null,)"
                         R"("list":[1.0,2.0],"inner":{"word":"a"}})"));
        // In its own order, not sorted.
        QCOMPARE(Finding::fromJson(finding.json()).json(), finding.json());
        QVERIFY(std::isnan(finding.numberAt("inner/word")));
        QCOMPARE(finding.numbersAt("list"), (std::vector<double>{1, 2}));
        QVERIFY(finding.listAt("number").empty());
    }

    /// docs/labs.md is made from the table.
    void documentation_isTheTable() {
        const QString text = documentation();
        for (const Lab& lab : labs())
            QVERIFY2(
                text.contains(QString("\n| %1 | %2 |").arg(textOf(lab.name), textOf(lab.question))),
                lab.name.data());
        QStringList rows;
        for (const QString& line : text.split('\n'))
            if (line.count('|') == 7 && line.contains("| `"))
                rows += line;
        QCOMPARE(rows, knobRows());
    }
};

} // namespace gf::tst_lab_table

#include "tests/entry.h"
GF_GUILESS_TEST(tst_lab_table, TestLabTable)
#include "tst_lab_table.moc"
