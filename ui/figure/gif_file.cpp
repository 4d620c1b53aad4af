// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/gif_file.h"

#include "core/tensor/error.h"

#include <QHash>
#include <QPainter>

#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace gf {

namespace {

constexpr int mostColours = 256;
constexpr int bitsOfColours = 8;

int apart(QRgb a, QRgb b) {
    const int red = qRed(a) - qRed(b);
    const int green = qGreen(a) - qGreen(b);
    const int blue = qBlue(a) - qBlue(b);
    return red * red + green * green + blue * blue;
}

/// The colours that cover most of a picture, and which of them each of its colours becomes.
class Palette {
public:
    explicit Palette(const QImage& picture) {
        QHash<QRgb, qint64> counts;
        for (int y = 0; y < picture.height(); ++y) {
            const auto* const line = reinterpret_cast<const QRgb*>(picture.constScanLine(y));
            for (int x = 0, from = 0; x < picture.width(); from = x) {
                while (x < picture.width() && line[x] == line[from])
                    ++x;
                counts[line[from]] += x - from;
            }
        }
        std::vector<std::pair<qint64, QRgb>> ordered;
        for (auto each = counts.cbegin(); each != counts.cend(); ++each)
            ordered.emplace_back(-each.value(), each.key());
        std::ranges::sort(ordered);
        for (const auto& [count, colour] : ordered) {
            if (m_colours.size() < mostColours)
                m_colours.push_back(colour);
            m_places[colour] = static_cast<GifPixelType>(
                std::ranges::min_element(
                    m_colours, {}, [colour = colour](QRgb other) { return apart(colour, other); }) -
                m_colours.begin());
        }
        m_colours.resize(mostColours);
    }

    GifPixelType placeOf(QRgb colour) const { return m_places.value(colour); }
    std::array<GifColorType, mostColours> colours() const {
        std::array<GifColorType, mostColours> all;
        std::ranges::transform(m_colours, all.begin(), [](QRgb colour) {
            return GifColorType{static_cast<GifByteType>(qRed(colour)),
                                static_cast<GifByteType>(qGreen(colour)),
                                static_cast<GifByteType>(qBlue(colour))};
        });
        return all;
    }

private:
    std::vector<QRgb> m_colours;
    QHash<QRgb, GifPixelType> m_places;
};

/// A delay is whole hundredths of a second: they are 8, 8 and 9 in turn.
int delayOf(int picture) {
    const auto end = [](int pictures) {
        return std::lround(pictures * 100.0 / GifFile::picturesPerSecond);
    };
    return static_cast<int>(end(picture + 1) - end(picture));
}

} // namespace

class GifFile::Writer {
public:
    explicit Writer(const QSize& size) : m_size(size) {
        int problem = 0;
        m_gif = EGifOpen(
            &m_bytes,
            [](GifFileType* gif, const GifByteType* bytes, int count) {
                static_cast<QByteArray*>(gif->UserData)
                    ->append(reinterpret_cast<const char*>(bytes), count);
                return count;
            },
            &problem);
        require(m_gif != nullptr);
        EGifSetGifVersion(m_gif, true);
        require(EGifPutScreenDesc(m_gif, size.width(), size.height(), bitsOfColours, 0, nullptr));
        // "NETSCAPE2.0": again and again.
        require(EGifPutExtensionLeader(m_gif, APPLICATION_EXT_FUNC_CODE));
        require(EGifPutExtensionBlock(m_gif, 11, "NETSCAPE2.0"));
        require(EGifPutExtensionBlock(m_gif, 3, "\1\0\0"));
        require(EGifPutExtensionTrailer(m_gif));
    }
    ~Writer() { close(); }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    void add(const QImage& picture) {
        QImage canvas(m_size, QImage::Format_RGB32);
        require(!canvas.isNull());
        canvas.fill(Qt::white);
        QPainter(&canvas).drawImage(0, 0, picture);
        const Palette palette(canvas);
        const auto colours = palette.colours();
        const std::unique_ptr<ColorMapObject, decltype(&GifFreeMapObject)> map(
            GifMakeMapObject(mostColours, colours.data()), &GifFreeMapObject);
        require(map != nullptr);
        const GraphicsControlBlock control{DISPOSE_DO_NOT, false, delayOf(m_pictures++),
                                           NO_TRANSPARENT_COLOR};
        std::array<GifByteType, 4> block{};
        EGifGCBToExtension(&control, block.data());
        require(EGifPutExtension(m_gif, GRAPHICS_EXT_FUNC_CODE, block.size(), block.data()));
        require(EGifPutImageDesc(m_gif, 0, 0, m_size.width(), m_size.height(), false, map.get()));
        std::vector<GifPixelType> places(static_cast<std::size_t>(m_size.width()));
        for (int y = 0; y < m_size.height(); ++y) {
            const auto* const line = reinterpret_cast<const QRgb*>(canvas.constScanLine(y));
            for (int x = 0; x < m_size.width(); ++x)
                places[x] =
                    x > 0 && line[x] == line[x - 1] ? places[x - 1] : palette.placeOf(line[x]);
            require(EGifPutLine(m_gif, places.data(), m_size.width()));
        }
    }

    QByteArray finish() {
        require(close());
        return std::move(m_bytes);
    }

private:
    /// Of calls that fail for want of memory alone.
    static void require(bool done) {
        if (!done)
            throw Error(phrase("There is not enough memory for the GIF."));
    }
    bool close() {
        return m_gif == nullptr || EGifCloseFile(std::exchange(m_gif, nullptr), nullptr);
    }

    QSize m_size;
    QByteArray m_bytes;
    GifFileType* m_gif = nullptr;
    int m_pictures = 0;
};

bool GifFile::isThere() {
    return true;
}

GifFile::GifFile(const QSize& size) : m_writer(std::make_unique<Writer>(size)) {}
GifFile::~GifFile() = default;

void GifFile::add(const QImage& picture) {
    m_writer->add(picture);
}

QByteArray GifFile::finish() {
    return m_writer->finish();
}

} // namespace gf
