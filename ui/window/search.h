// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/commands.h"
#include "ui/steps/steps.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace gf {

class Glossary;
struct Lesson;

/// Something that the search field finds.
struct SearchEntry {
    enum class Kind {
        Step,     ///< of the graph that is shown
        Drawing,  ///< of a step, which is gone to
        WalkStep, ///< only there while a training step is walked through, which `command` begins
        Lab,
        Lesson, ///< of the course
        Term,   ///< of the glossary
        Command,
        Nothing, ///< says that nothing was found; what follows is
    };
    Kind kind = Kind::Step;
    QString title;
    QString note; ///< what it is, and its keys
    QString tip;
    QString step; ///< as Focus::step has it; of a step of the walk, what finds it there
    bool gradient = false;
    QString view;   ///< the id of a drawing's station
    QString lab;    ///< its name
    QString lesson; ///< its name
    QString term;   ///< the id of the entry
    Command command = Command::Search;
};

/// Another name for something: a row of the table.
struct SearchAlias {
    QStringList words; ///< in lower case, in every language
    QString steps;     ///< what finds them by the names of the contract; may be empty
    Command command = Command::Search; ///< that does it; Search for none
    const char* walk = nullptr;        ///< what it is called, where only the walk has such steps
    const char* lab = nullptr;         ///< the name of the lab that it is
};

/// The table of other names.
std::vector<SearchAlias> searchAliases();

/// Where it looks beside the tables of labs and commands.
struct SearchPlaces {
    const Steps& steps;
    const Glossary& glossary;
    std::vector<std::shared_ptr<const Lesson>> lessons;
};

/// Steps, drawings, labs, lessons, terms and commands for what was typed, in this order and the
/// best of each first. Where there are none, says so and proposes what there is. Nothing for an
/// empty text.
std::vector<SearchEntry> searchAll(const SearchPlaces& places, const QString& text);

} // namespace gf
