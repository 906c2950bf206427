// Attitude comprehensive messages (504.0-B-2 section 5): the attitude blocks and the physical block; the others are
// looked through and passed over.
#include <algorithm>
#include <cmath>
#include <set>

#include "polhode/base/shortest.hpp"
#include "polhode/calendar/time_system.hpp"
#include "polhode/exchange/ccsds/adm_attitude.hpp"
#include "polhode/exchange/ccsds/adm_words.hpp"
#include "polhode/exchange/ccsds/adm_writing.hpp"
#include "polhode/exchange/ccsds/inertia_words.hpp"
#include "polhode/exchange/text_lines.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/output/output_format.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

namespace {

constexpr std::size_t longest_acm_line = 1 << 16;
constexpr double acm_degree = 3.14159265358979323846 / 180;

const std::vector<std::string> acm_head{"CREATION_DATE", "ORIGINATOR", "CLASSIFICATION", "MESSAGE_ID"};
const std::vector<std::string> acm_metadata{"OBJECT_NAME",        "INTERNATIONAL_DESIGNATOR",
                                            "CATALOG_NAME",       "OBJECT_DESIGNATOR",
                                            "ORIGINATOR_POC",     "ORIGINATOR_POSITION",
                                            "ORIGINATOR_PHONE",   "ORIGINATOR_EMAIL",
                                            "ORIGINATOR_ADDRESS", "ODM_MSG_LINK",
                                            "CENTER_NAME",        "TIME_SYSTEM",
                                            "EPOCH_TZERO",        "ACM_DATA_ELEMENTS",
                                            "START_TIME",         "STOP_TIME",
                                            "TAIMUTC_AT_TZERO",   "NEXT_LEAP_EPOCH",
                                            "NEXT_LEAP_TAIMUTC"};
const std::vector<std::string> acm_attitude{"ATT_ID",      "ATT_PREV_ID",  "ATT_BASIS",     "ATT_BASIS_ID",
                                            "REF_FRAME_A", "REF_FRAME_B",  "NUMBER_STATES", "ATT_TYPE",
                                            "RATE_TYPE",   "EULER_ROT_SEQ"};
const std::vector<std::string> acm_physical{
    "DRAG_COEFF", "WET_MASS", "DRY_MASS", "CP_REF_FRAME", "CP",  "INERTIA_REF_FRAME",
    "IXX",        "IYY",      "IZZ",      "IXY",          "IXZ", "IYZ"};

void require_cosines(const double* r, const Place& place) {
    double worst = 0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            double sum = i == j ? -1 : 0;
            for (int k = 0; k < 3; ++k) sum += r[3 * i + k] * r[3 * j + k];
            worst = std::max(worst, std::fabs(sum));
        }
    const double determinant =
        r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) + r[2] * (r[3] * r[7] - r[4] * r[6]);
    if (!(worst < 1e-3) || !(determinant > 0))
        throw InputError(place, "the nine cosines are no rotation: off by " + shortest(worst) +
                                    (determinant > 0 ? "" : ", and mirrored"));
}

class AcmReader {
 public:
    AcmReader(ByteSource& source, const ImportRequest& request, ImportGate& gate)
        : source_(source), request_(request), gate_(gate), statements_(adm_statements(source, longest_acm_line)) {
        if (!request.segment.empty() && request.segment != "all") wanted_ = std::stol(request.segment);
    }

    void read() {
        if (!next()) throw InputError({source_.name(), 0, ""}, "the file is empty");
        adm_version(now_, "acm", {2});
        AdmBlock header("the header", now_.place);
        require("META_START", [&] { header.add(now_, acm_head); });
        (void)header.at("CREATION_DATE");
        (void)header.at("ORIGINATOR");
        meta_ = AdmBlock("the metadata", now_.place);
        require("META_STOP", [&] { meta_.add(now_, acm_metadata); });
        (void)meta_.at("OBJECT_NAME");
        system_ = adm_time_system(meta_);
        epoch_ = adm_instant(meta_.text("EPOCH_TZERO"), meta_.at("EPOCH_TZERO").place);
        (void)adm_span(epoch_, epoch_, system_, meta_.at("EPOCH_TZERO").place);
        // the physical block stands after the attitudes, and the body is wanted before the rows: two looks
        look_through();
        tell();
        statements_ = adm_statements(source_, longest_acm_line);
        require("META_STOP", [] {});
        blocks_ = 0;
        telling_ = true;
        look_through();
    }

 private:
    bool next() { return statements_->next(now_); }

    // Statements up to a mark, each of them taken.
    template <class Take>
    void require(const std::string& mark, Take take) {
        while (true) {
            if (!next()) throw InputError({source_.name(), 0, ""}, "there is no " + mark + ": the file is cut short");
            if (now_.kind == AdmStatement::Kind::mark && now_.key == mark) return;
            take();
        }
    }

    void look_through() {
        std::set<std::string> passed;
        while (next()) {
            if (now_.kind != AdmStatement::Kind::mark) throw InputError(now_.place, "it stands outside of every block");
            const std::string mark = now_.key;
            if (mark == "ATT_START")
                attitude_block();
            else if (telling_)
                require(mark.substr(0, mark.size() - 5) + "STOP", [] {});
            else if (mark == "PHYS_START")
                physical_block();
            else if (mark == "MAN_START")
                manoeuvre_block();
            else if (mark == "AD_START")
                determination_block();
            else if (mark == "COV_START" || mark == "USER_START")
                require(mark.substr(0, mark.size() - 5) + "STOP", [] {});
            else
                throw InputError(now_.place, "'" + escaped_for_message(mark) + "' begins no block of an ACM");
            if (mark != "ATT_START" && mark != "PHYS_START") passed.insert(mark.substr(0, mark.size() - 6));
        }
        if (telling_) return;
        for (const std::string& name : passed) gate_.note("the block " + name + " is passed over");
        if (wanted_ > blocks_)
            throw InputError({"--segment", 0, ""},
                             source_.name() + " has " + std::to_string(blocks_) + " attitude blocks");
    }

    void physical_block() {
        if (head_.body) throw InputError(now_.place, "a second physical block");
        AdmBlock b("the physical block", now_.place);
        require("PHYS_STOP", [&] { b.add(now_, acm_physical); });
        if (!b.has("IXX")) return;
        ImportedBody body;
        body.inertia = adm_inertia(b, false, request_);
        if (b.has("WET_MASS")) body.mass = b.number("WET_MASS", "kg");
        if (b.has("INERTIA_REF_FRAME")) body.inertia_frame = b.text("INERTIA_REF_FRAME");
        head_.body = body;
    }

    // Not used, but a message that contradicts itself is told.
    void manoeuvre_block() {
        AdmBlock b("the manoeuvre block", now_.place);
        std::vector<std::string> any;
        require("MAN_STOP", [&] {
            any.assign(1, now_.key);
            b.add(now_, any);
        });
        if (b.has("MAN_END_TIME") && b.has("MAN_DURATION"))
            b.refuse("MAN_DURATION", "MAN_END_TIME and MAN_DURATION exclude each other");
        if (b.has("MAN_PURPOSE") && b.word("MAN_PURPOSE") == "MOM_DESAT" && !b.has("TARGET_MOMENTUM"))
            throw InputError({source_.name(), b.place().line, "TARGET_MOMENTUM"},
                             "the keyword is missing: MAN_PURPOSE = MOM_DESAT needs it");
    }

    void determination_block() {
        const Place begin = now_.place;
        std::set<long> sensors;
        require("AD_STOP", [&] {
            if (now_.kind == AdmStatement::Kind::pair && now_.key == "SENSOR_NUMBER")
                sensors.insert(static_cast<long>(std::min(1e6, std::max(-1e6, finite_number(now_.value, now_.place)))));
        });
        for (long i = 1; i <= static_cast<long>(sensors.size()); ++i)
            if (!sensors.count(i))
                throw InputError({source_.name(), begin.line, "SENSOR_NUMBER"},
                                 "sensors are numbered from 1, and there is no sensor " + std::to_string(i));
    }

    void attitude_block() {
        ++blocks_;
        AdmBlock b("the attitude block", now_.place);
        rows_in_block_ = 0;
        bool begun = false;
        require("ATT_STOP", [&] {
            if (now_.kind == AdmStatement::Kind::pair && !begun) {
                b.add(now_, acm_attitude);
                return;
            }
            if (now_.kind != AdmStatement::Kind::row)
                throw InputError(now_.place, "'" + escaped_for_message(now_.key) + "' stands among the data");
            if (!begun) begin_attitudes(b);
            begun = true;
            ++rows_in_block_;
            if (telling_) take_row();
        });
        if (rows_in_block_ == 0) throw InputError(b.place(), "there is no row in this attitude block");
    }

    bool wanted() const { return wanted_ == 0 || blocks_ == wanted_; }

    void begin_attitudes(const AdmBlock& b) {
        const std::string type = b.word("ATT_TYPE"), rate = b.has("RATE_TYPE") ? b.word("RATE_TYPE") : "NONE";
        attitude_numbers_ = type == "QUATERNION" ? 4 : type == "EULER_ANGLES" ? 3 : type == "DCM" ? 9 : 0;
        if (attitude_numbers_ == 0)
            b.refuse("ATT_TYPE", "expected QUATERNION, EULER_ANGLES or DCM, read '" +
                                     escaped_for_message(b.text("ATT_TYPE")) + "'");
        const std::size_t more = rate == "NONE" ? 0 : rate == "Q_DOT" ? 4 : 3;
        if (rate != "NONE" && rate != "Q_DOT" && rate != "ANGVEL" && rate != "EULER_RATE" && rate != "GYRO_BIAS")
            b.refuse("RATE_TYPE", "expected ANGVEL, Q_DOT, EULER_RATE, GYRO_BIAS or NONE, read '" +
                                      escaped_for_message(b.text("RATE_TYPE")) + "'");
        numbers_ = attitude_numbers_ + more;
        if (b.number("NUMBER_STATES") != static_cast<double>(numbers_))
            b.refuse("NUMBER_STATES", "it is " + escaped_for_message(b.text("NUMBER_STATES")) + ", and " + type +
                                          " with " + rate + " has " + std::to_string(numbers_));
        type_ = {};
        type_.name = type == "EULER_ANGLES" ? "EULER_ANGLE" : "QUATERNION";
        const bool own_sequence = type == "EULER_ANGLES" || rate == "EULER_RATE";
        if (own_sequence && !parse_adm_sequence(b.text("EULER_ROT_SEQ"), type_.sequence))
            b.refuse("EULER_ROT_SEQ",
                     "'" + escaped_for_message(b.text("EULER_ROT_SEQ")) + "' is no sequence of three axes");
        // the sign of a quaternion that was made from something else is not that of the derivative
        const bool sign_known = type == "QUATERNION" || rate != "Q_DOT";
        type_.rate = rate == "ANGVEL"                ? AdmType::Rate::rate_b
                     : rate == "Q_DOT" && sign_known ? AdmType::Rate::derivative
                     : rate == "EULER_RATE"          ? AdmType::Rate::euler
                                                     : AdmType::Rate::none;
        b_is_body_ = b_is_body(b.text("REF_FRAME_A"), b.text("REF_FRAME_B"), request_, b.at("REF_FRAME_B").place);
        if (wanted()) announce(b, rate, sign_known);
        begins_ = true;
    }

    void announce(const AdmBlock& b, const std::string& rate, bool sign_known) {
        if (telling_) return;
        if (rate == "GYRO_BIAS") gate_.note("the biases of gyroscopes are passed over");
        if (!sign_known) gate_.note("derivatives of a quaternion whose sign is not given are passed over");
        if (wanted_ == 0 && blocks_ > 1) {
            if (request_.segment != "all")
                throw InputError(b.place(),
                                 "a second attitude block begins here; say which one is wanted: --segment 1, 2, ... "
                                 "or all");
            if (type_.has_rates() != head_.rates)
                throw InputError(b.place(),
                                 "some attitude blocks have rates and some have none: take one by its number");
            return;
        }
        head_.what = "ACM 2.0, " + b.word("ATT_TYPE") + (rate == "NONE" ? "" : " with " + rate);
        head_.object = meta_.text("OBJECT_NAME");
        head_.frame = b.text(b_is_body_ ? "REF_FRAME_A" : "REF_FRAME_B");
        head_.body_frame = b.text(b_is_body_ ? "REF_FRAME_B" : "REF_FRAME_A");
        head_.rates = type_.has_rates();
    }

    void take_row() {
        split_words(now_.value, words_);
        if (words_.size() != numbers_ + 1)
            throw InputError(now_.place, std::to_string(words_.size() - 1) + " numbers after the time in place of " +
                                             std::to_string(numbers_));
        std::vector<double> x;
        for (std::size_t i = 1; i < words_.size(); ++i) x.push_back(finite_number(words_[i], now_.place));
        if (attitude_numbers_ == 9) {
            require_cosines(x.data(), now_.place);
            // each triple is one of A's axes in B: R_AB row by row
            const Quaternion<double> q =
                to_quaternion(Dcm<double>{}.with({x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8]}));
            std::vector<double> turned{q.x, q.y, q.z, q.w};
            turned.insert(turned.end(), x.begin() + 9, x.end());
            x = std::move(turned);
        }
        ImportedRow row;
        const bool date = words_[0].find('T') != std::string_view::npos;
        row.t = date
                    ? seconds_of(adm_span(epoch_, adm_instant(std::string(words_[0]), now_.place), system_, now_.place))
                    : finite_number(words_[0], now_.place);
        if (!wanted()) return;
        put_attitude(adm_attitude(type_, x), b_is_body_, row);
        row.begins = begins_;
        begins_ = false;
        gate_.row(row, now_.place);
    }

    void tell() {
        if (head_.what.empty()) head_.what = "ACM 2.0 without attitudes";
        head_.epoch = epoch_;
        head_.time_system = system_;
        if (head_.body && !head_.body->inertia_frame.empty() && !head_.body_frame.empty() &&
            capitals_of(head_.body->inertia_frame) != capitals_of(head_.body_frame)) {
            gate_.note("the inertia is that of axes " + head_.body->inertia_frame + ", not of " + head_.body_frame +
                       ", and is passed over");
            head_.body.reset();
        }
        gate_.head(head_);
        if (const std::string warning = leap_second_warning(epoch_, system_); !warning.empty()) gate_.note(warning);
        if (head_.body) gate_.note(inertia_note(head_.body->inertia, request_));
    }

    ByteSource& source_;
    const ImportRequest& request_;
    ImportGate& gate_;
    std::unique_ptr<AdmStatements> statements_;
    AdmStatement now_;
    AdmBlock meta_;
    std::string system_;
    Instant epoch_;
    long wanted_ = 0, blocks_ = 0, rows_in_block_ = 0;
    std::size_t attitude_numbers_ = 0, numbers_ = 0;
    AdmType type_;
    bool b_is_body_ = true, begins_ = true, telling_ = false;
    ImportedHead head_;
    std::vector<std::string_view> words_;
};

class AcmWriter : public TrajectoryWriter {
 public:
    AcmWriter(const std::string& path, const Trajectory& trajectory)
        : file_(path), epoch_(trajectory.scenario.epoch), rates_(trajectory.rates), digits_(trajectory.digits) {
        if (trajectory.scenario.problem.body) {
            inertia_ = trajectory.scenario.problem.body->inertia;
            mass_ = trajectory.scenario.problem.body->mass;
        }
        waiting_ = "CCSDS_ACM_VERS = 2.0\nCREATION_DATE = " + adm_date_now() +
                   "\nORIGINATOR = POLHODE\nMETA_START\nOBJECT_NAME = " + adm_name(epoch_.object) +
                   "\nTIME_SYSTEM = " + epoch_.system + "\nEPOCH_TZERO = " + adm_date(epoch_, 0, path) +
                   "\nMETA_STOP\nATT_START\nATT_BASIS = SIMULATED\nREF_FRAME_A = " + adm_name(epoch_.frame) +
                   "\nREF_FRAME_B = " + adm_name(epoch_.body_frame) + "\nNUMBER_STATES = " + (rates_ ? "7" : "4") +
                   "\nATT_TYPE = QUATERNION\n" + (rates_ ? "RATE_TYPE = ANGVEL\n" : "");
    }
    void row(const Row& row) override {
        const auto number = [&](double x) { return ' ' + adm_number(x, digits_); };
        const Quaternion<double>& q = row.q_NB;
        waiting_ += adm_number(row.t, 17) + number(q.x) + number(q.y) + number(q.z) + number(q.w);
        if (rates_)
            for (int i = 0; i < 3; ++i) waiting_ += number(row.w_NB_B[i] / acm_degree);
        waiting_ += '\n';
        if (waiting_.size() < 1 << 16) return;
        file_.write(waiting_);
        waiting_.clear();
    }
    void close(const std::string&) override {
        waiting_ += "ATT_STOP\n";
        if (inertia_) {
            waiting_ += "PHYS_START\n";
            if (mass_ > 0) waiting_ += "WET_MASS = " + adm_number(mass_, digits_) + " [kg]\n";
            waiting_ += "INERTIA_REF_FRAME = " + adm_name(epoch_.body_frame) + "\n";
            constexpr int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
            for (const auto& [i, j] : pairs)
                waiting_ += std::string("I") + "XYZ"[i] + "XYZ"[j] + " = " +
                            adm_number(i == j ? (*inertia_)(i, j) : -(*inertia_)(i, j), digits_) + " [kg*m**2]\n";
            waiting_ += "PHYS_STOP\n";
        }
        file_.write(waiting_);
        file_.close();
    }
    bool reader_gone() const override { return file_.reader_gone(); }

 private:
    OutputFile file_;
    Epoch epoch_;
    bool rates_;
    int digits_;
    std::optional<Mat3<double>> inertia_;
    double mass_ = 0;
    std::string waiting_;
};

}  // namespace

OutputFormat acm_format() {
    OutputFormat format;
    format.entry = {"format", "acm",
                    "CCSDS attitude comprehensive message: attitude and physical blocks, read with keywords or as XML, "
                    "written with "
                    "keywords"};
    format.entry.source = "CCSDS 504.0-B-2 section 5";
    format.keeps = "time, attitude, rates and inertia to 16 digits (--digits 17: every bit), epoch and names of frames";
    format.loses = "energy, the method's own state";
    format.ending = ".acm";
    format.standard_output = true;
    format.wants_epoch = true;
    format.usual_bytes = 19;
    format.least_bytes = 4;
    format.open = [](const std::string& path, const Trajectory& trajectory) -> std::unique_ptr<TrajectoryWriter> {
        return std::make_unique<AcmWriter>(path, trajectory);
    };
    format.read = [](ByteSource& source, const ImportRequest& request, ImportGate& gate) {
        AcmReader(source, request, gate).read();
    };
    format.recognises = [](std::string_view front) { return adm_kind(front) == "acm"; };
    return format;
}

}  // namespace polhode
