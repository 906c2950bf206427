#include "estimate_stream.hpp"

#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "interrupt.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/estimate/estimation_report.hpp"
#include "polhode/estimate/online_estimation.hpp"
#include "polhode/estimate/sources/byte_source.hpp"
#include "polhode/estimate/sources/row_decoder.hpp"
#include "program.hpp"

namespace polhode::app {

namespace {

using Clock = std::chrono::steady_clock;
constexpr int one_look = 100;  // ms, between looks at Ctrl-C and at patience

class Stream {
 public:
    Stream(const StreamRequest& request, const estimate::Sensors& sensors, const estimate::EstimationSettings& settings)
        : request_(request),
          sensors_(sensors),
          settings_(settings),
          source_(request.from, request.where),
          decoder_(request.from == "-" ? "standard input" : request.from, sensors.log, {source_.live()},
                   [this](const estimate::LogRow& row) { take(row); }) {
        if (!request.to.empty()) csv_.emplace(request.to, sensors, settings, CsvWriter::Pace{});
        if (source_.port() > 0 && !request.quiet) note(fmt::format("listening at UDP port {}", source_.port()));
    }

    void listen() {
        auto last = Clock::now();
        std::string_view bytes;
        while (!interrupted() && !(csv_ && csv_->reader_gone())) {
            const auto came = source_.next(bytes, one_look);
            if (came == estimate::ByteSource::Came::end) break;
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
        decoder_.finish();
    }

    int finish() {
        if (!online_) throw InputError({decoder_.facts().name, 0, ""}, nothing_came());
        const estimate::Estimation e = online_->finish();
        if (csv_) csv_->close();
        if (decoder_.not_understood() > 0 && !request_.quiet)
            note(fmt::format("{} lines were not understood and are left out, the first: {}", decoder_.not_understood(),
                             decoder_.first_fault()));
        if (!request_.quiet && !request_.json)
            for (const auto* some : {&decoder_.facts().notes, &e.samples.notes})
                for (const std::string& text : *some) note(text);
        if (request_.quiet && !request_.json) return done;
        const std::string text = request_.json ? estimation_json(decoder_.facts(), sensors_, settings_, e)
                                               : estimation_text(decoder_.facts(), sensors_, settings_, e);
        if (request_.to == "-")
            std::fputs(text.c_str(), stderr);
        else
            print(text);
        return done;
    }

 private:
    void take(const estimate::LogRow& row) {
        if (!online_)
            online_.emplace(decoder_.facts(), sensors_, settings_,
                            [this](const estimate::LogRow& of, const estimate::EstimateRow& estimate) {
                                if (csv_) csv_->row(of.t, estimate);
                            });
        online_->push(row);
    }

    std::string nothing_came() const {
        if (decoder_.not_understood() > 0)
            return fmt::format("nothing was understood: {} lines, the first: {}", decoder_.not_understood(),
                               decoder_.first_fault());
        return decoder_.has_header() ? "the log has a header and no rows below it"
                                     : "the log is empty: it has neither a header nor rows";
    }

    const StreamRequest& request_;
    estimate::Sensors sensors_;
    estimate::EstimationSettings settings_;
    estimate::ByteSource source_;
    estimate::RowDecoder decoder_;
    std::optional<estimate::OnlineEstimation> online_;
    std::optional<estimate::EstimateCsv> csv_;
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
