// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/feature.h"
#include "ui/language/language.h"
#include "ui/theme/theme.h"

#include <vector>

namespace gf {

class Commands;
class StageWidget;

/// How the window looks: theme, language, size of texts, motion, and how the stages draw their
/// matrices.
class Appearance : public Feature {
    Q_OBJECT
public:
    Appearance(const Commands& commands, StageWidget* stage, StageWidget* comparedStage);
    /// A further stage, which draws as the first does.
    void follow(StageWidget* stage);
    /// Whether what is shown has cells for numbers.
    void offerNumbers(bool offered);

    /// Dresses the whole program.
    void setTheme(ThemeChoice choice);
    /// Ticks the theme that `other` shows.
    void takeOver(const Appearance& other);

    bool perform(Command command, bool checked) override;
    void describe(Scene& scene) const override;
    void showScene(const Scene& scene) override;

signals:
    /// Asks for a window in this language in place of this one.
    void languageChosen(gf::Language language);
    /// Asks for a window in place of this one, because texts have another size.
    void renewalWanted();

private:
    bool chooseTheme(ThemeChoice choice);
    bool chooseLanguage(Language language);
    bool resizeTexts(int steps);
    void showSettings();
    void zoom(double factor);

    const Commands& m_commands;
    StageWidget* m_stage;
    std::vector<StageWidget*> m_comparedRuns;
};

} // namespace gf
