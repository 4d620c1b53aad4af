// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace gf {

/// A sentence of the engine in the present language. The engine knows nothing of languages and puts
/// its sentences together in English; here they are recognized by a table of patterns with gaps
/// ("heads is %1, which …"), and what stands in the gaps is put into the translated pattern. A
/// sentence that is in no pattern stays as it is.
QString translatedSentence(const QString& english);

} // namespace gf
