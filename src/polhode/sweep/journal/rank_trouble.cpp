#include "polhode/sweep/journal/rank_trouble.hpp"

#include <new>
#include <stdexcept>

#include "polhode/base/byte_stream.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/sweep/journal/rank_environment.hpp"

namespace polhode {

RankTrouble RankTrouble::of(const std::exception_ptr& thrown) {
    RankTrouble t;
    t.host = host_name();
    try {
        std::rethrow_exception(thrown);
    } catch (const InputError& e) {
        t.kind = input;
        t.text = e.what();
    } catch (const OutputError& e) {
        t.kind = input;
        t.text = e.what();
    } catch (const ComputationFailed& e) {
        t.kind = computation;
        t.time = e.time;
        t.text = e.cause;
    } catch (const std::bad_alloc&) {
        t.kind = memory;
        t.text = "there is not enough memory";
    } catch (const std::exception& e) {
        t.text = e.what();
    } catch (...) {
        t.text = "an unknown exception";
    }
    return t;
}

std::string RankTrouble::encoded() const {
    ByteWriter out;
    out.count(kind);
    out.number(time);
    out.text(text);
    out.text(host);
    return out.bytes;
}

RankTrouble RankTrouble::decoded(const std::string& bytes) {
    ByteReader in(bytes);
    RankTrouble t;
    t.kind = static_cast<Kind>(in.count());
    t.time = in.number();
    t.text = in.text();
    t.host = in.text();
    return t;
}

void RankTrouble::raise(const std::string& who) const {
    if (kind == input) throw InputError({}, who + ": " + text);
    if (kind == computation) throw ComputationFailed(time, text + " (" + who + ")");
    if (kind == memory) throw std::bad_alloc();
    throw std::runtime_error(who + ": " + text);
}

}  // namespace polhode
