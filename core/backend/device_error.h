// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/error.h"

#include <cstdint>

namespace gf {

/// A device cannot go on: what is done on it has to be done elsewhere.
class DeviceError : public Error {
public:
    using Error::Error;
};

/// A device has less memory free than what it is asked for. Nothing has been computed.
class DeviceOutOfMemory : public DeviceError {
public:
    /// `neededBytes` is 0 where nobody knows it, `freeBytes` −1 where the driver does not say it
    /// (OpenCL). `largestBytes` is what the device gives in one piece where that is too small,
    /// otherwise 0.
    DeviceOutOfMemory(Sentence sentence, std::int64_t neededBytes, std::int64_t freeBytes,
                      std::int64_t largestBytes = 0)
        : DeviceError(std::move(sentence)), m_needed(neededBytes), m_free(freeBytes),
          m_largest(largestBytes) {}

    std::int64_t neededBytes() const { return m_needed; }
    std::int64_t freeBytes() const { return m_free; }
    std::int64_t largestBytes() const { return m_largest; }

private:
    std::int64_t m_needed;
    std::int64_t m_free;
    std::int64_t m_largest;
};

/// A device stopped answering, or its driver failed in the middle: what lay in its memory is gone,
/// and so is all that was opened on it. Parameters keep what was last read from it.
class DeviceLost : public DeviceError {
public:
    using DeviceError::DeviceError;
};

} // namespace gf
