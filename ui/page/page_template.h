// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gf {

/// resources/page/page.html.in: the page without what it shows, UTF-8.
extern const char* const pageTemplate;

} // namespace gf
