// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/train_config.h"

#include "tests/core/errors.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <limits>

namespace gf::tst_train_config {

using nlohmann::json;

class TestTrainConfig : public QObject {
    Q_OBJECT

private slots:
    void missingKeys_keepTheirDefaults() {
        QVERIFY(trainConfigFromJson(json::object()) == TrainConfig{});
        TrainConfig one;
        one.batch = 8;
        QVERIFY(trainConfigFromJson({{"batch", 8}}) == one);
    }

    void toJson_keepsEveryField() {
        const TrainConfig config{{.modulus = 97, .trainShare = 0.3, .digits = 4, .reversed = true},
                                 7,
                                 3,
                                 OptimizerKind::Sgd,
                                 0.1 + 0.2, // needs all 17 digits
                                 ScheduleKind::Noam,
                                 5,
                                 0.8,
                                 0.98,
                                 1e-9,
                                 0.5,
                                 0.01,
                                 1,
                                 0.1,
                                 2,
                                 96,
                                 std::numeric_limits<std::uint64_t>::max()};
        const json text = json::parse(toJson(config).dump());
        QVERIFY(trainConfigFromJson(text) == config);
        const json defaults = toJson(TrainConfig{});
        for (const auto& [key, value] : defaults.items())
            QVERIFY2(text[key] != value, key.c_str()); // the test above looks at every field
        QCOMPARE(trainConfigFromJson({{"optimizer", "adamw"}}).optimizer, OptimizerKind::AdamW);
        QCOMPARE(trainConfigFromJson({{"schedule", "cosine"}}).schedule, ScheduleKind::Cosine);
        QCOMPARE(trainConfigFromJson({{"seed", 12}}).seed, std::uint64_t{12});
    }

    void learningRate_defaultsToThePapersFactorForNoamAlone() {
        QCOMPARE(trainConfigFromJson({{"schedule", "noam"}}).learningRate, 1.0);
        QCOMPARE(trainConfigFromJson({{"learning_rate", 0.16}, {"schedule", "noam"}}).learningRate,
                 0.16);
        QCOMPARE(trainConfigFromJson({{"schedule", "cosine"}}).learningRate,
                 TrainConfig{}.learningRate);
    }

    void trainConfigFromJson_namesImpossibleValues_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* text, const char* expected) {
            QTest::newRow(text) << QString(text) << QString(expected);
        };
        row("[]", "the training configuration is []");
        row(R"({"learningrate": 1})", "mean \"learning_rate\"?");
        row(R"({"steps": -1})", "steps is -1; it must be between 0 and 1000000000");
        row(R"({"steps": 1.5})", "steps is 1.5; it must be a whole number");
        row(R"({"batch": 0})", "batch is 0");
        row(R"({"optimizer": "adan"})",
            "optimizer is \"adan\"; it must be \"adam\", \"adamw\" or \"sgd\"");
        row(R"({"frozen_layers": -1})", "frozen_layers is -1; it must be between 0 and 100000");
        row(R"({"context": -1})", "context is -1; it must be between 0 and 8192");
        row(R"({"context": 1})", "context is 1; it must be at least 2");
        row(R"({"modulus": 1})", "modulus is 1; it must be between 2 and 199");
        row(R"({"train_share": 1})", "train_share is 1; it must be between 0.01 and 0.99");
        row(R"({"digits": 0})", "digits is 0; it must be between 1 and 9");
        row(R"({"reversed": 1})", "reversed is 1");
        row(R"({"learning_rate": -1e-3})", "learning_rate is -0.001");
        row(R"({"learning_rate": "fast"})", "learning_rate is \"fast\"; it must be a number");
        row(R"({"schedule": null})", "schedule is null");
        row(R"({"beta1": 1})", "beta1 is 1; it must be at least 0 and below 1");
        row(R"({"beta2": 1.0})", "beta2 is 1.0");
        row(R"({"epsilon": 0})", "epsilon is 0; it must be above 0");
        row(R"({"momentum": 1})", "momentum is 1");
        row(R"({"weight_decay": -1})", "weight_decay is -1");
        row(R"({"clip_norm": -1})", "clip_norm is -1");
        row(R"({"label_smoothing": 1})", "label_smoothing is 1");
        row(R"({"seed": -1})", "seed is -1");
        row(R"({"seed": 1.5})", "seed is 1.5");
        row(R"({"seed": 99999999999999999999})", "seed is");
    }

    void trainConfigFromJson_namesImpossibleValues() {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        GF_FAILS(trainConfigFromJson(json::parse(text.toStdString())), expected.toStdString());
    }
};

} // namespace gf::tst_train_config

#include "tests/entry.h"
GF_GUILESS_TEST(tst_train_config, TestTrainConfig)
#include "tst_train_config.moc"
