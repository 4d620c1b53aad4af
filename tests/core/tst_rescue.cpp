// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/rescue.h"
#include "tests/core/errors.h"
#include "tests/core/runs.h"
#include "tests/core/surroundings.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <sys/stat.h>

namespace gf::tst_rescue {
namespace {

using namespace gf::test;

class TstRescue : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        m_run.model = smallModel(*m_task);
        m_run.train = shortTraining();
        m_run.task = m_task->name();
        m_run.vocabularies = vocabulariesOf(m_task);
        m_run.steps = 7;
        m_parameters = makeParameters(m_run.model, m_run.train);
    }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        for (const char* name : {"saved", "temporary"})
            QVERIFY(QDir(m_folder->path()).mkdir(name));
        m_temporary.emplace("TMPDIR");
        m_temporary->set(at("temporary").c_str());
    }
    void cleanup() {
        m_temporary.reset();
        m_folder.reset();
    }

    void saveOrRescue_rescuesNothingWhereSavingWorks() {
        saveOrRescue(at("saved/run.st"), replacing(at("saved/run.st")), m_run, *m_parameters);
        QCOMPARE(filesIn("saved"), QStringList("run.st"));
        QCOMPARE(filesIn("temporary"), QStringList());
    }

    void rescuedRun_liesBesideItsFile() {
        QVERIFY(QDir(m_folder->path()).mkpath("saved/run.st"));
        QCOMPARE(rescued("saved/run.st"), at("saved/run-rescued-1.st"));
        QCOMPARE(rescued("saved/run.st"), at("saved/run-rescued-2.st"));
        QCOMPARE(loadRun(at("saved/run-rescued-2.st")).description.steps, Index{7});
        QCOMPARE(filesIn("temporary"), QStringList());
    }

    void rescuedRun_goesToTemporaryFilesWhereItsFolderIsGone() {
        QCOMPARE(rescued("gone/run.st"), at("temporary/run-rescued-1.st"));
        GF_FAILS(
            saveOrRescue(at("gone/run.st"), replacing(at("gone/run.st")), m_run, *m_parameters),
            "gone/run.st", "does not exist", "The run after training step 7 is in",
            at("temporary/run-rescued-2.st") + " instead");
    }

    void rescuedRun_followsNoLinkOfOthers() {
        writeFileAtomically(at("kept"), "kept");
        for (const char* name : {"run-rescued-1.st", "run-rescued-2.st"})
            QVERIFY(QFile::link(m_folder->filePath("kept"),
                                m_folder->filePath("temporary/" + QLatin1String(name))));
        QCOMPARE(rescued("gone/run.st"), at("temporary/run-rescued-3.st"));
        QCOMPARE(readWholeFile(at("kept"), 10), std::string("kept"));
    }

    void rescuedRun_isForItsOwnerAlone() {
        struct stat status {};
        QCOMPARE(::stat(rescued("gone/run.st").c_str(), &status), 0);
        QCOMPARE(status.st_mode & 07777, mode_t{0600});
    }

    void saveOrRescue_saysWhereARunCannotBeSavedAnywhere() {
        const auto parameters = makeParameters(m_run.model, m_run.train);
        parameters->writableFlat()[0] = std::nanf("");
        GF_FAILS(
            saveOrRescue(at("saved/run.st"), replacing(at("saved/run.st")), m_run, *parameters),
            "could not be saved anywhere else");
        QCOMPARE(filesIn("saved") + filesIn("temporary"), QStringList());
    }

private:
    std::string at(const char* name) const { return m_folder->filePath(name).toStdString(); }
    QStringList filesIn(const char* folder) const {
        return QDir(m_folder->filePath(folder))
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    }
    /// Where a run went that cannot be saved there; empty when it was saved.
    std::string rescued(const char* name) const {
        try {
            saveOrRescue(at(name), replacing(at(name)), m_run, *m_parameters);
        } catch (const Rescued& problem) {
            return problem.place().string();
        }
        return {};
    }

    std::shared_ptr<const Task> m_task = smallTask();
    RunDescription m_run;
    std::unique_ptr<Parameters> m_parameters;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::optional<Surroundings> m_temporary;
};

} // namespace

} // namespace gf::tst_rescue

#include "tests/entry.h"
GF_APPLESS_TEST(tst_rescue, TstRescue)
#include "tst_rescue.moc"
