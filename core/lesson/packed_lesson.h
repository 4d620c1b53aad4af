// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/temporary_folder.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

/// A lesson and all that it shows in one file, NAME.lecture: a safetensors file
/// (github.com/huggingface/safetensors, "Format") whose tensors are files, one byte a number, by
/// their bare names. One of them is the lesson (packedText); beside it lie the runs that its pages
/// name, what these learn from, and models that its scenes would have to train.
namespace gf {

inline constexpr std::string_view packedEnding = ".lecture";
/// The name of the lesson's own text among the files.
inline constexpr const char* packedText = "lesson.md";

/// By the ending of its name.
bool isPackedLesson(std::string_view path);

/// A name that a file in a packed lesson may have: of no folder, and one that every system takes.
bool isPackableName(std::string_view file);

/// Writes all files of a folder, atomically, as one. Throws Error for what unpackLesson() refuses,
/// and as writeFileAtomically() does.
void packFolder(const std::filesystem::path& folder, const std::string& path);

/// The files in a folder of their own. Untrusted: throws Error, beginning with the path, for a file
/// that is none of these or is damaged, for names that are no bare names or differ in nothing but
/// capitals, for too many files and too many bytes, and where the lesson's text is missing.
std::shared_ptr<const TemporaryFolder> unpackLesson(const std::string& path);

} // namespace gf
