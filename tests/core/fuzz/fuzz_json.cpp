// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json.h"
#include "core/model/model.h"
#include "core/model/train_config.h"
#include "core/tensor/error.h"
#include "tests/core/fuzz/fuzz.h"

#include <cstdlib>

namespace gf::fuzz_json {

/// Any text is read or refused with an Error, and so is what it says as a configuration; what was
/// read is written and read again the same.
int runOne(const std::uint8_t* data, std::size_t size) {
    nlohmann::json document;
    try {
        document = parseJson({reinterpret_cast<const char*>(data), size});
    } catch (const Error&) {
        return 0;
    }
    if (parseJson(document.dump()) != document)
        std::abort();
    if (problemsOf(document).empty()) {
        const ModelConfig config = configFromJson(document);
        if (configFromJson(toJson(config)) != config || parameterCount(config) <= 0)
            std::abort();
    }
    try {
        trainConfigFromJson(document);
    } catch (const Error&) {
        return 0;
    }
    return 0;
}

std::vector<std::string> seeds() {
    return {
        toJson(ModelConfig{}).dump(), toJson(TrainConfig{}).dump(2),
        R"({"architecture":"encoder","heads":3,"d_model":9,"dropout":1e-3,"tie_embeddings":true})",
        R"([null,true,-0.5e-7,"\u00e9\ud83d\ude00\n",{"":[]},[[[[]]]]])"};
}

std::vector<std::string> words() {
    return {"\"heads\"",
            "\"d_model\"",
            "\"layers\"",
            "\"norm\"",
            "\"pre\"",
            "\"decoder\"",
            "\"seed\"",
            "\"dropout\"",
            "18446744073709551615",
            "1e308",
            "1e999",
            "-0",
            "0.5",
            "null",
            "true",
            "[",
            "]",
            "{",
            "}",
            ",",
            ":",
            "\"",
            "\\",
            "\\ud800",
            "\xff",
            std::string(40, '['),
            std::string(1, '\0')};
}

} // namespace gf::fuzz_json
