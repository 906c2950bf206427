#include "polhode/files/output_file.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

#include "polhode/base/stop_question.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/system/file.hpp"
#include "polhode/system/signals.hpp"

namespace polhode {

namespace {

std::string reason_of(int error) { return std::strerror(error); }

bool is_pipe(const std::string& path) {
    const auto facts = system::facts_of(path);
    return facts && facts->kind == system::FileKind::pipe;
}

// What a reader may leave standing: pipes, sockets, terminals.
bool stands_still(int descriptor) {
    const auto facts = system::facts_of(descriptor);
    return facts && facts->kind != system::FileKind::plain && facts->kind != system::FileKind::disk;
}

}  // namespace

OutputFile::~OutputFile() {
    if (descriptor_ >= 0 && !standard_output_) system::close_descriptor(descriptor_);
}

void OutputFile::open(const std::string& path) {
    if (is_open()) close();
    reader_gone_ = false;
    written_ = 0;
    standard_output_ = path == "-";
    if (standard_output_) {
        system::ignore_broken_pipes();
        name_ = "standard output";
        descriptor_ = system::standard_output;
        most_at_once_ = stands_still(descriptor_) ? small_piece : all_of_it;
        return;
    }
    name_ = path;
    // A pipe with a name has nobody who reads it until somebody does.
    while (true) {
        descriptor_ =
            opened(path, open_for::writing | open_for::create | open_for::empty | open_for::no_waiting).release();
        if (descriptor_ >= 0 || errno != ENXIO || !is_pipe(path) || stop_asked()) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    if (descriptor_ < 0) throw OutputError(name_, errno == ENXIO ? "nobody reads it" : reason_of(errno));
    system::wait_from_now_on(descriptor_);
    most_at_once_ = stands_still(descriptor_) ? small_piece : all_of_it;
}

void OutputFile::write(std::string_view bytes) {
    if (reader_gone_ || bytes.empty()) return;
    if (!is_open()) throw OutputError(name_, "it is not open");
    std::size_t done = 0;
    while (done < bytes.size()) {
        if (!wait_until_taken()) {
            reader_gone_ = true;
            return;
        }
        const std::ptrdiff_t n =
            system::write_some(descriptor_, bytes.data() + done, std::min(bytes.size() - done, most_at_once_));
        if (n >= 0) {
            done += static_cast<std::size_t>(n);
            continue;
        }
        if (errno == EINTR || errno == EAGAIN) continue;
        const int error = errno;
        if (standard_output_ && error == EPIPE) {
            reader_gone_ = true;
            return;
        }
        const auto facts = system::facts_of(descriptor_);
        if (!standard_output_ && facts && facts->kind == system::FileKind::plain)
            if (!system::set_length(descriptor_, static_cast<std::uint64_t>(written_)) ||
                !system::go_to_end(descriptor_))
                throw OutputError(name_, reason_of(error) + ", and its last, incomplete line could not be taken back");
        throw OutputError(name_, reason_of(error));
    }
    written_ += static_cast<long long>(bytes.size());
}

std::size_t OutputFile::write_what_fits(std::string_view bytes) {
    std::size_t done = 0;
    while (done < bytes.size() && !reader_gone_) {
        if (most_at_once_ == small_piece && system::wait_until_writable(descriptor_, 0) != system::Readiness::ready)
            break;
        const std::string_view piece = bytes.substr(done, most_at_once_);
        write(piece);
        done += piece.size();
    }
    return done;
}

// Pipes and terminals may stand still. Somebody who asks the program to end then is not kept waiting for long.
bool OutputFile::wait_until_taken() {
    if (most_at_once_ != small_piece) return true;
    constexpr int pause_ms = 50, patience_ms = 200;
    for (int waited = 0;;) {
        const system::Readiness ready = system::wait_until_writable(descriptor_, pause_ms);
        if (ready == system::Readiness::ready || ready == system::Readiness::failed) return true;
        if (stop_asked() && (waited += pause_ms) >= patience_ms) return false;
    }
}

void OutputFile::close() {
    if (!is_open()) return;
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (standard_output_) return;
    if (!system::close_descriptor(descriptor) && errno != EINTR) throw OutputError(name_, reason_of(errno));
}

void write_file(const std::string& path, std::string_view contents) {
    const auto facts = system::facts_of(path);
    // Devices and pipes are written to, never replaced.
    const bool replaceable = !facts || facts->kind == system::FileKind::plain;
    if (!replaceable) {
        OutputFile file(path);
        file.write(contents);
        file.close();
        return;
    }
    const std::string part = path + ".part";
    try {
        OutputFile file(part);
        file.write(contents);
        file.close();
    } catch (const OutputError& e) {
        system::remove_file(part);
        throw OutputError(path, e.reason);
    }
    if (std::rename(part.c_str(), path.c_str()) != 0) {
        const int error = errno;
        system::remove_file(part);
        throw OutputError(path, reason_of(error));
    }
}

}  // namespace polhode
