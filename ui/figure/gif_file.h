// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>

#include <memory>

namespace gf {

/// A GIF that plays its pictures again and again, 12 a second. Each has the 256 colours of its own
/// that cover most of it; the rest become the nearest of these.
class GifFile {
public:
    static constexpr int picturesPerSecond = 12;

    /// Whether the program was built with giflib.
    static bool isThere();
    /// Of pictures of this size, from 1 × 1 to 65535 × 65535. Throws Error where the program was
    /// built without giflib.
    explicit GifFile(const QSize& size);
    ~GifFile();
    GifFile(const GifFile&) = delete;
    GifFile& operator=(const GifFile&) = delete;

    /// What is smaller or larger stands in the upper left corner, on white. Throws Error where
    /// there is not enough memory.
    void add(const QImage& picture);
    /// The bytes of the file, after at least one picture.
    QByteArray finish();

private:
    class Writer;
    std::unique_ptr<Writer> m_writer;
};

} // namespace gf
