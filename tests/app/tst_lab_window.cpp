// SPDX-License-Identifier: GPL-3.0-or-later
// Every lab in a window with an engine behind it: it answers, and a screen reader hears what is
// seen.
#include "app/session/session.h"
#include "app/session/window_host.h"
#include "core/lab/lab.h"
#include "tests/app/heard.h"
#include "tests/app/worlds.h"
#include "tests/core/whole_lists.h"
#include "tests/ui/painted.h"
#include "tests/ui/warnings.h"
#include "ui/controls/commands.h"
#include "ui/labs/labs.h"
#include "ui/stage/stage_widget.h"
#include "ui/stations/lab_answer.h"
#include "ui/stations/station_view.h"
#include "ui/window/main_window.h"

#include <QPixmap>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

namespace gf::tst_lab_window {

namespace {

using test::patience;

/// The window of a session, with what it says of errors.
class Opened : public test::Listener {
public:
    explicit Opened(Language language = Language::English) : m_host(m_session, language) {
        window().resize(1024, 640);
        window().show();
        listen(m_session);
    }

    MainWindow& window() { return m_host.window(); }
    StageWidget& stage() { return *window().findChild<StageWidget*>(); }
    StationView& view() { return *const_cast<StationView*>(stage().stationView()); }
    QString said() { return view().picture().said.join(' '); }
    QToolButton* start() { return window().findChild<QToolButton*>(QStringLiteral("startLab")); }

    void open(const QString& path) { window().intents()->send(intent::OpenModel{path}); }
    /// Whether something is shown, or nothing will be.
    bool hasBegun() { return stage().trace() || !errors.isEmpty(); }
    bool shows(const LabPage& page) {
        return stage().stationView() && view().station() &&
               QLatin1String(view().station()->id) == QLatin1String(page.drawing.id);
    }
    /// What the open lab asks of the engine.
    std::optional<LabRequest> request(const LabPage& page) {
        return page.asks ? page.asks(view().input()) : std::nullopt;
    }
    bool isAnswered(const LabPage& page) {
        const auto asked = request(page);
        return !asked || findAnswer(view().input(), *asked).answer ||
               !view().input().news.lab.failure.isEmpty();
    }
    /// Answered, or it waits for a person to start it.
    bool isReady(const LabPage& page) { return isAnswered(page) || start(); }

private:
    test::WatchedSession m_session;
    WindowHost m_host;
};

constexpr double leastPainted = 0.8; ///< of the room of a drawing

/// A language, a theme and a room in which every lab is to be seen.
struct Look {
    Language language = Language::English;
    ThemeChoice theme = ThemeChoice::Light;
    QSize size;
    bool presented = false;
};

/// Those of a family: all of them in turn over the families, and with whole lists one of each size
/// for each.
std::vector<Look> looksOf(int family) {
    std::vector<Look> looks;
    for (const auto& [size, presented] :
         {std::pair(QSize(1024, 640), false), std::pair(QSize(1440, 900), false),
          std::pair(QSize(1920, 1080), true)})
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark})
            for (const Language language : {Language::English, Language::German})
                looks.push_back({language, theme, size, presented});
    constexpr std::size_t sizes = 3;
    const std::size_t first = static_cast<std::size_t>(family) % looks.size();
    std::vector<Look> chosen{looks[first]};
    for (std::size_t more = 1; more < sizes && test::wantsWholeLists(); ++more)
        chosen.push_back(looks[(first + more * looks.size() / sizes) % looks.size()]);
    return chosen;
}

} // namespace

class TestLabWindow : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName("GlassformerTest");
        m_runs = test::writeFamilyRuns(m_folder.path());
    }
    void init() {
        failOnQtWarnings();
        QSettings().clear();
    }

    void everyLab_answersAndIsHeard_data() {
        QTest::addColumn<QString>("task");
        QTest::newRow("date") << "date";
        QTest::newRow("series") << "series";
        if (test::wantsWholeLists())
            QTest::newRow("salesman") << "salesman";
    }

    /// What takes long is asked for as little as there may be of it.
    void everyLab_answersAndIsHeard() {
        QFETCH(const QString, task);
        Opened opened;
        MainWindow& window = opened.window();
        opened.stage().settings()->setForStations({{"length.steps", 1}, {"ablation.examples", 1}});
        opened.open(runOf(task));
        QTRY_VERIFY_WITH_TIMEOUT(opened.hasBegun(), patience);
        QVERIFY2(opened.errors.isEmpty(), qPrintable(opened.errors.join('|')));
        QVERIFY(opened.stage().trace()->model.starts_with(task.toStdString()));
        int answered = 0;
        std::size_t lab = task == "date" ? 0 : 1;
        for (const LabPage& page : labPages()) {
            if (!test::isTried(lab++, 2))
                continue;
            const QString name = QLatin1String(page.drawing.id);
            window.openLab(name);
            QVERIFY2(opened.shows(page), page.drawing.id);
            if (obstacleTo(page, *opened.stage().trace())) {
                QVERIFY2(!opened.said().isEmpty(), page.drawing.id);
                continue;
            }
            QTRY_VERIFY2_WITH_TIMEOUT(opened.isReady(page), page.drawing.id, patience);
            if (!opened.isAnswered(page) && !page.standsAlone) {
                opened.start()->click();
                QTRY_VERIFY2_WITH_TIMEOUT(opened.isAnswered(page),
                                          qPrintable(name + ": " + opened.said()), patience);
            }
            const auto heard = [&] { return opened.view().accessibleDescription(); };
            QTRY_VERIFY2(heard().contains(opened.said()), qPrintable(name + ": " + heard()));
            QVERIFY2(heard().contains(QRegularExpression("[0-9]")),
                     qPrintable(name + ": " + heard()));
            ++answered;
        }
        QVERIFY(answered >= 3);
    }

    void everyLab_isSeenWholeInAWindowOfEveryFamily_data() {
        QTest::addColumn<int>("family");
        int family = 0;
        for (const test::FamilyRun& run : test::familyRuns())
            QTest::newRow(run.name().c_str()) << family++;
    }

    /// Or the reason why the model has nothing of the kind.
    void everyLab_isSeenWholeInAWindowOfEveryFamily() {
        QFETCH(const int, family);
        std::unique_ptr<Opened> opened;
        Language language = Language::System;
        QStringList empty; // with a part of their room
        for (const Look& look : looksOf(family)) {
            if (!opened || language != look.language) {
                opened = std::make_unique<Opened>(language = look.language);
                opened->open(m_runs[family]);
                QTRY_VERIFY_WITH_TIMEOUT(opened->hasBegun(), patience);
                QVERIFY2(opened->errors.isEmpty(), qPrintable(opened->errors.join('|')));
            }
            MainWindow& window = opened->window();
            window.setTheme(look.theme);
            window.perform(Command::Present, look.presented);
            window.resize(look.size);
            QTRY_COMPARE(window.size(), look.size); // a presentation's is that of its screen
            for (const LabPage& page : labPages()) {
                const QString where = QStringLiteral("%1, %2 × %3")
                                          .arg(QLatin1String(page.drawing.id))
                                          .arg(look.size.width())
                                          .arg(look.size.height());
                window.openLab(QLatin1String(page.drawing.id));
                QVERIFY2(opened->shows(page), qPrintable(where));
                if (!obstacleTo(page, *opened->stage().trace()))
                    QTRY_VERIFY2_WITH_TIMEOUT(opened->isReady(page), qPrintable(where), patience);
                QVERIFY2(!window.grab().isNull(), qPrintable(where));
                QVERIFY2(!opened->said().isEmpty(), qPrintable(where));
                // Small windows have lines of words beside a small picture; a reason is one line.
                if (look.size.width() > 1024 && !obstacleTo(page, *opened->stage().trace()) &&
                    opened->isAnswered(page)) {
                    const double share = test::paintedShare(opened->stage());
                    if (share < leastPainted)
                        empty << QStringLiteral("%1: %2").arg(where).arg(share, 0, 'f', 2);
                }
                const QRect seen = opened->view().visibleRegion().boundingRect();
                QVERIFY2(seen == opened->view().rect(),
                         qPrintable(QStringLiteral("%1: of %2 × %3 only %4 × %5")
                                        .arg(where)
                                        .arg(opened->view().width())
                                        .arg(opened->view().height())
                                        .arg(seen.width())
                                        .arg(seen.height())));
            }
            window.perform(Command::Present, false);
        }
        QVERIFY2(empty.isEmpty(), qPrintable(empty.join(QStringLiteral("; "))));
    }

private:
    /// The first of a task.
    QString runOf(const QString& task) const {
        const auto families = test::familyRuns();
        const auto found = std::ranges::find_if(
            families, [&](const test::FamilyRun& run) { return task == QLatin1String(run.task); });
        return m_runs[found - families.begin()];
    }

    QTemporaryDir m_folder;
    QStringList m_runs;
};

} // namespace gf::tst_lab_window

#include "tests/entry.h"
GF_TEST(tst_lab_window, TestLabWindow)
#include "tst_lab_window.moc"
