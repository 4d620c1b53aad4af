// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/backend/program.h"
#include "core/graph/trace.h"
#include "core/measure/ablation_losses.h"
#include "core/model/model.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gf {

/// All heads of a model, in the order of the graph.
std::vector<HeadName> headsOf(const ModelConfig& model);

/// A head says nothing: its rows are zero before they are joined with those of the others (Michel
/// et al. 2019, section 2.3).
Intervention muted(const HeadName& head);

/// What heads say on average: the mean of a head's rows over tokens and examples, number by number.
class HeadMeans {
public:
    explicit HeadMeans(const ModelConfig& model);

    /// The rows of one example, without those of padding.
    void add(const Trace& trace);
    /// A head says its mean whatever it reads. Zero where nothing has been added.
    std::vector<Intervention> inPlaceOf(const HeadName& head) const;

private:
    struct Sum {
        HeadName head;
        std::vector<double> numbers; ///< [d_v]
        Index rows = 0;
    };
    std::vector<Sum> m_sums;
};

/// The heads' rows, side by side, are what the attention says: W_O is the identity; where they are
/// not as wide as the model, what is too much of them is left out, or zeros follow.
std::vector<Intervention> withoutOutputProjection(const std::string& attention,
                                                  const ModelConfig& model);

/// The loss of a model that is changed.
using ChangedLoss = std::function<double(const std::vector<Intervention>&)>;

/// What an example loses by, as sums over its labels.
struct ResampledLosses {
    std::vector<double> heads; ///< in the order of headsOf(): with rows of the other run in place
    double labels = 0;
};

/// Each head of `trace` says, token by token, what it says in `other` (Chan et al. 2022, "causal
/// scrubbing": resampling). Of a shorter run the tokens begin anew.
ResampledLosses resampled(const Backend& backend, Parameters& parameters, const Trace& trace,
                          const Trace& other, const std::vector<HeadName>& heads);

/// What parts of a model are taken away from, as functions of the changes that do it.
struct AblationSubject {
    ChangedLoss loss; ///< over all examples
    /// Of each row of one example; null: nobody asks for them.
    std::function<std::vector<double>(const std::vector<Intervention>&)> tokens = {};
    /// For means: how many examples there are, and the run of each. Null for StandIn::Zero.
    Index examples = 0;
    std::function<std::shared_ptr<const Trace>(Index example)> run = {};
    /// For StandIn::Resample: the losses of each example with heads of another one.
    std::function<ResampledLosses(Index example)> resampled = {};
};

/// The losses of an example row by row, as AblationSubject::tokens has them; empty without a loss.
std::vector<double> rowLosses(const Trace& trace);

/// Takes parts of a model away, one loss after the other.
class AblationRun {
public:
    /// Each head alone, with `pairs` each two, and with zeros in their place each W_O too; of other
    /// examples' heads each alone. Throws Error where the model has no heads.
    AblationRun(const ModelConfig& model, AblationSubject subject, bool pairs,
                StandIn standIn = StandIn::Zero);

    /// One loss, or some runs for the means. Returns which part of all is done, 1 for all of it.
    double advance();
    /// As far as it has come.
    const Ablation& found() const { return m_found; }

private:
    /// What is taken away for one loss: nothing, a head, two, or a W_O.
    struct Wanted {
        std::vector<HeadName> heads;
        std::string projection; ///< of this attention
    };
    std::vector<Intervention> without(const Wanted& wanted) const;
    void measure(const Wanted& wanted);
    void see();
    void resample();

    ModelConfig m_model;
    AblationSubject m_subject;
    StandIn m_standIn;
    HeadMeans m_means;
    Index m_seen = 0; ///< examples of the means, or that were resampled
    ResampledLosses m_resampled;
    std::vector<Wanted> m_wanted;
    std::size_t m_done = 0;
    Ablation m_found;
};

} // namespace gf
