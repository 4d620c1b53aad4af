// SPDX-License-Identifier: GPL-3.0-or-later
// Qt for Windows declares this and says no more about it; comparing JSON in a test asks whether
// JSON is one, which a type without an end cannot answer.
#pragma once

struct tagMSG {};
