// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gf {

double learningRateAt(const TrainConfig& config, Index dModel, Index step) {
    const double t = static_cast<double>(std::max<Index>(step, 1));
    const double warmup = static_cast<double>(config.warmup);
    switch (config.schedule) {
    case ScheduleKind::Constant:
        break;
    case ScheduleKind::Noam: {
        const double rise = warmup > 0 ? t * std::pow(warmup, -1.5) : 1 / std::sqrt(t);
        return config.learningRate / std::sqrt(static_cast<double>(dModel)) *
               std::min(1 / std::sqrt(t), rise);
    }
    case ScheduleKind::Cosine: {
        if (t <= warmup)
            return config.learningRate * t / warmup;
        const double falling = static_cast<double>(config.steps) - warmup;
        const double done = falling > 0 ? std::min(1.0, (t - warmup) / falling) : 1.0;
        return config.learningRate * 0.5 * (1 + std::cos(std::numbers::pi * done));
    }
    }
    return config.learningRate;
}

double peakLearningRate(const TrainConfig& config, Index dModel) {
    if (config.schedule == ScheduleKind::Noam)
        return learningRateAt(config, dModel, config.warmup);
    return config.learningRate;
}

void setPeakLearningRate(TrainConfig& config, Index dModel, double rate) {
    config.learningRate = 1;
    if (config.schedule == ScheduleKind::Noam)
        rate /= peakLearningRate(config, dModel); // the peak is proportional to the factor
    config.learningRate = rate;
}

void chooseLearningRate(TrainConfig& config, double rate) {
    if (config.schedule == ScheduleKind::Noam)
        config.schedule = ScheduleKind::Constant;
    config.learningRate = rate;
}

} // namespace gf
