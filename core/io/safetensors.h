// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/atomic_file.h"
#include "core/tensor/stopped.h"
#include "core/tensor/tensor.h"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gf {

/// Whole numbers (token ids) with a shape.
using IntTensor = BasicTensor<std::int64_t>;

/// One tensor of a safetensors file: floats, or whole numbers.
struct NamedTensor {
    std::string name;
    std::variant<Tensor, IntTensor> data;

    bool isFloat() const { return std::holds_alternative<Tensor>(data); }
    const Shape& shape() const {
        return std::visit([](const auto& tensor) -> const Shape& { return tensor.shape(); }, data);
    }
    /// Only when isFloat() (integers() only when not).
    const Tensor& floats() const { return std::get<Tensor>(data); }
    const IntTensor& integers() const { return std::get<IntTensor>(data); }
};

/// One tensor that is to be written from where its numbers lie, without a copy of them. Floats that
/// lie in no memory are fetched piece by piece.
struct TensorView {
    /// Fills `into` with the numbers from `offset` on.
    using Fetch = std::function<void(std::size_t offset, std::span<float> into)>;

    std::string name;
    Shape shape;
    std::variant<std::span<const float>, std::span<const std::int64_t>, Fetch> numbers;

    bool isFloat() const { return numbers.index() != 1; }
    std::uint64_t bytes() const {
        return static_cast<std::uint64_t>(shape.count()) *
               (isFloat() ? sizeof(float) : sizeof(std::int64_t));
    }
};

/// What must live as long as the view.
TensorView viewOf(const NamedTensor& tensor);
std::vector<TensorView> viewsOf(std::span<const NamedTensor> tensors);

/// The content of a safetensors file (github.com/huggingface/safetensors, "Format"): an 8-byte
/// little-endian header length, a JSON header, then the numbers.
struct Safetensors {
    std::vector<NamedTensor> tensors;
    std::map<std::string, std::string> metadata;

    /// The tensor of this name, or null.
    const NamedTensor* find(std::string_view name) const;
};

/// Reads from memory or from a file. Floating types (F16, BF16, F32, F64) become float32, I32 and
/// I64 become int64; the order is that of the data. Throws Stopped when `stop` is requested.
/// Untrusted: throws Error, which names the tensor and what is wrong with it, for any length,
/// offset, shape, type, name or text that is not right, before anything of that length is
/// allocated. The values may be NaN or infinite, but an F64 number that float32 cannot hold is an
/// error.
Safetensors parseSafetensors(std::string_view bytes);
Safetensors readSafetensors(const std::string& path, const std::stop_token& stop = {});

/// The metadata alone, read and checked like that.
std::map<std::string, std::string> readSafetensorsMetadata(const std::string& path);

/// A safetensors file of somebody else that is read tensor by tensor, each straight to where its
/// numbers stay. Untrusted like readSafetensors(), but tensors of types that are not read here may
/// be in it: they are listed, and passed over before their type and shape are looked at.
class SafetensorsFile {
public:
    struct Stored {
        std::string name;
        std::string type;                 ///< as the file says it: "F16", "BOOL"
        Shape shape;                      ///< only when isFloat
        bool isFloat = false;             ///< F16, BF16, F32 or F64 of at most 4 dimensions
        std::uint64_t begin = 0, end = 0; ///< of its bytes in the file
    };

    /// Throws Error beginning with the path.
    explicit SafetensorsFile(const std::string& path);

    /// In the order of the data.
    const std::vector<Stored>& tensors() const { return m_tensors; }
    const std::map<std::string, std::string>& metadata() const { return m_metadata; }
    /// The bytes of a tensor of any type from `offset` on, as they are. Throws Error when the file
    /// ends before.
    void readBytes(const Stored& tensor, std::uint64_t offset, std::span<char> into) const {
        m_file.readAt(tensor.begin + offset, into);
    }
    /// Fills `into` with all numbers of a tensor of floats as float32. Throws Error, which names
    /// file and tensor, when the file ends before, for a number that is not finite, and for one
    /// that float32 cannot hold.
    void read(const Stored& tensor, std::span<float> into) const;

private:
    std::string m_path;
    InputFile m_file;
    std::vector<Stored> m_tensors;
    std::map<std::string, std::string> m_metadata;
};

/// As bytes and as a file (atomically). Floats are written as F32 and whole numbers as I64, in the
/// given order except that whole numbers come first, so that all numbers are aligned. The same
/// content always gives the same bytes. Throws Error for a name that is empty, double or
/// "__metadata__", for text that is not UTF-8, and for what writeFileAtomically() says.
std::string toSafetensors(const Safetensors& content);
void writeSafetensors(const std::string& path, const Safetensors& content);
/// The same from where the numbers lie; next to nothing is copied.
void writeSafetensors(const std::string& path, std::span<const TensorView> tensors,
                      const std::map<std::string, std::string>& metadata);
void writeSafetensors(const WriteFile& write, std::span<const TensorView> tensors,
                      const std::map<std::string, std::string>& metadata);

} // namespace gf
