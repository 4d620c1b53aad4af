// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/thread/outbox.h"

#include "core/tensor/overloaded.h"

#include <algorithm>
#include <utility>

namespace gf {

namespace {

/// A run that went back or went on has not diverged any more.
bool isOver(const Diverged& divergence, const TrainingStatus& status) {
    return status.running || status.step <= divergence.goodStep;
}

/// Whether the window waits for it, whichever run is open.
bool outlivesRun(const News& news) {
    if (const auto* walk = news.get<WalkedStep>())
        return !walk->active; // that it is over
    return news.get<news::Saved>() || news.get<news::CopySaved>() ||
           news.get<news::LessonPacked>() || news.get<news::ExerciseMade>() ||
           news.get<news::Building>() || news.get<ModelMeasure>() || news.get<LessonNews>() ||
           news.get<LessonReady>() || news.get<ReferenceRuns>() || news.get<news::RecoveryOffer>();
}

} // namespace

void Outbox::add(News news) {
    if (news.get<news::Notice>()) {
        const auto failures = std::ranges::find_if(
            m_sentences, [](const News& said) { return said.get<news::Failure>() != nullptr; });
        m_sentences.insert(failures, std::move(news));
        return;
    }
    if (news.get<news::Failure>()) {
        m_sentences.push_back(std::move(news));
        return;
    }
    std::optional<News>& old = m_newest[news.message.index()];
    if (auto* compared = news.get<ComparisonNews>();
        old && compared && compared->gradients.isEmpty())
        compared->gradients = old->get<ComparisonNews>()->gradients;
    old = std::move(news);
}

void Outbox::forgetRun() {
    for (std::size_t kind = 0; kind < m_newest.size(); ++kind)
        if (auto& news = m_newest[kind]; news && !outlivesRun(*news))
            news.reset();
    // What nobody asked for was of the run.
    std::erase_if(m_sentences, [](const News& said) {
        return said.answers == 0 && said.get<news::Notice>() != nullptr;
    });
}

void Outbox::forEach(const std::function<void(const News&)>& show) const {
    for (const auto& news : m_newest)
        if (news)
            show(*news);
    for (const News& sentence : m_sentences)
        show(sentence);
    if (outOfMemory)
        show(news::Failure{notEnoughMemory});
}

void Outbox::store(const News& told) {
    // Whatever is not named here is kept.
    visit(Overloaded{
              [&](const RunInfo&) {
                  *this = {};
                  add(told);
              },
              // For the dialogs that asked for them, which go with their window.
              [](const ModelMeasure&) {},
              [](const news::RunReady&) {},
              // What the window shows since is newer.
              [](const news::SavedScene&) {},
              [](const VerifyReport&) {},
              [&](const news::ComparisonEnded&) {
                  forget<ComparisonInfo>();
                  forget<ComparisonNews>();
                  if (auto& run = newest<RunInfo>())
                      run->get<RunInfo>()->file.clear();
              },
              [&](const ComparisonInfo&) {
                  add(told);
                  forget<ComparisonNews>();
              },
              [&](const RunSettings& settings) {
                  if (auto& run = newest<RunInfo>()) {
                      auto* info = run->get<RunInfo>();
                      info->learningRate = settings.learningRate;
                      info->batch = settings.batch;
                      info->backend = settings.backend;
                      info->training = settings.training;
                  }
              },
              [&](const TrainingStatus& status) {
                  add(told);
                  if (const auto* divergence = find<Diverged>();
                      divergence && isOver(*divergence, status))
                      forget<Diverged>();
              },
              [&](const Diverged& divergence) {
                  if (const auto* status = find<TrainingStatus>();
                      !status || !isOver(divergence, *status))
                      add(told);
              },
              [&](const news::Saved& saved) {
                  if (auto& run = newest<RunInfo>())
                      run->get<RunInfo>()->setSaved(saved.path);
              },
              [](const news::CopySaved&) {},
              [](const news::LessonPacked&) {},
              [](const news::ExerciseMade&) {},
              [](const news::Notice&) {},
              [](const news::Failure&) {},
              [&](const auto&) { add(told); },
          },
          told.message);
}

} // namespace gf
