// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gf {

// resources/torch, as filledTemplate() reads it.
extern const char* const torchTransformer;
extern const char* const torchRecurrent;
extern const char* const torchData;
extern const char* const torchTrain;
extern const char* const torchGenerate;
extern const char* const torchCheck;
extern const char* const torchReadme;
extern const char* const torchRequirements;

} // namespace gf
