// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/lab.h"

#include <algorithm>

namespace gf {

namespace {

using Choices = std::span<const std::string_view>;

// Knobs by their kinds; a text that the window shows is a phrase.

constexpr LabKnob real(std::string_view key, std::string_view label, FieldRange range,
                       std::string_view initial, double step, std::string_view help) {
    return {.field =
                {.key = key, .label = label, .type = FieldType::Real, .range = range, .help = help},
            .initial = initial,
            .step = step};
}

constexpr LabKnob whole(std::string_view key, std::string_view label, FieldRange range,
                        std::string_view initial, std::string_view help) {
    LabKnob knob = real(key, label, range, initial, 1, help);
    knob.field.type = FieldType::Integer;
    return knob;
}

/// The first choice is the initial one.
constexpr LabKnob choice(std::string_view key, std::string_view label, Choices choices,
                         Choices labels, std::string_view help) {
    LabKnob knob = real(key, label, {}, choices.front(), 1, help);
    knob.field.type = FieldType::Choice;
    knob.field.choices = choices;
    knob.labels = labels;
    return knob;
}

constexpr LabKnob toggle(std::string_view key, std::string_view label, std::string_view help) {
    LabKnob knob = real(key, label, {}, "", 1, help);
    knob.field.type = FieldType::Switch;
    return knob;
}

constexpr LabKnob text(std::string_view key, std::string_view initial, std::string_view help) {
    LabKnob knob = real(key, "", {}, initial, 1, help);
    knob.field.type = FieldType::Text;
    return knob;
}

constexpr LabKnob numbers(std::string_view key, FieldRange each, std::string_view initial,
                          std::string_view help) {
    LabKnob knob = real(key, "", each, initial, 1, help);
    knob.field.type = FieldType::Numbers;
    return knob;
}

constexpr LabKnob used(KnobUse use, LabKnob knob) {
    knob.use = use;
    return knob;
}
constexpr LabKnob given(LabKnob knob) {
    return used(KnobUse::Given, knob);
}
constexpr LabKnob place(LabKnob knob) {
    return used(KnobUse::Place, knob);
}
constexpr LabKnob undrawn(LabKnob knob) {
    return used(KnobUse::Numbers, knob);
}
constexpr LabKnob drawing(LabKnob knob) {
    return used(KnobUse::Drawing, knob);
}

constexpr FieldRange anyReal{-1000, 1000};
constexpr FieldRange anyCount{1, 1'000'000};
constexpr FieldRange tokenCount{1, 4096};

// A place of the model: an attention, a head of it, a query and a key.
constexpr LabKnob layer =
    place(text("layer", "", "Which sub-layer, by its name in a trace; if left out, the first"));
constexpr LabKnob head = place(whole("head", "", anyCount, "1", "Which head, from 1"));
constexpr LabKnob query = place(whole("query", "", anyCount, "1", "Which token asks, from 1"));

// ---- The knobs of each lab ---------------------------------------------------------------------

constexpr std::string_view divisors[] = {"1", "root", "width"};
constexpr std::string_view divisorSigns[] = {"1", "√d", "d"};
constexpr std::string_view variancePlots[] = {"drawn", "live", "largest", "gradient", "all"};
constexpr std::string_view variancePlotNames[] = {phrase("scores, drawn"), phrase("scores, live"),
                                                  phrase("largest weight"),
                                                  phrase("gradient of the softmax"), phrase("all")};
constexpr LabKnob variance[] = {
    real("mu", "μ", anyReal, "0", 0.1,
         phrase("The mean of every feature of the drawn queries and keys")),
    real("sigma", "σ", {0, 1000}, "1", 0.1,
         phrase("The standard deviation of every feature of the drawn queries and keys")),
    given(whole("d", "", {1, 4096}, "64", "Features of a query and of a key")),
    given(whole("pairs", "", {2, 1'000'000}, "10000", "How many queries and keys are drawn")),
    drawing(choice("divisor", phrase("divided by s ="), divisors, divisorSigns,
                   phrase("What the scores are divided by before the softmax"))),
    drawing(choice("plot", phrase("Shows"), variancePlots, variancePlotNames,
                   phrase("Which of the plots is shown, over all widths"))),
};

constexpr LabKnob shuffle[] = {
    numbers("order", {0, 4095}, "",
            "Which token of the source, from 0, comes first, second, …: 2,0,1; <eos> stays. If "
            "left out, reversed"),
};

constexpr LabKnob dictionary[] = {
    layer,
    head,
    query,
    [] {
        LabKnob knob =
            real("temperature", phrase("temperature τ"), {0.001, 1000}, "1", 1.25,
                 phrase("What scores are divided by: near 0 the likeliest key takes all"));
        knob.geometric = true;
        return knob;
    }(),
    [] {
        LabKnob knob = undrawn(
            numbers("swap", anyCount, "", "Two keys, from 1, that change their values: 2,5"));
        knob.mostNumbers = 2;
        return knob;
    }(),
};

constexpr std::string_view weightsOfLinear[] = {"frozen", "freed"};
constexpr std::string_view weightsInWords[] = {phrase("frozen"), phrase("freed")};
constexpr LabKnob linear[] = {
    layer,
    real("alpha", "α", anyReal, "2", 0.5,
         phrase("Any number: what one of the two inputs is multiplied by")),
    real("beta", "β", anyReal, "-1", 0.5,
         phrase("Any number: what one of the two inputs is multiplied by")),
    drawing(choice(
        "freed", phrase("Weights"), weightsOfLinear, weightsInWords,
        phrase("Those that x makes for all inputs, or those that each input makes for itself"))),
};

constexpr std::string_view positions[] = {"none",     "sinusoidal", "learned",
                                          "relative", "rotary",     "alibi"};
constexpr LabKnob length[] = {
    given(text("task", "copy", "What is learned: copy, reverse or sort")),
    [] {
        LabKnob knob =
            undrawn(numbers("lengths", {1, 512}, "5,10,11,12,15", "Of the sources that are tried"));
        knob.mostNumbers = 64;
        return knob;
    }(),
    [] {
        LabKnob knob =
            undrawn(numbers("kinds", {}, "", "Of positions, with commas; all if left out"));
        knob.field.choices = positions;
        return knob;
    }(),
    [] {
        LabKnob knob = whole("steps", phrase("Training steps"), {0, 1'000'000}, "400",
                             phrase("Of each model: one for every kind of position"));
        knob.step = 100;
        return knob;
    }(),
    undrawn(whole("examples", "", {1, 10'000}, "64", "Of each length")),
};

constexpr LabKnob rotation[] = {
    given(whole("d", "", {2, 4096}, "64", "Features of a position; an even number")),
    whole("k", "k", {0, 1'000'000}, "1", phrase("How many positions further")),
    drawing(whole("p", "p", {0, 192}, "0", phrase("The position from which it goes"))),
    given(whole("positions", "", {1, 10'000}, "1024", "How many positions are tried")),
};

constexpr std::string_view whose[] = {"example", "query"};
constexpr std::string_view whoseInWords[] = {phrase("the example"),
                                             phrase("the query in focus alone")};
constexpr std::string_view masks[] = {"infinity", "million", "none"};
constexpr std::string_view masksInWords[] = {phrase("−∞"), phrase("−10⁶"), phrase("none")};
constexpr LabKnob padding[] = {
    undrawn(
        numbers("lengths", tokenCount, "",
                "Of the examples of one batch: how many tokens of the source each one keeps; "
                "such as 3,5. All are padded to the longest. If left out, all and half of them")),
    undrawn(whole("pads", "", {0, 4096}, "0", "Tokens of padding after the longest, too")),
    drawing(whole("valid", phrase("Valid keys"), {0, 4096}, "",
                  phrase("So many keys are tokens; those after them are padding. 0 hides all"))),
    drawing(choice("whom", phrase("of"), whose, whoseInWords,
                   phrase("A batch has a valid length for each example; a mask could have one for "
                          "each query too"))),
    drawing(choice("mask", phrase("Mask"), masks, masksInWords,
                   phrase("What stands in the place of the scores of padding"))),
};

constexpr std::string_view costViews[] = {"length", "parts", "waiting", "writing", "memory"};
constexpr std::string_view costViewsInWords[] = {phrase("by length"), phrase("by part"),
                                                 phrase("who waits"), phrase("writing"),
                                                 phrase("memory")};
constexpr LabKnob cost[] = {
    drawing(choice("view", phrase("Show"), costViews, costViewsInWords, phrase("What is counted"))),
    whole("tokens", phrase("Tokens"), tokenCount, "",
          phrase("How long source and target are; the example’s at first")),
    given(whole("source-tokens", "", tokenCount, "",
                "M, special tokens included; if left out, as many as --tokens")),
    given(whole("target-tokens", "", tokenCount, "", "N, likewise")),
    drawing(toggle("again", phrase("Another target"),
                   phrase("For the same source: what is computed again?"))),
};

constexpr std::string_view headViews[] = {"grid", "table", "training", "paths"};
constexpr std::string_view headViewsInWords[] = {
    phrase("by layer"), phrase("all scores"), phrase("over training"), phrase("paths into a head")};
// In the order of HeadScore (core/measure/head_scores.h).
constexpr std::string_view headScores[] = {"previous", "same", "induction",
                                           "first",    "self", "entropy"};
constexpr std::string_view headScoresInWords[] = {phrase("token before"), phrase("equal token"),
                                                  phrase("induction"),    phrase("first token"),
                                                  phrase("itself"),       phrase("entropy")};
constexpr LabKnob heads[] = {
    drawing(choice("view", phrase("Shows"), headViews, headViewsInWords,
                   phrase("A score of every head by layer, all scores of each head, one score "
                          "over the moments of the training, or what is left of the score of the "
                          "head in focus without what an earlier one writes into its queries or "
                          "keys"))),
    [] {
        LabKnob knob =
            drawing(choice("score", phrase("Score"), headScores, headScoresInWords,
                           phrase("By which heads are coloured, sorted and drawn over training")));
        knob.initial = "induction";
        return knob;
    }(),
    whole("examples", phrase("Examples"), {0, 1'000'000}, "48",
          phrase("Of those that the task keeps from training; 0: the one that is shown")),
    place(text("into", "",
               "Path patching into one head, decoder.1.self_attn.head.0, or into that which has "
               "most of a score: induction; if left out, none")),
};

constexpr std::string_view takenAway[] = {"head", "pair", "projection", "token", "pattern"};
constexpr std::string_view takenInWords[] = {phrase("a head"), phrase("two heads"), "W_O",
                                             phrase("a head, by token"),
                                             phrase("a head, by pattern")};
constexpr std::string_view standIns[] = {"zeros", "mean", "resample"};
constexpr std::string_view standInsInWords[] = {phrase("zeros"), phrase("its mean"),
                                                phrase("another example’s")};
constexpr LabKnob ablation[] = {
    drawing(choice("view", phrase("Taken away"), takenAway, takenInWords,
                   phrase("One head at a time, each two, or each W_O, for which the identity "
                          "stands; and what a head costs each token, or how far it keeps to each "
                          "pattern"))),
    drawing(choice("place", phrase("In its place"), standIns, standInsInWords,
                   phrase("Zeros, which the rest of the model may not have met; the mean of what "
                          "it says, over the tokens of these examples; or, each head alone, what "
                          "it says of another one of them"))),
    whole("examples", phrase("Examples"), anyCount, "64",
          phrase("Of the task’s validation examples, over which the loss is a mean")),
    undrawn(toggle("pairs", "", "Each two heads too; stderr says how long it takes")),
    undrawn(
        text("by", "loss",
             "What the heads are ranked by: what it costs over the examples to put in their place "
             "zeros (zero, or loss), their mean (mean, or loss_with_mean), or what they say of "
             "another example (resample); what zeros cost one token of the answer (its number, "
             "from 1); or how far they keep to a pattern, previous_token, first_token, "
             "same_token, diagonal, backward_diagonal, own_field, separators, fields, broad")),
};

constexpr std::string_view sweptKeys[] = {"learning_rate", "batch", "d_ff", "dropout",
                                          "weight_decay"};
constexpr std::string_view sweptKeysInWords[] = {phrase("learning rate"), phrase("batch"),
                                                 phrase("hidden units"), phrase("dropout"),
                                                 phrase("weight decay")};
constexpr LabKnob sweep[] = {
    given(text("task", "reverse", "Of the models that are trained, where none is shown")),
    choice("key", phrase("Setting"), sweptKeys, sweptKeysInWords,
           phrase("Which one is tried at five values around its own; the rest stays")),
    [] {
        LabKnob knob = real("factor", phrase("Factor"), {1.1, 100}, "3", 1.25,
                            phrase("From one value to the next"));
        knob.geometric = true;
        return knob;
    }(),
    whole("seeds", phrase("Seeds"), {1, 3}, "1",
          phrase("So many runs of each value, from different weights and batches")),
    [] {
        LabKnob knob =
            whole("steps", phrase("Training steps"), {1, 1'000'000}, "300", phrase("Of each run"));
        knob.step = 100;
        return knob;
    }(),
};

constexpr std::string_view starts[] = {"sos", "eos"};
constexpr std::string_view startsInWords[] = {"<sos>", "<eos>"};
constexpr LabKnob writing[] = {
    choice("start", phrase("Start token"), starts, startsInWords,
           phrase("What the decoder reads first")),
    whole("given", phrase("Given"), {0, 1'000'000}, "0",
          phrase("So many tokens of the right answer are given to it before it runs free")),
};

constexpr LabKnob code[] = {
    place(text("step", "", "The step whose line is wanted; if left out, none")),
};

constexpr LabKnob tour[] = {
    drawing(whole("order", phrase("Order"), {0, 99}, "0",
                  phrase("0: the cities as they are; any other number: in an order of its own"))),
};

constexpr LabKnob lens[] = {
    given(whole("words", "", anyCount, "5", "How many of the likeliest words")),
};

constexpr std::string_view putIn[] = {"each", "marked"};
constexpr std::string_view putInWords[] = {phrase("each cell by itself"),
                                           phrase("the marked cells")};
constexpr std::string_view patched[] = {"residual", "head", "pattern", "ffn"};
constexpr std::string_view patchedInWords[] = {phrase("residual stream"), phrase("a head"),
                                               phrase("a head’s pattern"), phrase("feed-forward")};
constexpr LabKnob patchWhat =
    choice("what", phrase("What"), patched, patchedInWords,
           phrase("Which cells: of the residual stream between layers, what a head says, where it "
                  "looks, or what a feed-forward layer adds"));
constexpr std::string_view putBy[] = {"other", "mean", "zero", "resample"};
constexpr std::string_view putByInWords[] = {phrase("the other example"), phrase("the mean"),
                                             phrase("zeros"), phrase("a drawn example")};
constexpr LabKnob patchBy =
    choice("by", phrase("By"), putBy, putByInWords,
           phrase("What is put in: the other example’s cell; the mean of that cell over the task’s "
                  "examples that are as long; zeros; or that of one of those examples, drawn"));
constexpr LabKnob patchInto = [] {
    LabKnob knob = text("into", "",
                        phrase("Along one path into one head: decoder.1.self_attn.head.0.query, or "
                               "its key or value alone; if left out, into all that follows"));
    knob.field.label = phrase("Into");
    return knob;
}();
constexpr LabKnob patchExamples = given(
    whole("examples", "", {1, 10'000}, "32", "Over how many of the task’s examples a mean is"));
constexpr LabKnob patch[] = {
    used(KnobUse::Window,
         whole("other", phrase("Other example"), {1, 100}, "1",
               phrase("One as long as this one, of those that the model is never trained on; of an "
                      "opened model, of those that were looked at before"))),
    patchWhat,
    patchBy,
    patchInto,
    patchExamples,
    used(KnobUse::Window,
         choice("cells", phrase("Put in"), putIn, putInWords,
                phrase("Drag over cells of a row, or move with Shift and the arrow keys, to put "
                       "several in at once; all of a layer at first"))),
};

constexpr LabKnob score[] = {
    layer,
    head,
    query,
    place(whole("key", "", anyCount, "1", "Which token is asked, from 1")),
};

// A number of the output: a row of it, a token, and a second one.
constexpr LabKnob outputRow =
    place(whole("position", "", anyCount, "1", "Which row of the output, from 1"));
constexpr LabKnob outputToken =
    place(text("token", "", "Which token, as the vocabulary has it; if left out, the likeliest"));

constexpr std::string_view lessLogits[] = {"nothing", "second", "right"};
constexpr std::string_view lessInWords[] = {phrase("nothing"), phrase("the second likeliest"),
                                            phrase("the right token")};
constexpr std::string_view partOrders[] = {"size", "model"};
constexpr std::string_view orderInWords[] = {phrase("largest first"), phrase("as in the model")};
constexpr LabKnob attribution[] = {
    outputRow,
    outputToken,
    place(text("against", "", "The token whose logit is taken off; if left out, none")),
    used(KnobUse::Window,
         choice("less", phrase("less the logit of"), lessLogits, lessInWords,
                phrase("What is taken off: then it says why the one token, and not the other"))),
    drawing(choice("order", phrase("Order"), partOrders, orderInWords,
                   phrase("In which order the parts stand"))),
};

constexpr std::string_view saliencyMethods[] = {"gradient", "gradient_input", "integrated"};
constexpr std::string_view methodsInWords[] = {phrase("gradient"), phrase("gradient × input"),
                                               phrase("integrated gradients")};
constexpr std::string_view shownTokens[] = {"likeliest", "second", "right"};
constexpr std::string_view shownInWords[] = {
    phrase("the likeliest"), phrase("the second likeliest"), phrase("the right token")};
constexpr LabKnob saliency[] = {
    choice("method", phrase("Method"), saliencyMethods, methodsInWords,
           phrase("The length of the gradient at each token; its product with the token’s "
                  "embedding; or the mean of such products on the way from an embedding of zeros")),
    whole("position", phrase("Row"), anyCount, "1", phrase("Which row of the output, from 1")),
    outputToken,
    used(KnobUse::Window,
         choice("word", phrase("Word"), shownTokens, shownInWords, phrase("Whose logit it is"))),
    toggle("random", phrase("Random weights"),
           phrase("The same with weights that have learned nothing: a picture that stays the same "
                  "does not say what the model has learned")),
};

constexpr std::string_view momentViews[] = {"now", "training"};
constexpr std::string_view momentViewsInWords[] = {phrase("now"), phrase("over training")};
constexpr LabKnob projection[] = {
    place(text("step", "",
               "The step whose rows are drawn, by its name in a trace; if left out, "
               "the first that has several")),
    head,
    place(text("with", "", "A second one of the same width: keys among queries")),
    used(KnobUse::Window,
         toggle("together", phrase("Queries and keys"),
                phrase("Of an attention: both in one picture, as the score compares them"))),
    drawing(choice("view", phrase("Shows"), momentViews, momentViewsInWords,
                   phrase("The rows as they are, or their way over the moments of the training, "
                          "seen along the directions of the shown one"))),
};

constexpr LabKnob unit[] = {
    place(text("layer", "",
               "Which feed-forward layer, by its name in a trace; if left out, the "
               "last")),
    whole("unit", phrase("Unit"), anyCount, "1", phrase("Which hidden unit, from 1")),
    whole("examples", phrase("Examples"), {0, 1'000'000}, "48",
          phrase("Of those that the task keeps from training; 0: the one that is shown")),
    outputRow,
};

constexpr std::string_view thatIsOne = "Of those that are as long as the shown one, from 1";
constexpr LabKnob cells[] = {
    used(KnobUse::Window, whole("other", "", {1, 1'000'000}, "1", thatIsOne)),
    [] {
        LabKnob knob =
            used(KnobUse::Window, numbers("mark", {0, 1'000'000}, "",
                                          "Of which stack and layer, from which token, how many"));
        knob.mostNumbers = 4;
        return knob;
    }(),
    patchWhat,
    patchBy,
    patchInto,
    patchExamples,
};

constexpr LabKnob trained[] = {
    used(KnobUse::Window, whole("steps", "", {1, 1'000'000}, "100", "Of training each model")),
};

using Kind = LabSubjectKind;

} // namespace

std::span<const Lab> labs() {
    static constexpr Lab table[] = {
        {"variance", phrase("Why are scores divided by √K?"), Kind::ModelOrNothing, variance,
         "With a model head by head the mean and the variance of its own scores too."},
        {"shuffle", phrase("What changes when the tokens of the source change places?"),
         Kind::Model, shuffle,
         "Computed in double precision: what is left of a step that moves along is rounding"},
        {"dictionary", phrase("Does a query pick one key, or does it mix?"), Kind::Model,
         dictionary},
        {"linear", phrase("Is attention linear?"), Kind::Model, linear,
         "What is left over, as a share of the largest number: frozen, with the weights that x "
         "has; freed, with those that each input makes"},
        {"length", phrase("What happens at lengths that training had not?"), Kind::Task, length,
         "A model is trained for each kind of position; stderr says how long it takes."},
        {"sweep", phrase("Which value of a setting learns best?"), Kind::Task, sweep,
         "loss is that of the last batch, null of a run that diverged; the command sweep takes any "
         "setting and values of one's own"},
        {"rotation", phrase("What turns one position into the position k further?"), Kind::Nothing,
         rotation,
         "product: PE(p)·PE(p + k), whatever p is; rotary_spread: how much the score of a drawn "
         "query and key k apart differs by where they stand"},
        {"padding", phrase("What does padding change?"), Kind::Model, padding},
        {"cost", phrase("What does a sentence cost?"), Kind::Model, cost,
         "multiplications of one pass of one example, counted in the graph's matrix products; "
         "milliseconds of the same products on one thread of this machine"},
        {"rollout",
         phrase("What reaches a token through several layers?"),
         Kind::Model,
         {},
         "A guess that looks at attention alone: row i says how much of each token reaches token "
         "i"},
        {"heads", phrase("Which head does what?"), Kind::Model, heads,
         "Means over the queries for which the key exists; null where there is none. With --source "
         "or --target on that example alone",
         "repeat"},
        {"ablation", phrase("Which heads does the model need?"), Kind::Model, ablation},
        {"writing", phrase("What happens when the model reads what it wrote?"), Kind::Model,
         writing},
        {"code", phrase("How is this step written in PyTorch?"), Kind::Model, code,
         "text, a line each, is a Python program with functions from model(w, source, target) on; "
         "w holds the model's weights by name, as they are saved"},
        {"tour", phrase("How good is the tour?"), Kind::Model, tour, "", "salesman"},
        {"series",
         phrase("What does the forecast make of the past?"),
         Kind::Model,
         {},
         "",
         "series"},
        {"lens", phrase("In which layer does the answer appear?"), Kind::Model, lens},
        {"patch", phrase("Which cell carries the answer?"), Kind::TwoExamples, patch,
         "Each number of the grid: what one cell of the other example, put into this one's run, "
         "brings back of the other's answer; 1 is all. change: what ln P of this one's own answer "
         "is more with it. Heads count from 0, as in the names of steps"},
        {"score", phrase("Why does this head look there?"), Kind::Model, score,
         "The contributions add up to the score, norms held at what they are"},
        {"attribution", phrase("What wrote this word?"), Kind::Model, attribution,
         "The parts add up to the logit, or to the difference of two; mean and deviation of norms "
         "are held at what they are. Heads count from 0, as in the names of steps"},
        {"saliency", phrase("Which input mattered?"), Kind::Model, saliency,
         "difference: what the logit is more than with zeros in the place of the embeddings, "
         "positions staying; integrated gradients add up to it. rank_correlation: of the sizes "
         "and the attention weights of the same query"},
        {"projection", phrase("Which rows are alike?"), Kind::Model, projection,
         "points: each row along the two directions in which the rows differ most; explained: the "
         "shares of their variance"},
        {"unit", phrase("What does a hidden unit do?"), Kind::Model, unit,
         "values: of the unit at each token, the examples that move it most first; promotes: what "
         "one more of it adds to the logits on its direct way, null where its layer has none"},
        {"fourier",
         phrase("Which waves around the clock are left?"),
         Kind::Model,
         {},
         "Shares of the power of the numbers' embeddings, and of the last hidden units as the "
         "first number goes once around; *_needs: how many frequencies hold 90 % of it",
         "modular"},
    };
    return table;
}

std::span<const Lab> measurements() {
    static constexpr Lab table[] = {
        {"cells", Phrase(""), Kind::TwoExamples, cells},
        {"widths", Phrase(""), Kind::Task, trained},
        {"positions", Phrase(""), Kind::Task, trained},
    };
    return table;
}

const Lab* findLab(std::string_view name) {
    const auto found = std::ranges::find(labs(), name, &Lab::name);
    return found == labs().end() ? nullptr : &*found;
}

const Lab* labAbout(std::string_view task) {
    const auto found = std::ranges::find_if(labs(), [&](const Lab& lab) {
        return lab.takesModel() && lab.task == task && lab.task != Lab::anyTask;
    });
    return found == labs().end() ? nullptr : &*found;
}

const Lab* findMeasurement(std::string_view name) {
    const auto found = std::ranges::find(measurements(), name, &Lab::name);
    return found == measurements().end() ? findLab(name) : &*found;
}

bool isGivenInLessons(std::string_view name) {
    constexpr std::string_view others[] = {"task", "source", "target", "other-source",
                                           "other-target"};
    const auto has = [name](const Lab& lab) {
        const LabKnob* const knob = lab.findKnob(name);
        return knob && knob->use != KnobUse::Drawing && knob->use != KnobUse::Window;
    };
    return std::ranges::count(others, name) > 0 || std::ranges::any_of(labs(), has);
}

const LabKnob* Lab::findKnob(std::string_view knob) const {
    const auto found = std::ranges::find(knobs, knob, &LabKnob::name);
    return found == knobs.end() ? nullptr : &*found;
}

} // namespace gf
