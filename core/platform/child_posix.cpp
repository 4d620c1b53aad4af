// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/child.h"

#include "core/platform/child_lines.h"
#include "core/platform/posix.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#ifdef __APPLE__
#include <climits>
#include <mach-o/dyld.h>
#endif

extern "C" char** environ;

namespace gf {

namespace {

/// Standard output of the child, and what of it is kept.
class Pipe {
public:
    Pipe() {
        if (::pipe(m_ends.data()) != 0)
            m_ends = {-1, -1};
        for (const int end : m_ends)
            if (end >= 0)
                ::fcntl(end, F_SETFD, FD_CLOEXEC);
    }
    ~Pipe() {
        close(0);
        close(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    bool isOpen() const { return m_ends[0] >= 0; }
    int readEnd() const { return m_ends[0]; }
    int writeEnd() const { return m_ends[1]; }
    void close(std::size_t end) {
        if (m_ends[end] >= 0)
            ::close(m_ends[end]);
        m_ends[end] = -1;
    }

private:
    std::array<int, 2> m_ends{-1, -1};
};

pid_t start(const std::string& program, const std::vector<std::string>& arguments, int output) {
    std::vector<char*> words{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments)
        words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    pid_t child = -1;
    const int problem =
        ::posix_spawnp(&child, program.c_str(), &actions, nullptr, words.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    return problem == 0 ? child : -1;
}

/// Until when a child is waited for.
struct Patience {
    std::chrono::milliseconds limit;
    const std::stop_token& stop;
    std::chrono::steady_clock::time_point end = std::chrono::steady_clock::now() + limit;

    void renew() { end = std::chrono::steady_clock::now() + limit; }
    bool isOver() const { return stop.stop_requested() || std::chrono::steady_clock::now() >= end; }
    /// Milliseconds until it is worth asking again.
    int moment() const {
        constexpr std::int64_t longest = 50;
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            end - std::chrono::steady_clock::now());
        return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, longest));
    }
};

/// Reads until the child closes its end; false if that takes longer than it may.
bool readAll(int from, Patience& patience, ChildLines& lines) {
    std::array<char, 4096> piece{};
    for (;;) {
        pollfd waiting{from, POLLIN, 0};
        const int ready = uninterrupted([&] { return ::poll(&waiting, 1, patience.moment()); });
        if (patience.isOver())
            return false;
        if (ready == 0)
            continue;
        const ssize_t count =
            uninterrupted([&] { return ::read(from, piece.data(), piece.size()); });
        if (count <= 0)
            return true;
        if (lines.add({piece.data(), static_cast<std::size_t>(count)}))
            patience.renew();
    }
}

/// Whether the child ends in time; one that has closed its output may still hang.
bool waitFor(pid_t child, const Patience& patience, int& status) {
    for (;;) {
        if (uninterrupted([&] { return ::waitpid(child, &status, WNOHANG); }) != 0)
            return true;
        if (patience.isOver())
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

} // namespace

std::string ownProgram() {
#ifdef __APPLE__
    std::array<char, PATH_MAX> name{};
    auto size = static_cast<std::uint32_t>(name.size());
    return ::_NSGetExecutablePath(name.data(), &size) == 0 ? name.data() : "";
#else
    std::array<char, 4096> name{};
    const ssize_t size = ::readlink("/proc/self/exe", name.data(), name.size());
    return size > 0 ? std::string(name.data(), size) : "";
#endif
}

ChildEnd runChild(const std::string& program, const std::vector<std::string>& arguments,
                  std::chrono::milliseconds limit, const std::stop_token& stop,
                  const HeardLine& heard) {
    Patience patience{limit, stop};
    ChildEnd result;
    Pipe pipe;
    const pid_t child = pipe.isOpen() ? start(program, arguments, pipe.writeEnd()) : -1;
    if (child < 0)
        return result;
    pipe.close(1);
    int status = 0;
    ChildLines lines(result.output, heard);
    const bool ended = readAll(pipe.readEnd(), patience, lines) && waitFor(child, patience, status);
    if (!ended) {
        ::kill(child, SIGKILL);
        uninterrupted([&] { return ::waitpid(child, &status, 0); });
        result.kind = stop.stop_requested() ? ChildEnd::Kind::Stopped : ChildEnd::Kind::TimedOut;
    } else if (WIFEXITED(status)) {
        result.kind = ChildEnd::Kind::Exited;
        result.status = WEXITSTATUS(status);
    } else {
        result.kind = ChildEnd::Kind::Crashed;
    }
    return result;
}

} // namespace gf
