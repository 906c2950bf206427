#include "estimate_stream.hpp"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <optional>
#include <utility>

#include "interrupt.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/estimate/online_estimation.hpp"
#include "polhode/estimate/sources/byte_source.hpp"
#include "polhode/estimate/sources/row_decoder.hpp"
#include "polhode/estimate/tools/estimation_report.hpp"
#include "program.hpp"

namespace polhode::app {

namespace {

using Clock = std::chrono::steady_clock;
constexpr int one_look = 100;  // ms, between looks at Ctrl-C and at patience

bool is_file(const std::string& from) {
    return from != "-" && !from.starts_with("udp:") && !from.starts_with("serial:");
}

class Stream {
 public:
    Stream(const StreamRequest& request, const estimate::Sensors& sensors, const estimate::EstimationSettings& settings)
        : request_(request),
          sensors_(sensors),
          settings_(settings),
          source_(request.from, request.where),
          decoder_(request.from == "-" ? "standard input" : request.from, sensors.log, {source_.live()},
                   [this](const estimate::LogRow& row) { take(row); }),
          pace_(request.links.speed.value_or(is_file(request.from) ? 1 : 0)) {
        if (!request.to.empty()) csv_.emplace(request.to, sensors, settings, CsvWriter::Pace{});
        if (request.links.any()) links_.emplace(request.links, sensors, settings, request.quiet);
        if (source_.port() > 0 && !request.quiet) note(fmt::format("listening at UDP port {}", source_.port()));
    }

    void listen() {
        try {
            listen_until_the_end();
        } catch (const InputError&) {
            // a row is wrong: those before it are told, then what is wrong
            if (!online_) throw;
            const std::exception_ptr fault = std::current_exception();
            try {
                online_->finish();
            } catch (const InputError&) {
                // too little for an estimate: the fault says why
            }
            if (csv_) csv_->close();
            if (links_) links_->end("a row that is wrong");
            std::rethrow_exception(fault);
        }
    }

    void listen_until_the_end() {
        auto last = Clock::now();
        std::string_view bytes;
        bool ended = false;
        while (!interrupted() && !(csv_ && csv_->reader_gone())) {
            const auto came = source_.next(bytes, one_look);
            if ((ended = came == estimate::ByteSource::Came::end)) break;
            if (came == estimate::ByteSource::Came::nothing) {
                if (request_.patience > 0 && Clock::now() - last > std::chrono::duration<double>(request_.patience))
                    break;
                continue;
            }
            last = Clock::now();
            decoder_.take(bytes);
            if (came == estimate::ByteSource::Came::datagram) decoder_.end_of_datagram();
            if (csv_) csv_->flush();
        }
        // What a file holds behind the last row was not read, and that is no fault of the file. Where readings come as
        // they are made, Ctrl-C is how one ends them.
        cut_short_ = !ended && interrupted() && is_file(request_.from);
        if (!cut_short_) decoder_.finish();
        ended_by_ = interrupted() ? "stopped" : "no more readings";
    }

    int finish() {
        if (cut_short_) note(fmt::format("interrupted: {} rows of {} were read", came_, request_.from));
        const ExitCode code = cut_short_ ? failed : done;
        if (!online_ && cut_short_) return code;
        if (!online_) throw InputError({decoder_.facts().name, 0, ""}, decoder_.nothing_came());
        const estimate::Estimation e = online_->finish();
        if (csv_) csv_->close();
        if (links_) links_->end(ended_by_);
        if (decoder_.not_understood() > 0 && !request_.quiet)
            note(fmt::format("{} lines were not understood and are left out, the first: {}", decoder_.not_understood(),
                             decoder_.first_fault()));
        if (!request_.quiet && !request_.json)
            for (const auto* some : {&decoder_.facts().notes, &e.samples.notes})
                for (const std::string& text : *some) note(text);
        if (request_.quiet && !request_.json) return code;
        std::string text = request_.json ? estimation_json(decoder_.facts(), sensors_, settings_, e)
                                         : estimation_text(decoder_.facts(), sensors_, settings_, e);
        if (links_ && !request_.json) text += links_->counts();
        if (request_.to == "-" || request_.links.takes_standard_output())
            std::fputs(text.c_str(), stderr);
        else
            print(text);
        return code;
    }

 private:
    void take(const estimate::LogRow& row) {
        if (!online_)
            online_.emplace(decoder_.facts(), sensors_, settings_,
                            [this](const estimate::LogRow& of, const estimate::EstimateRow& estimate) {
                                if (csv_) csv_->row(of.t, estimate);
                                if (links_) show(of, estimate);
                            });
        ++came_;
        if (links_) {
            pace_.wait_for(row.t);
            if (came_ <= 2) step_ = row.t - std::exchange(before_, row.t);
        }
        online_->push(row);
    }

    void show(const estimate::LogRow& row, const estimate::EstimateRow& estimate) {
        if (!std::exchange(shown_, true)) links_->begin(decoder_.facts(), step_);
        links_->row(row, estimate);
    }

    const StreamRequest& request_;
    estimate::Sensors sensors_;
    estimate::EstimationSettings settings_;
    estimate::ByteSource source_;
    estimate::RowDecoder decoder_;
    std::optional<estimate::OnlineEstimation> online_;
    std::optional<estimate::EstimateCsv> csv_;
    std::optional<EstimateLinks> links_;
    RecordingPace pace_;
    std::string ended_by_;
    double step_ = 0, before_ = 0;  // s between the first two rows
    long came_ = 0;
    bool shown_ = false, cut_short_ = false;
};

}  // namespace

int estimate_stream(const StreamRequest& request, const estimate::Sensors& sensors,
                    const estimate::EstimationSettings& settings) {
    watch_for_interrupts();
    Stream stream(request, sensors, settings);
    stream.listen();
    return stream.finish();
}

}  // namespace polhode::app
