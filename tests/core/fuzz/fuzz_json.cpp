// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json.h"
#include "core/model/model.h"
#include "core/model/train_config.h"
#include "core/tensor/error.h"
#include "tests/core/fuzz/fuzz.h"

#include <cstdlib>

/// Any text is read or refused with an Error, and so is what it says as a configuration; what was
/// read is written and read again the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    nlohmann::json document;
    try {
        document = gf::parseJson({reinterpret_cast<const char*>(data), size});
    } catch (const gf::Error&) {
        return 0;
    }
    if (gf::parseJson(document.dump()) != document)
        std::abort();
    if (gf::problemsOf(document).empty()) {
        const gf::ModelConfig config = gf::configFromJson(document);
        if (gf::configFromJson(gf::toJson(config)) != config || gf::parameterCount(config) <= 0)
            std::abort();
    }
    try {
        gf::trainConfigFromJson(document);
    } catch (const gf::Error&) {
        return 0;
    }
    return 0;
}

std::vector<std::string> gf::test::seeds() {
    return {
        toJson(ModelConfig{}).dump(), toJson(TrainConfig{}).dump(2),
        R"({"architecture":"encoder","heads":3,"d_model":9,"dropout":1e-3,"tie_embeddings":true})",
        R"([null,true,-0.5e-7,"\u00e9\ud83d\ude00\n",{"":[]},[[[[]]]]])"};
}

std::vector<std::string> gf::test::words() {
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
