// Attitude parameter messages (504.0-B-2 section 3; version 1): one state, inertia, manoeuvres. Read it becomes a
// scenario.
#include <algorithm>
#include <cmath>

#include "polhode/calendar/time_system.hpp"
#include "polhode/exchange/ccsds/adm_attitude.hpp"
#include "polhode/exchange/ccsds/adm_words.hpp"
#include "polhode/exchange/ccsds/adm_writing.hpp"
#include "polhode/exchange/ccsds/inertia_words.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/output/output_format.hpp"

namespace polhode {

namespace {

constexpr std::size_t longest_apm_line = 254;
constexpr double apm_degree = 3.14159265358979323846 / 180;

using Words = std::vector<std::string>;

Words joined_words(Words a, const Words& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

const Words apm_front{"CREATION_DATE", "ORIGINATOR",  "CLASSIFICATION", "MESSAGE_ID", "OBJECT_NAME",
                      "OBJECT_ID",     "CENTER_NAME", "TIME_SYSTEM",    "EPOCH"};
const Words apm_quaternion{"Q1", "Q2", "Q3", "QC", "Q1_DOT", "Q2_DOT", "Q3_DOT", "QC_DOT"};
const Words apm_angles{"X_ANGLE", "Y_ANGLE", "Z_ANGLE", "X_RATE", "Y_RATE", "Z_RATE"};
const Words apm_spin{"SPIN_ALPHA",   "SPIN_DELTA",     "SPIN_ANGLE",     "SPIN_ANGLE_VEL", "NUTATION",
                     "NUTATION_PER", "NUTATION_PHASE", "MOMENTUM_ALPHA", "MOMENTUM_DELTA", "NUTATION_VEL"};
const Words apm_frames{"REF_FRAME_A", "REF_FRAME_B"};

// Version 2 marks its blocks; which keywords stand in each.
const std::vector<std::pair<std::string, Words>>& apm_blocks_2() {
    static const std::vector<std::pair<std::string, Words>> blocks{
        {"QUAT", joined_words(apm_frames, apm_quaternion)},
        {"EULER", joined_words(apm_frames, {"EULER_ROT_SEQ", "ANGLE_1", "ANGLE_2", "ANGLE_3", "ANGLE_1_DOT",
                                            "ANGLE_2_DOT", "ANGLE_3_DOT"})},
        {"ANGVEL", joined_words(apm_frames, {"ANGVEL_FRAME", "ANGVEL_X", "ANGVEL_Y", "ANGVEL_Z"})},
        {"SPIN", joined_words(apm_frames, apm_spin)},
        {"INERTIA", {"INERTIA_REF_FRAME", "IXX", "IYY", "IZZ", "IXY", "IXZ", "IYZ"}},
        {"MAN",
         {"MAN_EPOCH_START", "MAN_DURATION", "MAN_REF_FRAME", "MAN_TOR_X", "MAN_TOR_Y", "MAN_TOR_Z",
          "MAN_DELTA_MASS"}}};
    return blocks;
}

// Version 1 knows its blocks by their keywords alone.
const std::vector<std::pair<std::string, Words>>& apm_blocks_1() {
    static const std::vector<std::pair<std::string, Words>> blocks{
        {"QUAT", joined_words({"Q_FRAME_A", "Q_FRAME_B", "Q_DIR"}, apm_quaternion)},
        {"EULER",
         joined_words({"EULER_FRAME_A", "EULER_FRAME_B", "EULER_DIR", "EULER_ROT_SEQ", "RATE_FRAME"}, apm_angles)},
        {"SPIN", joined_words({"SPIN_FRAME_A", "SPIN_FRAME_B", "SPIN_DIR"}, apm_spin)},
        {"INERTIA", {"INERTIA_REF_FRAME", "I11", "I22", "I33", "I12", "I13", "I23"}},
        {"MAN", {"MAN_EPOCH_START", "MAN_DURATION", "MAN_REF_FRAME", "MAN_TOR_1", "MAN_TOR_2", "MAN_TOR_3"}}};
    return blocks;
}

class ApmReader {
 public:
    ApmReader(ByteSource& source, const ImportRequest& request, ImportGate& gate)
        : source_(source), request_(request), gate_(gate) {}

    void read() {
        take_statements();
        system_ = adm_time_system(front_);
        for (const char* key : {"ORIGINATOR", "CREATION_DATE", "OBJECT_NAME", "OBJECT_ID"}) (void)front_.at(key);
        epoch_ = adm_instant(front_.text("EPOCH"), front_.at("EPOCH").place);
        (void)adm_span(epoch_, epoch_, system_, front_.at("EPOCH").place);
        if (blocks_.empty())
            throw InputError({source_.name(), 0, ""},
                             "there is no block in it: neither quaternion, Euler angles, spin, rate nor "
                             "inertia");
        head_.what = "APM " + std::to_string(version_) + ".0";
        head_.object = front_.text("OBJECT_NAME");
        head_.epoch = epoch_;
        head_.time_system = system_;
        head_.single_state = true;
        head_.rates = true;
        take_attitudes();
        take_rate();
        take_body();
        gate_.head(head_);
        if (const std::string warning = leap_second_warning(epoch_, system_); !warning.empty()) gate_.note(warning);
        if (!rate_known_) gate_.note("the message gives no rate: it is taken as zero");
        if (head_.body) gate_.note(inertia_note(head_.body->inertia, request_));
        gate_.row(row_, front_.place());
    }

 private:
    struct Block {
        std::string name;
        AdmBlock words;
    };

    void take_statements() {
        const auto statements = adm_statements(source_, longest_apm_line);
        AdmStatement s;
        if (!statements->next(s)) throw InputError({source_.name(), 0, ""}, "the file is empty");
        version_ = adm_version(s, "apm", {1, 2});
        front_ = AdmBlock("the header and metadata", s.place);
        const auto& known = version_ == 1 ? apm_blocks_1() : apm_blocks_2();
        std::string open;  // the block that is open, by its mark
        bool metadata = false;
        while (statements->next(s)) {
            if (s.kind == AdmStatement::Kind::mark) {
                take_mark(s, open, metadata);
            } else if (open.empty() && std::find(apm_front.begin(), apm_front.end(), s.key) != apm_front.end()) {
                front_.add(s, apm_front);
            } else if (s.key == "EPOCH" && version_ == 1) {
                front_.add(s, apm_front);  // XML of version 1 has it in the quaternion
            } else if (version_ == 2) {
                if (open.empty()) front_.add(s, apm_front);
                blocks_.back().words.add(s, words_of(known, open));
            } else {
                block_of_keyword(s, known).add(s, all_words(known));
            }
        }
        if (!open.empty())
            throw InputError({source_.name(), 0, ""}, "there is no " + open + "_STOP: the file is cut short");
    }

    void take_mark(const AdmStatement& s, std::string& open, bool& metadata) {
        if (s.key == "META_START") {
            if (metadata) throw InputError(s.place, "a second metadata: an APM has one");
            metadata = true;
            return;
        }
        if (s.key == "META_STOP") return;
        const std::size_t end = s.key.rfind('_');
        const std::string name = end == std::string::npos ? s.key : s.key.substr(0, end),
                          what = end == std::string::npos ? "" : s.key.substr(end + 1);
        const auto& known = apm_blocks_2();
        const bool named = std::any_of(known.begin(), known.end(), [&](const auto& b) { return b.first == name; });
        if (!named || (what != "START" && what != "STOP"))
            throw InputError(s.place, "'" + escaped_for_message(s.key) + "' is no mark of an APM");
        if (version_ == 1) {
            // XML has elements where keywords have no marks; each manoeuvre begins a new one
            if (what == "START" && name == "MAN") blocks_.push_back({"MAN", AdmBlock("the manoeuvre", s.place)});
            return;
        }
        if (what == "START") {
            if (!open.empty()) throw InputError(s.place, "it begins before " + open + "_STOP");
            const bool twice =
                std::any_of(blocks_.begin(), blocks_.end(), [&](const Block& b) { return b.name == name; });
            if (twice && name != "MAN") throw InputError(s.place, "this block stands twice");
            open = name;
            blocks_.push_back({name, AdmBlock("the block " + name, s.place)});
        } else {
            if (open != name) throw InputError(s.place, "it ends what did not begin");
            open.clear();
        }
    }

    static const Words& words_of(const std::vector<std::pair<std::string, Words>>& known, const std::string& name) {
        for (const auto& [block, words] : known)
            if (block == name) return words;
        return known.front().second;
    }
    static Words all_words(const std::vector<std::pair<std::string, Words>>& known) {
        Words all = apm_front;
        for (const auto& block : known) all = joined_words(all, block.second);
        return all;
    }
    AdmBlock& block_of_keyword(const AdmStatement& s, const std::vector<std::pair<std::string, Words>>& known) {
        for (const auto& [name, words] : known) {
            if (std::find(words.begin(), words.end(), s.key) == words.end()) continue;
            const bool begins = name == "MAN" && s.key == "MAN_EPOCH_START";
            for (std::size_t i = blocks_.size(); i-- > 0;)
                if (blocks_[i].name == name && !(begins && !blocks_[i].words.empty())) return blocks_[i].words;
            blocks_.push_back({name, AdmBlock("the block " + name, s.place)});
            return blocks_.back().words;
        }
        return front_;  // where it is refused as unknown, with the nearest keyword
    }

    const AdmBlock* block(const std::string& name) const {
        for (const Block& b : blocks_)
            if (b.name == name) return &b.words;
        return nullptr;
    }

    // Frames and direction of a block; the body is the same in all of them.
    struct Frames {
        bool b_is_body, from_b_to_a;
    };
    Frames frames_of(const AdmBlock& b, const std::string& prefix) {
        const std::string front = version_ == 2 ? "REF" : prefix;
        const std::string a = b.text(front + "_FRAME_A"), other = b.text(front + "_FRAME_B");
        Frames frames{b_is_body(a, other, request_, b.at(front + "_FRAME_B").place), false};
        if (version_ == 1) {
            const std::string direction = b.word(prefix + "_DIR");
            if (direction != "A2B" && direction != "B2A")
                b.refuse(prefix + "_DIR",
                         "expected A2B or B2A, read '" + escaped_for_message(b.text(prefix + "_DIR")) + "'");
            frames.from_b_to_a = direction == "B2A";
        }
        if (head_.frame.empty()) {
            head_.frame = frames.b_is_body ? a : other;
            head_.body_frame = frames.b_is_body ? other : a;
        }
        return frames;
    }

    void put(const AdmType& type, const std::vector<double>& numbers, bool body, bool attitude, bool rate) {
        ImportedRow row;
        put_attitude(adm_attitude(type, numbers), body, row);
        if (attitude && !attitude_known_) {
            row_.q_NB = row.q_NB;
            attitude_known_ = true;
        }
        if (rate && !rate_known_) {
            row_.w_NB_B = row.w_NB_B;
            rate_known_ = true;
        }
    }

    // The quaternion is taken first, then Euler angles, then the spin: a message may say the same three times.
    void take_attitudes() {
        if (const AdmBlock* q = block("QUAT")) {
            const Frames frames = frames_of(*q, "Q");
            AdmType type;
            type.name = "QUATERNION";
            type.from_b_to_a = frames.from_b_to_a;
            std::vector<double> x;
            for (const char* key : {"Q1", "Q2", "Q3", "QC"}) x.push_back(q->number(key));
            const bool derivative = q->has("QC_DOT") || q->has("Q1_DOT");
            if (derivative) {
                type.rate = AdmType::Rate::derivative;
                for (const char* key : {"Q1_DOT", "Q2_DOT", "Q3_DOT", "QC_DOT"}) x.push_back(q->number(key, "1/s"));
            }
            const double length = std::hypot(std::hypot(x[0], x[1]), std::hypot(x[2], x[3]));
            if (!(length > 1e-100) || !(length < 1e100)) q->refuse("QC", "the quaternion is no attitude");
            put(type, x, frames.b_is_body, true, derivative);
        }
        if (const AdmBlock* e = block("EULER")) take_euler(*e);
        if (const AdmBlock* s = block("SPIN")) take_spin(*s);
        if (!attitude_known_)
            throw InputError({source_.name(), 0, ""},
                             "there is no attitude in it: neither quaternion, Euler angles nor spin");
    }

    void take_euler(const AdmBlock& e) {
        const Frames frames = frames_of(e, "EULER");
        AdmType type;
        type.name = "EULER_ANGLE";
        type.from_b_to_a = frames.from_b_to_a;
        if (!parse_adm_sequence(e.text("EULER_ROT_SEQ"), type.sequence))
            e.refuse("EULER_ROT_SEQ",
                     "'" + escaped_for_message(e.text("EULER_ROT_SEQ")) + "' is no sequence of three axes");
        const auto name = [&](int i, bool rate) {
            if (version_ == 2) return "ANGLE_" + std::to_string(i + 1) + (rate ? "_DOT" : "");
            return std::string(1, "XYZ"[type.sequence[i]]) + (rate ? "_RATE" : "_ANGLE");
        };
        if (version_ == 1 && type.sequence[0] == type.sequence[2])
            e.refuse("EULER_ROT_SEQ",
                     "version 1 names angles by their axes, and an axis stands twice in this sequence");
        const bool angles = e.has(name(0, false)) || e.has(name(1, false)) || e.has(name(2, false));
        const bool rates = e.has(name(0, true)) || e.has(name(1, true)) || e.has(name(2, true));
        std::vector<double> x(6, 0.0);
        if (angles) {
            for (int i = 0; i < 3; ++i) x[static_cast<std::size_t>(i)] = e.number(name(i, false), "deg");
        } else if (attitude_known_) {
            // rates alone: through the angles of the attitude that was given
            Quaternion<double> q = frames.b_is_body ? row_.q_NB : conjugate(row_.q_NB);
            if (type.from_b_to_a) q = conjugate(q);
            euler_angles_of(q, type.sequence, x.data());
        } else {
            throw InputError(e.place(), "there are rates of Euler angles and no angles");
        }
        if (rates) {
            type.rate = AdmType::Rate::derivative;
            for (int i = 0; i < 3; ++i) x[static_cast<std::size_t>(3 + i)] = e.number(name(i, true), "deg/s");
        }
        put(type, x, frames.b_is_body, angles, rates);
    }

    void take_spin(const AdmBlock& s) {
        const Frames frames = frames_of(s, "SPIN");
        AdmType type;
        type.rate = AdmType::Rate::spin;
        type.name = "SPIN";
        require_spin_in_world(frames.b_is_body, s.place());
        std::vector<double> x{s.number("SPIN_ALPHA", "deg"), s.number("SPIN_DELTA", "deg"),
                              s.number("SPIN_ANGLE", "deg"), s.number("SPIN_ANGLE_VEL", "deg/s")};
        if (s.has("NUTATION")) {
            type.name = "SPIN/NUTATION";
            x.insert(x.end(),
                     {s.number("NUTATION", "deg"), s.number("NUTATION_PER", "s"), s.number("NUTATION_PHASE", "deg")});
            if (!(x[5] != 0)) s.refuse("NUTATION_PER", "the period of the nutation is zero");
        } else if (s.has("MOMENTUM_ALPHA")) {
            type.name = "SPIN/NUTATION_MOM";
            x.insert(x.end(), {s.number("MOMENTUM_ALPHA", "deg"), s.number("MOMENTUM_DELTA", "deg"),
                               s.number("NUTATION_VEL", "deg/s")});
        }
        put(type, x, true, true, !block("ANGVEL"));
    }

    void take_rate() {
        const AdmBlock* w = block("ANGVEL");
        if (!w) return;
        const Frames frames = frames_of(*w, "REF");
        const std::string frame = w->word("ANGVEL_FRAME");
        const bool in_a = frame == "REF_FRAME_A" || frame == w->word("REF_FRAME_A"),
                   in_b = frame == "REF_FRAME_B" || frame == w->word("REF_FRAME_B");
        if (!in_a && !in_b)
            w->refuse("ANGVEL_FRAME",
                      "'" + escaped_for_message(w->text("ANGVEL_FRAME")) + "' is neither REF_FRAME_A nor REF_FRAME_B");
        // of B in A; of the body in the world it is the same, or the opposite
        Vec3<double> rate{w->number("ANGVEL_X", "deg/s"), w->number("ANGVEL_Y", "deg/s"),
                          w->number("ANGVEL_Z", "deg/s")};
        rate = (frames.b_is_body ? apm_degree : -apm_degree) * rate;
        const bool in_body = in_b == frames.b_is_body;
        const Quaternion<double> q = row_.q_NB;
        row_.w_NB_B = in_body ? rate : to_body(q, rate) / norm_squared(q);
        rate_known_ = true;
    }

    void take_body() {
        const AdmBlock* inertia = block("INERTIA");
        ImportedBody body;
        for (const Block& b : blocks_)
            if (b.name == "MAN") body.manoeuvres.push_back(manoeuvre_of(b.words));
        if (!inertia) {
            if (!body.manoeuvres.empty()) gate_.note("manoeuvres without an inertia are passed over");
            return;
        }
        body.inertia = adm_inertia(*inertia, version_ == 1, request_);
        if (inertia->has("INERTIA_REF_FRAME")) {
            body.inertia_frame = inertia->text("INERTIA_REF_FRAME");
            if (capitals_of(body.inertia_frame) != capitals_of(head_.body_frame))
                inertia->refuse("INERTIA_REF_FRAME", "it is not the body frame of the attitude, '" +
                                                         escaped_for_message(head_.body_frame) +
                                                         "'; how the two stand is not said");
        }
        head_.body = body;
    }

    ImportedManoeuvre manoeuvre_of(const AdmBlock& b) {
        ImportedManoeuvre m;
        m.start = seconds_of(adm_span(epoch_, adm_instant(b.text("MAN_EPOCH_START"), b.at("MAN_EPOCH_START").place),
                                      system_, b.at("MAN_EPOCH_START").place));
        m.duration = b.number("MAN_DURATION", "s");
        if (m.duration < 0) b.refuse("MAN_DURATION", "a duration is not negative");
        const std::string frame = b.text("MAN_REF_FRAME");
        m.in_world = capitals_of(frame) == capitals_of(head_.frame);
        if (!m.in_world && capitals_of(frame) != capitals_of(head_.body_frame))
            b.refuse("MAN_REF_FRAME", "it is neither the frame of the body nor that of the world");
        const char* const names = version_ == 1 ? "123" : "XYZ";
        for (int i = 0; i < 3; ++i) m.torque[i] = b.number(std::string("MAN_TOR_") + names[i], "N*m");
        if (m.duration == 0) gate_.note("an impulsive manoeuvre (duration 0) is passed over");
        return m;
    }

    ByteSource& source_;
    const ImportRequest& request_;
    ImportGate& gate_;
    int version_ = 0;
    AdmBlock front_;
    std::vector<Block> blocks_;
    std::string system_;
    Instant epoch_;
    ImportedHead head_;
    ImportedRow row_;
    bool attitude_known_ = false, rate_known_ = false;
};

// The first row of a trajectory, and the body of its scenario.
class ApmWriter : public TrajectoryWriter {
 public:
    ApmWriter(const std::string& path, const Trajectory& trajectory)
        : path_(path), epoch_(trajectory.scenario.epoch), rates_(trajectory.rates), digits_(trajectory.digits) {
        if (trajectory.scenario.problem.body) inertia_ = trajectory.scenario.problem.body->inertia;
    }
    void row(const Row& row) override {
        if (!first_) first_ = row;
    }
    void close(const std::string&) override {
        if (!first_) return;
        const auto number = [&](double x) { return adm_number(x, digits_); };
        const std::string frames =
            "REF_FRAME_A = " + adm_name(epoch_.frame) + "\nREF_FRAME_B = " + adm_name(epoch_.body_frame) + "\n";
        std::string text = "CCSDS_APM_VERS = 2.0\nCREATION_DATE = " + adm_date_now() +
                           "\nORIGINATOR = POLHODE\nOBJECT_NAME = " + adm_name(epoch_.object) +
                           "\nOBJECT_ID = UNKNOWN\nTIME_SYSTEM = " + epoch_.system +
                           "\nEPOCH = " + adm_date(epoch_, first_->t, path_) + "\nQUAT_START\n" + frames;
        const Quaternion<double>& q = first_->q_NB;
        text += "Q1 = " + number(q.x) + "\nQ2 = " + number(q.y) + "\nQ3 = " + number(q.z) + "\nQC = " + number(q.w) +
                "\nQUAT_STOP\n";
        if (rates_) {
            text += "ANGVEL_START\n" + frames + "ANGVEL_FRAME = " + adm_name(epoch_.body_frame) + "\n";
            for (int i = 0; i < 3; ++i)
                text +=
                    std::string("ANGVEL_") + "XYZ"[i] + " = " + number(first_->w_NB_B[i] / apm_degree) + " [deg/s]\n";
            text += "ANGVEL_STOP\n";
        }
        if (inertia_) {
            text += "INERTIA_START\nINERTIA_REF_FRAME = " + adm_name(epoch_.body_frame) + "\n";
            constexpr int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
            for (const auto& [i, j] : pairs)
                text += std::string("I") + "XYZ"[i] + "XYZ"[j] + " = " +
                        number(i == j ? (*inertia_)(i, j) : -(*inertia_)(i, j)) + " [kg*m**2]\n";
            text += "INERTIA_STOP\n";
        }
        OutputFile file(path_);
        file.write(text);
        file.close();
    }

 private:
    std::string path_;
    Epoch epoch_;
    bool rates_;
    int digits_;
    std::optional<Mat3<double>> inertia_;
    std::optional<Row> first_;
};

}  // namespace

OutputFormat apm_format() {
    OutputFormat format;
    format.entry = {
        "format", "apm",
        "CCSDS attitude parameters, one state with inertia and manoeuvres: a scenario; versions 1 and 2 with "
        "keywords and as XML read, 2 written (the first row)"};
    format.entry.source = "CCSDS 504.0-B-2, 504.0-B-1, 505.0-B-3";
    format.keeps = "attitude, rate and inertia to 16 digits (--digits 17: every bit), epoch and names of frames";
    format.loses = "all rows but the first";
    format.ending = ".apm";
    format.standard_output = true;
    format.single_state = true;
    format.wants_epoch = true;
    format.usual_bytes = 1;
    format.least_bytes = 0;
    format.open = [](const std::string& path, const Trajectory& trajectory) -> std::unique_ptr<TrajectoryWriter> {
        return std::make_unique<ApmWriter>(path, trajectory);
    };
    format.read = [](ByteSource& source, const ImportRequest& request, ImportGate& gate) {
        ApmReader(source, request, gate).read();
    };
    format.recognises = [](std::string_view front) { return adm_kind(front) == "apm"; };
    return format;
}

}  // namespace polhode
