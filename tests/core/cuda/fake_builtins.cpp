// SPDX-License-Identifier: GPL-3.0-or-later
// What NVRTC opens by its name; there is nothing in it.
