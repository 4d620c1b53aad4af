// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/form/field.h"
#include "core/form/field_values.h"
#include "core/form/listed.h"
#include "core/tensor/sentence.h"
#include "core/tensor/shape.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// Who asks for a knob.
enum class KnobUse {
    Everywhere, ///< all of them
    Given,      ///< command line, figures and lessons; the window takes the model's or the initial
    Place,      ///< likewise a place of the model; the window takes what is in focus
    Numbers,    ///< command line and lessons: nothing of it is drawn
    Drawing,    ///< window and figures: it chooses what is drawn
    Window,     ///< the window alone
};

/// What a person may set for a lab.
struct LabKnob {
    /// The key is its name: "mu" is --mu on the command line, mu among a lesson's knobs, and
    /// variance.mu in the window's settings. The label stands beside the window's field. Text and
    /// Numbers are what FieldType says of them; a range is that of each number.
    FormField field;
    std::string_view initial = {}; ///< where it is not set, as it is typed; empty: as the help says
    KnobUse use = KnobUse::Everywhere;
    double step = 1;        ///< by how much an arrow of the window's field changes it
    bool geometric = false; ///< an arrow multiplies by `step` or divides
    std::span<const std::string_view> labels = {}; ///< of the choices, in the window
    std::size_t mostNumbers = 4096;                ///< of Numbers

    std::string_view name() const { return field.key; }
    /// Of Choice and Switch: the place of the initial value among them; otherwise the number. 0
    /// where it is none.
    double initialNumber() const;
};

/// What a lab is tried on.
enum class LabSubjectKind {
    Nothing,        ///< what it computes needs no model
    Task,           ///< models that it trains itself, on a task
    Model,          ///< a model and an example
    ModelOrNothing, ///< numbers that need none, and those of a model if there is one
    TwoExamples,    ///< a model, an example and another one as long
};

/// A bench on which one argument about attention is tried on numbers. All that window, command
/// line, lessons, figures and documentation know of it; what it finds, core/lab_runs finds.
struct Lab {
    std::string_view name; ///< "variance": on the command line
    Phrase question;       ///< what it answers
    LabSubjectKind subject = LabSubjectKind::Model;
    std::span<const LabKnob> knobs = {}; ///< at most four of them are fields of the window
    std::string_view note = {};          ///< what --help says of its numbers
    std::string_view task = anyTask;     ///< of a fresh model, where no other is named

    /// That of labs that ask about no task of its own.
    static constexpr std::string_view anyTask = "date";

    bool takesModel() const { return subject >= LabSubjectKind::Model; }
    bool takesTwoExamples() const { return subject == LabSubjectKind::TwoExamples; }
    /// Whether it is tried on a model, which was given or not.
    bool looksAtModel(bool isModelGiven) const {
        return takesModel() && (isModelGiven || subject != LabSubjectKind::ModelOrNothing);
    }
    const LabKnob* findKnob(std::string_view knob) const;
};

/// The table of all labs, in the order in which they are shown.
std::span<const Lab> labs();

/// The row of this name; null where there is none.
const Lab* findLab(std::string_view name);

/// The lab that asks about one task, by that of its fresh model; null where none does.
const Lab* labAbout(std::string_view task);

/// What pages of the window have measured beside: cells that are marked in the lab of patching,
/// models with heads of other widths, and with the positions that training makes.
std::span<const Lab> measurements();
/// The row of this name there or among the labs; null where there is none.
const Lab* findMeasurement(std::string_view name);

/// Whether a lesson may give a lab something of this name: a knob of any lab, the task of a fresh
/// model, or the words of an example. Files are none.
bool isGivenInLessons(std::string_view name);

/// What is asked of a lab: its knobs as a person has set them. Those that are left out are as they
/// are at first.
struct LabRequest {
    std::string lab;
    FieldValues knobs = {};

    friend bool operator==(const LabRequest&, const LabRequest&) = default;
};

/// What is wrong with a knob's value, as what follows its name: "is 3, but must be …".
std::optional<Sentence> problemWith(const LabKnob& knob, const FieldValue& value);

/// A lab's knobs as they are set.
class KnobValues {
public:
    /// Those that are not given are at their initial values. Throws Error for a knob that the lab
    /// has not, and for a value that it cannot have.
    explicit KnobValues(const Lab& lab, const FieldValues& given = {});

    /// Whether it was given, or has an initial value.
    bool has(std::string_view knob) const { return m_values.contains(knob); }
    // What the lab has and has(); of Integer, Real, Switch, Choice or Text, and Numbers.
    Index whole(std::string_view knob) const;
    double real(std::string_view knob) const;
    bool isOn(std::string_view knob) const;
    std::string text(std::string_view knob) const;
    std::vector<Index> numbers(std::string_view knob) const;
    /// Choices with commas between them.
    std::vector<std::string> words(std::string_view knob) const;

private:
    const FieldValue& at(std::string_view knob) const;

    FieldValues m_values;
};

} // namespace gf
