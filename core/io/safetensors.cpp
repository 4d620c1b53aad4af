// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/safetensors.h"

#include "core/io/atomic_file.h"
#include "core/io/json.h"
#include "core/io/quote.h"
#include "core/tensor/error.h"
#include "core/tensor/phrase.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <new>
#include <set>

namespace gf {
namespace {

static_assert(std::endian::native == std::endian::little, "the file's byte order is the machine's");

using nlohmann::json;

constexpr std::uint64_t lengthBytes = 8;
constexpr std::uint64_t largestHeader = 100'000'000; ///< the format's own limit
constexpr std::uint64_t largestData = std::uint64_t{1} << 34;
/// {"name": {"shape": [2]}} is 3 deep; the limit only has to stop an attack.
constexpr JsonLimits headerLimits{.bytes = largestHeader, .depth = 8, .values = 4'000'000};
constexpr const char* metadataKey = "__metadata__";

enum class ElementType { F16, BF16, F32, F64, I32, I64, Other };

struct ElementTypeInfo {
    std::string_view name;
    ElementType type;
    std::uint64_t bytes;
};

constexpr std::array elementTypes{
    ElementTypeInfo{"F16", ElementType::F16, 2}, ElementTypeInfo{"BF16", ElementType::BF16, 2},
    ElementTypeInfo{"F32", ElementType::F32, 4}, ElementTypeInfo{"F64", ElementType::F64, 8},
    ElementTypeInfo{"I32", ElementType::I32, 4}, ElementTypeInfo{"I64", ElementType::I64, 8},
};

/// What the header says of one tensor, checked: `end − begin` is the size of the shape.
struct Entry {
    std::string name;
    ElementType type;
    Shape shape;
    std::uint64_t begin = 0; ///< into the data
    std::uint64_t end = 0;
};

template <class... Gaps>
[[noreturn]] void fail(const std::string& name, Phrase why, const Gaps&... gaps) {
    throw Error(phrase("tensor %1: %2"), inQuotes(name), Sentence(why, gaps...));
}

const ElementTypeInfo& readType(const std::string& name, const json& value) {
    for (const ElementTypeInfo& info : elementTypes)
        if (value.is_string() && value.get_ref<const std::string&>() == info.name)
            return info;
    fail(name, phrase("the type is %1; F16, BF16, F32, F64, I32 and I64 can be read"),
         value.is_string() ? inQuotes(value.get<std::string>()) : shown(value));
}

/// A shape whose size in bytes is within the limit, so that no later product overflows.
Shape readShape(const std::string& name, const json& value, std::uint64_t elementBytes) {
    if (!value.is_array())
        fail(name, phrase("the shape is %1; a list of whole numbers is needed"), shown(value));
    if (value.size() > Shape::maxRank)
        fail(name, phrase("the shape %1 has %2 dimensions; at most %3 can be read"), shown(value),
             value.size(), Shape::maxRank);
    std::array<Index, Shape::maxRank> extents{};
    std::uint64_t product = elementBytes;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (!value[i].is_number_unsigned())
            fail(name, phrase("the shape %1 holds %2; whole numbers from 0 on are needed"),
                 shown(value), shown(value[i]));
        const auto extent = value[i].get<std::uint64_t>();
        // Each extent by itself too: a 0 among them would hide the others from the product.
        if (extent > largestData || (extent != 0 && product > largestData / extent))
            fail(name, phrase("the shape %1 is too large"), shown(value));
        product *= extent;
        extents[i] = static_cast<Index>(extent);
    }
    return Shape(std::span<const Index>(extents.data(), value.size()));
}

Entry readEntry(const std::string& name, const json& value, std::uint64_t dataBytes) {
    if (!value.is_object())
        fail(name, phrase("its description is %1; an object is needed"), shown(value));
    for (const char* key : {"dtype", "shape", "data_offsets"})
        if (!value.contains(key))
            fail(name, phrase("its description lacks %1"), inQuotes(key));
    for (const auto& [key, unused] : value.items())
        if (key != "dtype" && key != "shape" && key != "data_offsets")
            fail(name, phrase("its description has the unknown key %1"), inQuotes(key));

    const ElementTypeInfo& info = readType(name, value["dtype"]);
    Entry entry{
        .name = name, .type = info.type, .shape = readShape(name, value["shape"], info.bytes)};
    const json& offsets = value["data_offsets"];
    if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
        !offsets[1].is_number_unsigned())
        fail(name, phrase("the data offsets are %1; two whole numbers are needed"), shown(offsets));
    entry.begin = offsets[0].get<std::uint64_t>();
    entry.end = offsets[1].get<std::uint64_t>();
    if (entry.begin > entry.end)
        fail(name, phrase("the data offsets %1 end before they begin"), shown(offsets));
    if (entry.end > dataBytes)
        fail(name,
             phrase("the data offsets %1 go past the end of the data, which is %2 bytes long"),
             shown(offsets), dataBytes);
    const std::uint64_t needed = static_cast<std::uint64_t>(entry.shape.count()) * info.bytes;
    if (entry.end - entry.begin != needed)
        fail(name, phrase("the shape %1 of %2 needs %3 bytes; the data offsets %4 have %5"),
             shown(value["shape"]), info.name, needed, shown(offsets), entry.end - entry.begin);
    return entry;
}

std::map<std::string, std::string> readMetadata(const json& value) {
    if (!value.is_object())
        throw Error(phrase("the metadata are %1; an object is needed"), shown(value));
    std::map<std::string, std::string> metadata;
    for (const auto& [key, text] : value.items()) {
        if (!text.is_string())
            throw Error(phrase("the metadata %1 are %2; a string is needed"), inQuotes(key),
                        shown(text));
        metadata.emplace(key, text.get<std::string>());
    }
    return metadata;
}

/// Whether this file's readers know type and rank, so that the rest of the description counts.
bool isReadable(const json& value) {
    if (!value.is_object() || !value.contains("dtype") || !value.contains("shape"))
        return false;
    const json& type = value["dtype"];
    return value["shape"].is_array() && value["shape"].size() <= Shape::maxRank &&
           std::ranges::any_of(elementTypes, [&](const ElementTypeInfo& info) {
               return type.is_string() && type.get_ref<const std::string&>() == info.name;
           });
}

/// Of a tensor that is passed over: where it lies.
Entry passedOver(const std::string& name, const json& value, std::uint64_t dataBytes) {
    const auto offsets = value.is_object() ? value.find("data_offsets") : value.end();
    if (offsets == value.end() || !offsets->is_array() || offsets->size() != 2 ||
        !(*offsets)[0].is_number_unsigned() || !(*offsets)[1].is_number_unsigned())
        fail(name, phrase("its description lacks %1"), inQuotes("data_offsets"));
    Entry entry{.name = name, .type = ElementType::Other, .shape = {}};
    entry.begin = (*offsets)[0].get<std::uint64_t>();
    entry.end = (*offsets)[1].get<std::uint64_t>();
    if (entry.begin > entry.end || entry.end > dataBytes)
        fail(name,
             phrase("the data offsets %1 go past the end of the data, which is %2 bytes long"),
             shown(*offsets), dataBytes);
    return entry;
}

/// What is done about tensors of unknown types.
enum class Unknown { Refused, PassedOver };

struct Header {
    std::vector<Entry> entries; ///< in the order of their data, which they cover without gaps
    std::map<std::string, std::string> metadata;
};

Header readHeader(std::string_view text, std::uint64_t dataBytes, Unknown unknown) {
    if (!text.starts_with('{'))
        throw Error(phrase("the header does not begin with \"{\"; this is not a safetensors file"));
    json document;
    try {
        document = parseJson(text, headerLimits);
    } catch (const Error& error) {
        throw Error(phrase("the header: %1"), error.sentence());
    }
    Header header;
    for (const auto& [name, value] : document.items()) {
        if (name == metadataKey)
            header.metadata = readMetadata(value);
        else if (name.empty())
            throw Error(phrase("a tensor has no name"));
        else if (unknown == Unknown::PassedOver && !isReadable(value))
            header.entries.push_back(passedOver(name, value, dataBytes));
        else
            header.entries.push_back(readEntry(name, value, dataBytes));
    }

    std::sort(header.entries.begin(), header.entries.end(), [](const Entry& a, const Entry& b) {
        return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
    });
    std::uint64_t covered = 0;
    for (const Entry& entry : header.entries) {
        if (entry.begin < covered)
            fail(entry.name,
                 phrase("its data begin at byte %1 and overlap those of another tensor, which end "
                        "at %2"),
                 entry.begin, covered);
        if (entry.begin > covered)
            fail(entry.name,
                 phrase("its data begin at byte %1; there is a gap after the tensor before it, "
                        "which ends at %2"),
                 entry.begin, covered);
        covered = entry.end;
    }
    if (covered != dataBytes)
        throw Error(phrase("it has %1 after the last tensor; the file must end with it"),
                    counted(dataBytes - covered, noun::bytes));
    return header;
}

/// IEEE 754 half precision; exact in float32.
float fromHalf(std::uint16_t bits) {
    const int exponent = (bits >> 10) & 31;
    const int fraction = bits & 1023;
    float magnitude;
    if (exponent == 31)
        magnitude = fraction == 0 ? std::numeric_limits<float>::infinity()
                                  : std::numeric_limits<float>::quiet_NaN();
    else if (exponent == 0)
        magnitude = std::ldexp(static_cast<float>(fraction), -24);
    else
        magnitude = std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

float fromBrain(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

float fromDouble(double value, const std::string& name, std::size_t at) {
    if (std::isfinite(value) && std::abs(value) > std::numeric_limits<float>::max())
        fail(name, phrase("element %1 is beyond what float32 can hold"), at);
    return static_cast<float>(value);
}

/// Gets `into.size()` bytes of the file from `offset` on.
using Fetch = std::function<void(std::uint64_t offset, std::span<char> into)>;

template <class Element, class Scalar> std::span<char> bytesOf(std::vector<Scalar>& values) {
    static_assert(sizeof(Element) == sizeof(Scalar));
    return {reinterpret_cast<char*>(values.data()), values.size() * sizeof(Scalar)};
}

/// Reads elements of another type than they have in memory, through a small buffer.
template <class Element, class Scalar, class Convert> std::vector<Scalar>
readConverted(const Fetch& fetch, std::uint64_t offset, std::size_t count, Convert convert) {
    std::vector<Scalar> values(count);
    std::vector<Element> buffer(std::min<std::size_t>(count, 1 << 16));
    for (std::size_t done = 0; done < count; done += buffer.size()) {
        buffer.resize(std::min(buffer.size(), count - done));
        fetch(offset + done * sizeof(Element), bytesOf<Element>(buffer));
        for (std::size_t i = 0; i < buffer.size(); ++i)
            values[done + i] = convert(buffer[i], done + i);
    }
    return values;
}

template <class Scalar>
std::vector<Scalar> readPlain(const Fetch& fetch, std::uint64_t offset, std::size_t count) {
    std::vector<Scalar> values(count);
    fetch(offset, bytesOf<Scalar>(values));
    return values;
}

NamedTensor readTensor(const Entry& entry, std::uint64_t offset, const Fetch& fetch) {
    const auto count = static_cast<std::size_t>(entry.shape.count());
    const auto floats = [&](std::vector<float> values) {
        return NamedTensor{entry.name, Tensor(entry.shape, std::move(values))};
    };
    const auto integers = [&](std::vector<std::int64_t> values) {
        return NamedTensor{entry.name, IntTensor(entry.shape, std::move(values))};
    };
    switch (entry.type) {
    case ElementType::F16:
        return floats(readConverted<std::uint16_t, float>(
            fetch, offset, count, [](std::uint16_t bits, std::size_t) { return fromHalf(bits); }));
    case ElementType::BF16:
        return floats(readConverted<std::uint16_t, float>(
            fetch, offset, count, [](std::uint16_t bits, std::size_t) { return fromBrain(bits); }));
    case ElementType::F32:
        return floats(readPlain<float>(fetch, offset, count));
    case ElementType::F64:
        return floats(
            readConverted<double, float>(fetch, offset, count, [&](double value, std::size_t at) {
                return fromDouble(value, entry.name, at);
            }));
    case ElementType::I32:
        return integers(readConverted<std::int32_t, std::int64_t>(
            fetch, offset, count, [](std::int32_t value, std::size_t) { return value; }));
    case ElementType::I64:
    case ElementType::Other:
        break;
    }
    return integers(readPlain<std::int64_t>(fetch, offset, count));
}

struct FileStart {
    Header header;
    std::uint64_t dataStart = 0;
};

FileStart readStart(std::uint64_t fileBytes, const Fetch& fetch,
                    Unknown unknown = Unknown::Refused) {
    if (fileBytes == 0)
        throw Error(phrase("the file is empty"));
    if (fileBytes < lengthBytes)
        throw Error(phrase("the file has only %1; a safetensors file begins with 8 that give the "
                           "header's length"),
                    counted(fileBytes, noun::bytes));
    std::array<char, lengthBytes> prefix;
    fetch(0, prefix);
    const auto headerBytes = std::bit_cast<std::uint64_t>(prefix);
    if (headerBytes > largestHeader)
        throw Error(
            phrase("its header would have %1, more than the format allows (100 MB); this is "
                   "not a safetensors file"),
            counted(headerBytes, noun::bytes));
    if (headerBytes > fileBytes - lengthBytes)
        throw Error(
            phrase("its header should have %1, but only %2 follow; the file is cut off or not "
                   "a safetensors file"),
            counted(headerBytes, noun::bytes), fileBytes - lengthBytes);
    const std::uint64_t dataStart = lengthBytes + headerBytes;
    if (fileBytes - dataStart > largestData)
        throw Error(phrase("it holds %1 bytes of numbers; at most %2 can be read"),
                    fileBytes - dataStart, largestData);

    std::string headerText(headerBytes, '\0');
    fetch(lengthBytes, headerText);
    return {readHeader(headerText, fileBytes - dataStart, unknown), dataStart};
}

Safetensors read(std::uint64_t fileBytes, const Fetch& fetch) {
    auto [header, dataStart] = readStart(fileBytes, fetch);
    Safetensors content;
    content.metadata = std::move(header.metadata);
    content.tensors.reserve(header.entries.size());
    for (const Entry& entry : header.entries)
        content.tensors.push_back(readTensor(entry, dataStart + entry.begin, fetch));
    return content;
}

template <class Scalar> std::string_view bytesOf(std::span<const Scalar> numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

constexpr std::size_t fetchedPiece = 1 << 18; ///< numbers, 1 MiB of them

/// Hands all numbers over, those that have to be fetched in pieces.
void appendNumbers(const TensorView& tensor, const Append& append) {
    struct Writer {
        const Append& append;
        std::size_t count;
        void operator()(std::span<const float> numbers) const { append(bytesOf(numbers)); }
        void operator()(std::span<const std::int64_t> numbers) const { append(bytesOf(numbers)); }
        void operator()(const TensorView::Fetch& fetch) const {
            std::vector<float> buffer(std::min(count, fetchedPiece));
            for (std::size_t done = 0; done < count; done += buffer.size()) {
                buffer.resize(std::min(buffer.size(), count - done));
                fetch(done, buffer);
                append(bytesOf(std::span<const float>(buffer)));
            }
        }
    };
    std::visit(Writer{append, static_cast<std::size_t>(tensor.shape.count())}, tensor.numbers);
}

void requireUtf8(std::string_view text, Phrase otherwise) {
    if (!isUtf8(text))
        throw Error(otherwise, inQuotes(text));
}

using TensorOrder = std::vector<const TensorView*>;

/// The tensors in the order of the file: the wider type first, as the format's authors do.
TensorOrder fileOrder(std::span<const TensorView> tensors) {
    std::set<std::string_view> names;
    TensorOrder order;
    for (const TensorView& tensor : tensors) {
        requireUtf8(tensor.name, phrase("the tensor name %1 is not valid UTF-8"));
        if (tensor.name.empty() || tensor.name == metadataKey)
            throw Error(phrase("a tensor cannot be called %1"), inQuotes(tensor.name));
        if (!names.insert(tensor.name).second)
            throw Error(phrase("there are two tensors called %1"), inQuotes(tensor.name));
        order.push_back(&tensor);
    }
    std::stable_partition(order.begin(), order.end(),
                          [](const TensorView* tensor) { return !tensor->isFloat(); });
    return order;
}

/// The header's length and the header, padded with spaces so that the data are aligned to 8 bytes.
/// Written by hand because the order of the keys is that of the tensors.
std::string headerOf(const TensorOrder& order, const std::map<std::string, std::string>& metadata) {
    std::string text = "{";
    if (!metadata.empty()) {
        for (const auto& [key, value] : metadata) {
            requireUtf8(key, phrase("the metadata key %1 is not valid UTF-8"));
            requireUtf8(value, phrase("the metadata text %1 is not valid UTF-8"));
        }
        text += json(metadataKey).dump() + ":" + json(metadata).dump();
    }
    std::uint64_t offset = 0;
    for (const TensorView* tensor : order) {
        const std::uint64_t end = offset + tensor->bytes();
        const auto extents = tensor->shape.extents();
        text += text.size() > 1 ? "," : "";
        text += json(tensor->name).dump() + ":{\"dtype\":\"" + (tensor->isFloat() ? "F32" : "I64") +
                "\",\"shape\":" + json(std::vector<Index>(extents.begin(), extents.end())).dump() +
                ",\"data_offsets\":[" + std::to_string(offset) + "," + std::to_string(end) + "]}";
        offset = end;
    }
    text += "}";
    text.resize((text.size() + 7) / 8 * 8, ' ');
    if (text.size() > largestHeader)
        throw Error(phrase("the header has %1 bytes, more than the format allows (100 MB)"),
                    text.size());
    const auto length =
        std::bit_cast<std::array<char, lengthBytes>>(static_cast<std::uint64_t>(text.size()));
    return std::string(length.data(), length.size()) + text;
}

} // namespace

TensorView viewOf(const NamedTensor& tensor) {
    if (tensor.isFloat())
        return {tensor.name, tensor.shape(), tensor.floats().values()};
    return {tensor.name, tensor.shape(), tensor.integers().values()};
}

std::vector<TensorView> viewsOf(std::span<const NamedTensor> tensors) {
    std::vector<TensorView> views;
    std::ranges::transform(tensors, std::back_inserter(views), viewOf);
    return views;
}

const NamedTensor* Safetensors::find(std::string_view name) const {
    const auto found = std::find_if(tensors.begin(), tensors.end(),
                                    [&](const NamedTensor& tensor) { return tensor.name == name; });
    return found == tensors.end() ? nullptr : &*found;
}

Safetensors parseSafetensors(std::string_view bytes) {
    return read(bytes.size(), [&](std::uint64_t offset, std::span<char> into) {
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), into.size(), into.begin());
    });
}

Safetensors readSafetensors(const std::string& path, const std::stop_token& stop) {
    const InputFile file(path);
    // In pieces, so that it can be given up.
    const auto fetch = [&](std::uint64_t offset, std::span<char> into) {
        constexpr std::size_t piece = std::size_t{16} << 20;
        for (std::size_t done = 0; done < into.size(); done += piece) {
            throwIfStopped(stop);
            file.readAt(offset + done, into.subspan(done, std::min(piece, into.size() - done)));
        }
    };
    try {
        return read(file.size(), fetch);
    } catch (const Error& error) {
        throw Error(phrase("%1: %2"), inQuotes(path), error.sentence());
    } catch (const std::bad_alloc&) {
        throw Error(phrase("%1: %2"), inQuotes(path),
                    phrase("there is not enough memory for its numbers"));
    }
}

std::map<std::string, std::string> readSafetensorsMetadata(const std::string& path) {
    const InputFile file(path);
    const auto fetch = [&](std::uint64_t offset, std::span<char> into) {
        file.readAt(offset, into);
    };
    try {
        return readStart(file.size(), fetch).header.metadata;
    } catch (const Error& error) {
        throw Error(phrase("%1: %2"), inQuotes(path), error.sentence());
    }
}

SafetensorsFile::SafetensorsFile(const std::string& path) : m_path(path), m_file(path) {
    const auto fetch = [this](std::uint64_t offset, std::span<char> into) {
        m_file.readAt(offset, into);
    };
    try {
        FileStart start = readStart(m_file.size(), fetch, Unknown::PassedOver);
        m_metadata = std::move(start.header.metadata);
        for (const Entry& entry : start.header.entries) {
            Stored& tensor = m_tensors.emplace_back();
            tensor.name = entry.name;
            tensor.shape = entry.shape;
            tensor.isFloat = entry.type == ElementType::F16 || entry.type == ElementType::BF16 ||
                             entry.type == ElementType::F32 || entry.type == ElementType::F64;
            for (const ElementTypeInfo& info : elementTypes)
                if (info.type == entry.type)
                    tensor.type = info.name;
            tensor.begin = start.dataStart + entry.begin;
            tensor.end = start.dataStart + entry.end;
        }
    } catch (const Error& error) {
        throw Error(phrase("%1: %2"), inQuotes(path), error.sentence());
    }
}

void SafetensorsFile::read(const Stored& tensor, std::span<float> into) const {
    assert(tensor.isFloat && static_cast<Index>(into.size()) == tensor.shape.count());
    const auto each = [&](auto element, const auto& convert) {
        using Element = decltype(element);
        std::vector<Element> piece(std::min<std::size_t>(into.size(), std::size_t{1} << 16));
        for (std::size_t done = 0; done < into.size(); done += piece.size()) {
            piece.resize(std::min(piece.size(), into.size() - done));
            m_file.readAt(tensor.begin + done * sizeof(Element), bytesOf<Element>(piece));
            std::ranges::transform(piece, into.begin() + static_cast<std::ptrdiff_t>(done),
                                   convert);
        }
    };
    try {
        if (tensor.type == "F32")
            m_file.readAt(tensor.begin,
                          {reinterpret_cast<char*>(into.data()), into.size() * sizeof(float)});
        else if (tensor.type == "F16")
            each(std::uint16_t{}, fromHalf);
        else if (tensor.type == "BF16")
            each(std::uint16_t{}, fromBrain);
        else
            each(double{}, [&](double value) { return fromDouble(value, tensor.name, 0); });
        const auto bad = std::ranges::find_if_not(into, [](float x) { return std::isfinite(x); });
        if (bad != into.end())
            throw Error(phrase("tensor %1 is not finite: element %2 is no number"),
                        inQuotes(tensor.name), bad - into.begin());
    } catch (const Error& error) {
        throw Error(phrase("%1: %2"), inQuotes(m_path), error.sentence());
    }
}

std::string toSafetensors(const Safetensors& content) {
    const std::vector<TensorView> views = viewsOf(content.tensors);
    const TensorOrder order = fileOrder(views);
    std::string bytes = headerOf(order, content.metadata);
    for (const TensorView* tensor : order)
        appendNumbers(*tensor, [&](std::string_view piece) { bytes += piece; });
    return bytes;
}

void writeSafetensors(const std::string& path, const Safetensors& content) {
    writeSafetensors(path, viewsOf(content.tensors), content.metadata);
}

void writeSafetensors(const std::string& path, std::span<const TensorView> tensors,
                      const std::map<std::string, std::string>& metadata) {
    writeSafetensors(replacing(path), tensors, metadata);
}

void writeSafetensors(const WriteFile& write, std::span<const TensorView> tensors,
                      const std::map<std::string, std::string>& metadata) {
    const TensorOrder order = fileOrder(tensors);
    const std::string header = headerOf(order, metadata);
    write([&](const Append& append) {
        append(header);
        for (const TensorView* tensor : order)
            appendNumbers(*tensor, append);
    });
}

} // namespace gf
