// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/guess_text.h"

#include "ui/language/tr.h"

namespace gf {

QString guessText(Guess guess) {
    switch (guess) {
    case Guess::Zero:
        return tr("always guessing 0");
    case Guess::Choice:
        return tr("choosing by chance");
    case Guess::None:
        return {};
    case Guess::Words:
        break;
    }
    return tr("uniform guess ln V");
}

} // namespace gf
