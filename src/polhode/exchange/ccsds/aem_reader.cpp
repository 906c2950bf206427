#include "polhode/exchange/ccsds/aem_reader.hpp"

#include <algorithm>

#include "polhode/calendar/time_system.hpp"
#include "polhode/exchange/ccsds/adm_attitude.hpp"
#include "polhode/exchange/ccsds/adm_words.hpp"
#include "polhode/exchange/text_lines.hpp"
#include "polhode/input/toml_text.hpp"

namespace polhode {

namespace {

constexpr std::size_t longest_aem_line = 254;         // 504.0-B-2 section 7.4.1
constexpr Attoseconds slack = 1'000'000'000'000'000;  // 1 ms: START_TIME and STOP_TIME are often rounded

std::vector<std::string> header_words(int version) {
    std::vector<std::string> words{"CREATION_DATE", "ORIGINATOR"};
    if (version > 1) words.insert(words.end(), {"CLASSIFICATION", "MESSAGE_ID"});
    return words;
}

std::vector<std::string> metadata_words(int version) {
    std::vector<std::string> words{"OBJECT_NAME",          "OBJECT_ID",           "CENTER_NAME",   "REF_FRAME_A",
                                   "REF_FRAME_B",          "TIME_SYSTEM",         "START_TIME",    "USEABLE_START_TIME",
                                   "USEABLE_STOP_TIME",    "STOP_TIME",           "ATTITUDE_TYPE", "EULER_ROT_SEQ",
                                   "INTERPOLATION_METHOD", "INTERPOLATION_DEGREE"};
    if (version == 1)
        words.insert(words.end(), {"ATTITUDE_DIR", "QUATERNION_TYPE", "RATE_FRAME"});
    else
        words.push_back("ANGVEL_FRAME");
    return words;
}

// The types of attitude of both versions, with their fields in the order of a line.
struct KnownType {
    const char* name;
    std::vector<std::string> fields;
    AdmType::Rate rate;
    int version;  // 0: of both
};

const std::vector<KnownType>& known_types() {
    using Rate = AdmType::Rate;
    static const std::vector<std::string> q{"Q1", "Q2", "Q3", "QC"}, euler{"ANGLE_1", "ANGLE_2", "ANGLE_3"},
        spin{"SPIN_ALPHA", "SPIN_DELTA", "SPIN_ANGLE", "SPIN_ANGLE_VEL"}, w{"ANGVEL_X", "ANGVEL_Y", "ANGVEL_Z"},
        rates{"RATE_1", "RATE_2", "RATE_3"};
    const auto joined = [](std::vector<std::string> a, const std::vector<std::string>& b) {
        a.insert(a.end(), b.begin(), b.end());
        return a;
    };
    static const std::vector<KnownType> all{
        {"QUATERNION", q, Rate::none, 0},
        {"QUATERNION/DERIVATIVE", joined(q, {"Q1_DOT", "Q2_DOT", "Q3_DOT", "QC_DOT"}), Rate::derivative, 0},
        {"QUATERNION/ANGVEL", joined(q, w), Rate::rate_b, 2},
        {"QUATERNION/RATE", joined(q, rates), Rate::euler, 1},
        {"EULER_ANGLE", euler, Rate::none, 0},
        {"EULER_ANGLE/DERIVATIVE", joined(euler, {"ANGLE_1_DOT", "ANGLE_2_DOT", "ANGLE_3_DOT"}), Rate::derivative, 2},
        {"EULER_ANGLE/ANGVEL", joined(euler, w), Rate::rate_b, 2},
        {"EULER_ANGLE/RATE", joined(euler, rates), Rate::euler, 1},
        {"SPIN", spin, Rate::spin, 0},
        {"SPIN/NUTATION", joined(spin, {"NUTATION", "NUTATION_PER", "NUTATION_PHASE"}), Rate::spin, 0},
        {"SPIN/NUTATION_MOM", joined(spin, {"MOMENTUM_ALPHA", "MOMENTUM_DELTA", "NUTATION_VEL"}), Rate::spin, 0},
    };
    return all;
}

AdmType type_of(const AdmBlock& meta, int version) {
    const std::string named = meta.word("ATTITUDE_TYPE");
    AdmType type;
    std::vector<std::string> names;
    for (const KnownType& known : known_types()) {
        if (known.version != 0 && known.version != version) continue;
        // a blank is an underscore in values, except before and after the slash, where neither stands
        names.push_back(known.name);
        if (named != known.name) continue;
        type.name = known.name;
        type.fields = known.fields;
        type.rate = known.rate;
    }
    if (type.name.empty()) {
        const std::string near = nearest_name(named, names);
        meta.refuse("ATTITUDE_TYPE", "'" + escaped_for_message(meta.text("ATTITUDE_TYPE")) +
                                         "' is not a type of version " + std::to_string(version) + "; known: " +
                                         listed(names) + (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }
    return type;
}

void take_order(const AdmBlock& meta, AdmType& type) {
    const std::string direction = meta.word("ATTITUDE_DIR");
    if (direction != "A2B" && direction != "B2A")
        meta.refuse("ATTITUDE_DIR",
                    "expected A2B or B2A, read '" + escaped_for_message(meta.text("ATTITUDE_DIR")) + "'");
    type.from_b_to_a = direction == "B2A";
    if (type.name.rfind("QUATERNION", 0) != 0) return;
    const std::string order = meta.word("QUATERNION_TYPE");
    if (order != "FIRST" && order != "LAST")
        meta.refuse("QUATERNION_TYPE",
                    "expected FIRST or LAST, read '" + escaped_for_message(meta.text("QUATERNION_TYPE")) + "'");
    type.scalar_first = order == "FIRST";
}

// The frame of a rate is one of the two, by its name or as REF_FRAME_A.
bool rate_in_frame_a(const AdmBlock& meta, const std::string& key) {
    const std::string frame = meta.word(key);
    if (frame == "REF_FRAME_A" || frame == meta.word("REF_FRAME_A")) return true;
    if (frame == "REF_FRAME_B" || frame == meta.word("REF_FRAME_B")) return false;
    meta.refuse(key, "'" + escaped_for_message(meta.text(key)) + "' is neither REF_FRAME_A nor REF_FRAME_B");
}

class AemReader {
 public:
    AemReader(ByteSource& source, const ImportRequest& request, ImportGate& gate)
        : source_(source), request_(request), gate_(gate), statements_(adm_statements(source, longest_aem_line)) {
        if (!request.segment.empty() && request.segment != "all") wanted_ = std::stol(request.segment);
    }

    void read() {
        if (!next()) throw InputError({source_.name(), 0, ""}, "the file is empty");
        version_ = adm_version(now_, "aem", {1, 2});
        AdmBlock header("the header", now_.place);
        const std::vector<std::string> words = header_words(version_);
        if (!next())
            throw InputError({source_.name(), 0, ""}, "there is nothing after the version: the file is cut short");
        while (!at_mark("META_START")) {
            header.add(now_, words);
            if (!next()) throw InputError({source_.name(), 0, ""}, "there is no META_START: the file is cut short");
        }
        (void)header.at("ORIGINATOR");
        (void)adm_instant(header.text("CREATION_DATE"), header.at("CREATION_DATE").place);
        bool more = true;
        while (more) more = read_segment();
        if (wanted_ > segment_)
            throw InputError({"--segment", 0, ""}, source_.name() + " has " + std::to_string(segment_) +
                                                       (segment_ == 1 ? " segment" : " segments"));
    }

 private:
    bool next() { return statements_->next(now_); }
    bool at_mark(const char* name) const { return now_.kind == AdmStatement::Kind::mark && now_.key == name; }

    // False where the file ends after it.
    bool read_segment() {
        ++segment_;
        AdmBlock meta("the metadata", now_.place);
        const std::vector<std::string> words = metadata_words(version_);
        while (true) {
            if (!next()) throw InputError({source_.name(), 0, ""}, "there is no META_STOP: the file is cut short");
            if (at_mark("META_STOP")) break;
            if (version_ == 2 && now_.key == "QUATERNION_TYPE")
                throw InputError(now_.place, "version 2 has the scalar last always: this keyword is not allowed in it");
            meta.add(now_, words);
        }
        take_metadata(meta);
        if (!next() || !at_mark("DATA_START")) throw InputError(now_.place, "DATA_START is expected after META_STOP");
        while (true) {
            if (!next()) throw InputError({source_.name(), 0, ""}, "there is no DATA_STOP: the file is cut short");
            if (at_mark("DATA_STOP")) break;
            take_row();
        }
        if (rows_in_segment_ == 0) throw InputError(now_.place, "there is no row between DATA_START and DATA_STOP");
        if (!next()) return false;
        if (!at_mark("META_START"))
            throw InputError(now_.place, "'" + escaped_for_message(now_.key.empty() ? now_.value : now_.key) +
                                             "' stands after DATA_STOP; only META_START may");
        return true;
    }

    void take_metadata(const AdmBlock& meta) {
        for (const char* key : {"OBJECT_NAME", "OBJECT_ID", "REF_FRAME_A", "REF_FRAME_B"}) (void)meta.at(key);
        rows_in_segment_ = 0;
        system_ = adm_time_system(meta);
        start_ = adm_instant(meta.text("START_TIME"), meta.at("START_TIME").place);
        stop_ = adm_instant(meta.text("STOP_TIME"), meta.at("STOP_TIME").place);
        if (adm_span(start_, stop_, system_, meta.at("STOP_TIME").place) < 0)
            meta.refuse("STOP_TIME", "it is before START_TIME");
        type_ = type_of(meta, version_);
        if (version_ == 1) take_order(meta, type_);
        const bool euler = type_.name.rfind("EULER", 0) == 0 || type_.rate == AdmType::Rate::euler;
        if (euler && !parse_adm_sequence(meta.text("EULER_ROT_SEQ"), type_.sequence))
            meta.refuse("EULER_ROT_SEQ", "'" + escaped_for_message(meta.text("EULER_ROT_SEQ")) +
                                             "' is no sequence of three axes, neighbours different; examples: " +
                                             (version_ == 1 ? "312, 123" : "ZXY, XYZ"));
        if (type_.rate == AdmType::Rate::rate_b && rate_in_frame_a(meta, "ANGVEL_FRAME"))
            type_.rate = AdmType::Rate::rate_a;
        b_is_body_ =
            b_is_body(meta.text("REF_FRAME_A"), meta.text("REF_FRAME_B"), request_, meta.at("REF_FRAME_B").place);
        if (type_.rate == AdmType::Rate::spin) {
            require_spin_in_world(b_is_body_, meta.at("REF_FRAME_A").place);
            type_.from_b_to_a = false;
        }
        if (wanted()) announce(meta);
        begins_ = true;
    }

    bool wanted() const { return wanted_ == 0 || segment_ == wanted_; }

    void announce(const AdmBlock& meta) {
        if (wanted_ == 0 && segment_ > 1) {
            if (request_.segment != "all")
                throw InputError(meta.place(),
                                 "a second segment begins here; say which one is wanted: --segment 1, 2, ... or "
                                 "all");
            if (type_.has_rates() != head_.rates)
                throw InputError(meta.place(), "some segments have rates and some have none: take one by its number");
            if (system_ != head_.time_system)
                throw InputError(meta.place(), "segments have different time systems: take one by its number");
            return;
        }
        head_.what = "AEM " + std::to_string(version_) + ".0, " + type_.name;
        head_.object = meta.text("OBJECT_NAME");
        head_.frame = meta.text(b_is_body_ ? "REF_FRAME_A" : "REF_FRAME_B");
        head_.body_frame = meta.text(b_is_body_ ? "REF_FRAME_B" : "REF_FRAME_A");
        head_.time_system = system_;
        head_.rates = type_.has_rates();
    }

    // The numbers in the order of the type's fields; the epoch apart.
    std::string fields_of_row(std::vector<double>& numbers) {
        const std::size_t n = type_.fields.size();
        numbers.assign(n, 0);
        if (now_.kind == AdmStatement::Kind::named) {
            const auto field = [&](const std::string& name) -> const std::string& {
                const auto found = now_.fields.find(name);
                if (found == now_.fields.end())
                    throw InputError({now_.place.file, now_.place.line, name},
                                     "it is missing in a row of type " + type_.name);
                return found->second;
            };
            for (std::size_t i = 0; i < n; ++i)
                numbers[i] = finite_number(field(type_.fields[i]), {now_.place.file, now_.place.line, type_.fields[i]});
            return field("EPOCH");
        }
        if (now_.kind != AdmStatement::Kind::row)
            throw InputError(now_.place, "the keyword '" + now_.key + "' stands among the data");
        split_words(now_.value, words_);
        if (words_.size() != n + 1)
            throw InputError(now_.place, std::to_string(words_.size() - 1) + " numbers after the epoch in place of " +
                                             std::to_string(n) + " of type " + type_.name);
        for (std::size_t i = 0; i < n; ++i) {
            // the scalar of a quaternion, and of its derivative, moves from the front to the end
            const bool turned = type_.scalar_first && i < n / 4 * 4;
            const std::size_t to = turned ? i / 4 * 4 + (i % 4 + 3) % 4 : i;
            numbers[to] = finite_number(words_[i + 1], now_.place);
        }
        return std::string(words_[0]);
    }

    void take_row() {
        const std::string epoch = fields_of_row(numbers_);
        const Instant instant = adm_instant(epoch, now_.place);
        ++rows_in_segment_;
        if (type_.name == "SPIN/NUTATION" && !(numbers_[5] != 0))
            throw InputError(now_.place, "the period of the nutation is zero");
        if (adm_span(instant, start_, system_, now_.place) > slack)
            throw InputError(now_.place, "the row is before START_TIME");
        if (adm_span(stop_, instant, system_, now_.place) > slack)
            throw InputError(now_.place, "the row is after STOP_TIME");
        if (!wanted()) return;
        if (!head_.epoch) {
            head_.epoch = instant;
            gate_.head(head_);
            if (const std::string warning = leap_second_warning(instant, system_); !warning.empty())
                gate_.note(warning);
        }
        ImportedRow row;
        row.t = seconds_of(adm_span(*head_.epoch, instant, system_, now_.place));
        put_attitude(adm_attitude(type_, numbers_), b_is_body_, row);
        row.begins = begins_;
        begins_ = false;
        gate_.row(row, now_.place);
    }

    ByteSource& source_;
    const ImportRequest& request_;
    ImportGate& gate_;
    std::unique_ptr<AdmStatements> statements_;
    AdmStatement now_;
    int version_ = 0;
    long wanted_ = 0, segment_ = 0, rows_in_segment_ = 0;
    AdmType type_;
    std::string system_;
    Instant start_, stop_;
    bool b_is_body_ = true, begins_ = true;
    ImportedHead head_;
    std::vector<double> numbers_;
    std::vector<std::string_view> words_;
};

}  // namespace

void read_aem(ByteSource& source, const ImportRequest& request, ImportGate& gate) {
    AemReader(source, request, gate).read();
}

}  // namespace polhode
