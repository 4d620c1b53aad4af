// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/saving/recovery.h"

#include "core/tensor/error.h"

#include <QFile>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace gf {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int places = 8;
constexpr const char* ending = ".safetensors";
constexpr std::string_view asideName = "unreadable-";
constexpr std::size_t largest = std::size_t{512} << 20; ///< bytes of a copy

fs::file_time_type written(const RecoveryPlace& place) {
    std::error_code none;
    return fs::last_write_time(place.copy(), none);
}

} // namespace

RecoveryPlace::RecoveryPlace(fs::path copy, OpenFile lock)
    : m_copy(std::move(copy)), m_lock(std::move(lock)) {}

std::optional<RecoveryPlace> RecoveryPlace::take(const fs::path& folder, int number) {
    const std::string name = std::to_string(number);
    std::error_code problem;
    OpenFile lock = openAlone(folder / (name + ".lock"), LeftBehind::File, problem);
    if (!lock.isOpen())
        return std::nullopt;
    return RecoveryPlace(folder / (name + ending), std::move(lock));
}

bool RecoveryPlace::hasCopy() const {
    std::error_code problem;
    return fs::exists(m_copy, problem);
}

void RecoveryPlace::remove() {
    std::error_code problem;
    fs::remove(m_copy, problem);
}

void RecoveryPlace::setAside() {
    std::error_code problem;
    for (int number = 1; !problem; ++number) {
        const fs::path other =
            m_copy.parent_path() / (std::string(asideName) + std::to_string(number) + ending);
        if (!fs::exists(other, problem))
            return fs::rename(m_copy, other, problem);
    }
}

RecoveryNote RecoveryPlace::note() const {
    std::array<char, 16384> text;
    std::error_code problem;
    const std::size_t size = m_lock.readAt(0, text, problem);
    const json note = json::parse(text.begin(), text.begin() + size, nullptr, false);
    const auto field = [&note](const char* name) {
        const auto found = note.is_object() ? note.find(name) : note.end();
        return found != note.end() && found->is_string()
                   ? QString::fromStdString(found->get<std::string>())
                   : QString();
    };
    return {field("title"), field("file"), field("saved").toLongLong()};
}

void RecoveryPlace::setNote(const RecoveryNote& note) {
    const json object = {{"title", note.title.toStdString()},
                         {"file", note.file.toStdString()},
                         {"saved", std::to_string(note.savedSteps)}};
    const std::string text = object.dump();
    std::error_code problem;
    m_lock.truncate(0, problem);
    if (!problem)
        m_lock.writeAt(0, text, problem);
    if (problem)
        throw Error(systemReason(problem));
}

Recovery::Recovery(fs::path folder, TimeBudget::Seconds pause)
    : m_folder(std::move(folder)), m_share(0.02, pause) {
    std::error_code problem;
    fs::create_directories(m_folder, problem);
    fs::permissions(m_folder, fs::perms::owner_all, problem);
    for (int number = 1; number <= places; ++number)
        if (auto place = RecoveryPlace::take(m_folder, number); place && place->hasCopy())
            m_left.push_back(std::move(*place));
    std::ranges::sort(m_left, {}, written);
}

void Recovery::discardLeft() {
    m_left.back().remove();
    m_left.pop_back();
}

void Recovery::setLeftAside() {
    m_left.back().setAside();
    m_left.pop_back();
}

std::vector<fs::path> Recovery::aside() const {
    std::vector<fs::path> copies;
    std::error_code problem;
    for (const auto& file : fs::directory_iterator(m_folder, problem))
        if (file.path().filename().string().starts_with(asideName))
            copies.push_back(file.path());
    return copies;
}

void Recovery::discardAside() {
    std::error_code problem;
    for (const fs::path& copy : aside())
        fs::remove(copy, problem);
}

void Recovery::takeLeft() {
    drop();
    m_own = std::move(m_left.back());
    m_left.pop_back();
}

void Recovery::leave() {
    m_left.push_back(std::move(*m_own));
    m_own.reset();
    m_step = -1;
}

RecoveryPlace& Recovery::place() {
    if (!isOn())
        throw Error(phrase("no copies are kept"));
    for (int number = 1; !m_own && number <= places; ++number)
        if (auto place = RecoveryPlace::take(m_folder, number); place && !place->hasCopy())
            m_own = std::move(place);
    if (!m_own)
        throw Error(phrase("there is no place for another one in %1"), m_folder.string());
    return *m_own;
}

void Recovery::keep(const RecoveryNote& note, const RunDescription& run,
                    const Parameters& parameters, const SavedComparison& compared) {
    m_step = run.steps;
    m_share.done({}); // a try that fails counts, too
    m_share.spend([&] {
        if (parameters.flat().size_bytes() > largest)
            throw Error(phrase("the run is larger than %1 MiB"), largest >> 20);
        saveRun([&](const Fill& fill) { write(note, fill); }, run, parameters, compared);
    });
}

void Recovery::write(const RecoveryNote& note, const Fill& fill) {
    RecoveryPlace& own = place();
    own.setNote(note);
    writeFileAtomically(own.copy().string(), fill);
}

void Recovery::drop() {
    if (m_own)
        m_own->remove();
    m_step = -1;
}

fs::path Recovery::file() const {
    return m_own ? m_own->copy() : fs::path();
}

} // namespace gf
