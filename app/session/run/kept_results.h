// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/edit.h"
#include "ui/messages/lab_messages.h"

#include <memory>
#include <string>
#include <vector>

namespace gf {

/// What labs that a person starts have found on one run: the table of its results.
class KeptResults {
public:
    static constexpr std::size_t most = 64; ///< the oldest goes first

    /// Of the model held to these changes; in the place of an older one that answers the same.
    void add(LabResult result, std::vector<Intervention> held);
    /// Those of the model held to these changes, the newest last; null: there are none.
    std::shared_ptr<const LabResults> heldTo(const std::vector<Intervention>& held) const;

private:
    struct Kept {
        LabResult result;
        std::vector<Intervention> held;
    };
    std::vector<Kept> m_kept;
};

/// As a run's file has them: JSON, {"version":2,"results":[…]}; of version 1 they are read as
/// well.
std::string toJson(const LabResults& results);
/// Untrusted: throws Error that names what is unknown, missing, too long or out of its range.
LabResults labResultsFromJson(const std::string& json);

} // namespace gf
