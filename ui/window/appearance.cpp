// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/appearance.h"

#include "ui/controls/commands.h"
#include "ui/figure/zoom_gesture.h"
#include "ui/scene/scene.h"
#include "ui/stage/stage_widget.h"
#include "ui/theme/high_contrast.h"
#include "ui/theme/motion.h"
#include "ui/theme/text_size.h"

#include <QAction>
#include <QApplication>
#include <QSettings>

#include <algorithm>

namespace gf {

namespace {

constexpr auto numbersSetting = "stage/numbers";

} // namespace

Appearance::Appearance(const Commands& commands, StageWidget* stage, StageWidget* comparedStage)
    : Feature(stage), m_commands(commands), m_stage(stage) {
    commands[Command::LessMotion]->setChecked(isMotionReduced());
    commands[Command::Numbers]->setIconText(tr("Numbers"));
    stage->addSwitch(commands[Command::Numbers]);
    follow(comparedStage);
    connect(stage, &StageWidget::matricesShown, this, &Appearance::offerNumbers);
    connect(stage->settings(), &StageSettingsModel::changed, this, &Appearance::showSettings);
    stage->settings()->setNumbers(QSettings().value(numbersSetting).toBool()); // as the last time
}

void Appearance::follow(StageWidget* stage) {
    stage->addSwitch(m_commands[Command::Numbers]);
    m_comparedRuns.push_back(stage);
}

/// A drawing writes them where its cells have room, whatever is ticked.
void Appearance::offerNumbers(bool offered) {
    QAction* numbers = m_commands[Command::Numbers];
    numbers->setEnabled(offered);
    numbers->setText(offered ? tr("Num&bers in the cells")
                             : tr("Num&bers in the cells (here as there is room)"));
    numbers->setIconText(tr("Numbers"));
}

bool Appearance::perform(Command command, bool checked) {
    switch (command) {
    case Command::ThemeSystem:
        return chooseTheme(ThemeChoice::System);
    case Command::ThemeLight:
        return chooseTheme(ThemeChoice::Light);
    case Command::ThemeDark:
        return chooseTheme(ThemeChoice::Dark);
    case Command::HighContrast:
        setContrastHigh(checked);
        setTheme(m_commands.theme());
        return true;
    case Command::LanguageSystem:
        return chooseLanguage(Language::System);
    case Command::LanguageEnglish:
        return chooseLanguage(Language::English);
    case Command::LanguageGerman:
        return chooseLanguage(Language::German);
    case Command::LargerText:
        return resizeTexts(1);
    case Command::SmallerText:
        return resizeTexts(-1);
    case Command::NormalText:
        return resizeTexts(0);
    case Command::LessMotion:
        setMotionReduced(checked);
        return true;
    case Command::EqualPanels:
        m_stage->settings()->setEqualPanels(checked);
        return true;
    case Command::Numbers:
        QSettings().setValue(numbersSetting, checked);
        m_stage->settings()->setNumbers(checked);
        return true;
    case Command::ZoomIn:
        zoom(zoomStep);
        return true;
    case Command::ZoomOut:
        zoom(1 / zoomStep);
        return true;
    default:
        return false;
    }
}

void Appearance::setTheme(ThemeChoice choice) {
    applyTheme(*qApp, choice);
    m_commands.showTheme(choice);
    m_commands[Command::HighContrast]->setChecked(
        Theme::of(QApplication::palette()).isHighContrast);
}

/// Who wants light or dark wants just that, and not the high contrast of it; who wants the
/// desktop's, its contrast too.
bool Appearance::chooseTheme(ThemeChoice choice) {
    if (choice == ThemeChoice::System)
        followContrastOfDesktop();
    else
        setContrastHigh(false);
    setTheme(choice);
    QSettings().setValue(QStringLiteral("window/theme"), themeName(choice));
    return true;
}

bool Appearance::chooseLanguage(Language language) {
    QSettings().setValue(QStringLiteral("window/language"), languageName(language));
    emit languageChosen(language);
    return true;
}

bool Appearance::resizeTexts(int steps) {
    if (const int size = textSizeBeside(textSize(), steps); size != textSize()) {
        storeTextSize(size);
        emit renewalWanted();
    }
    return true;
}

void Appearance::showSettings() {
    const StageSettings& settings = m_stage->settings()->settings();
    m_commands[Command::Numbers]->setChecked(settings.numbers);
    m_commands[Command::EqualPanels]->setChecked(settings.equalPanels);
}

void Appearance::describe(Scene& scene) const {
    scene.stage = m_stage->settings()->settings();
}

void Appearance::showScene(const Scene& scene) {
    m_stage->settings()->set(scene.stage);
}

/// Of the stage that has the keyboard.
void Appearance::zoom(double factor) {
    const QWidget* keyboard = m_stage->window()->focusWidget();
    const auto there = std::ranges::find_if(m_comparedRuns, [&](const StageWidget* comparedRun) {
        return comparedRun->isAncestorOf(keyboard);
    });
    (there == m_comparedRuns.end() ? m_stage : *there)->zoom(factor);
}

void Appearance::takeOver(const Appearance& other) {
    for (const Command theme :
         {Command::ThemeSystem, Command::ThemeLight, Command::ThemeDark, Command::HighContrast})
        m_commands[theme]->setChecked(other.m_commands[theme]->isChecked());
}

} // namespace gf
