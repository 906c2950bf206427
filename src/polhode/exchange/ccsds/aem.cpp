// Attitude ephemeris messages written, as version 2 with QUATERNION/ANGVEL (504.0-B-2 section 4), with keywords or as
// XML; and their entries in the list of formats.
#include "polhode/exchange/ccsds/adm_statements.hpp"
#include "polhode/exchange/ccsds/adm_writing.hpp"
#include "polhode/exchange/ccsds/aem_reader.hpp"
#include "polhode/exchange/gathered_rows.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/output_file.hpp"

namespace polhode {

namespace {

constexpr double degrees_in_a_radian = 180 / 3.14159265358979323846;

class AemWriter : public GatheredRows {
 public:
    AemWriter(const std::string& path, const Trajectory& trajectory, bool xml)
        : GatheredRows(path, trajectory), epoch_(trajectory.scenario.epoch), digits_(trajectory.digits), xml_(xml) {}

 private:
    using Pairs = std::vector<std::pair<std::string, std::string>>;

    void write_all(const std::string& status) override {
        const double first = first_time();
        OutputFile file(path());
        std::string waiting = head(first, status);
        Record before{};
        std::string last_date;
        each([&](Record r) {
            // one hemisphere: who interpolates must not turn the long way round
            if (r.q[0] * before.q[0] + r.q[1] * before.q[1] + r.q[2] * before.q[2] + r.q[3] * before.q[3] < 0)
                for (double& x : r.q) x = -x;
            const std::string date = adm_date(epoch_, r.t, path());
            if (date == last_date)
                throw OutputError(path(), "two rows are nearer than a nanosecond, the last digit of the dates", 0);
            last_date = date;
            append_row(waiting, r, date);
            before = r;
            if (waiting.size() < 1 << 16) return;
            file.write(waiting);
            waiting.clear();
        });
        file.write(waiting + (xml_ ? "      </data>\n    </segment>\n  </body>\n</aem>\n" : "DATA_STOP\n"));
        file.close();
    }

    std::string head(double first, const std::string& status) const {
        Pairs metadata{{"OBJECT_NAME", adm_name(epoch_.object)},
                       {"OBJECT_ID", "UNKNOWN"},
                       {"REF_FRAME_A", adm_name(epoch_.frame)},
                       {"REF_FRAME_B", adm_name(epoch_.body_frame)},
                       {"TIME_SYSTEM", epoch_.system},
                       {"START_TIME", adm_date(epoch_, first, path())},
                       {"STOP_TIME", adm_date(epoch_, last_time(), path())},
                       {"ATTITUDE_TYPE", rates() ? "QUATERNION/ANGVEL" : "QUATERNION"}};
        if (rates()) metadata.emplace_back("ANGVEL_FRAME", adm_name(epoch_.body_frame));
        const std::string comment = status == "complete" ? "" : "the run did not end as planned";
        std::string text;
        if (!xml_) {
            text = "CCSDS_AEM_VERS = 2.0\n" + (comment.empty() ? "" : "COMMENT " + comment + "\n") +
                   "CREATION_DATE = " + adm_date_now() + "\nORIGINATOR = POLHODE\nMETA_START\n";
            for (const auto& [key, value] : metadata) text += key + " = " + value + "\n";
            return text + "META_STOP\nDATA_START\n";
        }
        text =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<aem xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
            "xsi:noNamespaceSchemaLocation=\"https://sanaregistry.org/r/ndmxml_unqualified/"
            "ndmxml-4.0.0-master-4.0.xsd\" id=\"CCSDS_AEM_VERS\" version=\"2.0\">\n  <header>\n" +
            (comment.empty() ? "" : "    <COMMENT>" + comment + "</COMMENT>\n") + "    <CREATION_DATE>" +
            adm_date_now() +
            "</CREATION_DATE>\n    <ORIGINATOR>POLHODE</ORIGINATOR>\n  </header>\n  <body>\n    <segment>\n      "
            "<metadata>\n";
        for (const auto& [key, value] : metadata)
            text += "        <" + key + ">" + xml_text(value) + "</" + key + ">\n";
        return text + "      </metadata>\n      <data>\n";
    }

    void append_row(std::string& to, const Record& r, const std::string& date) const {
        Pairs numbers{{"Q1", adm_number(r.q[1], digits_)},
                      {"Q2", adm_number(r.q[2], digits_)},
                      {"Q3", adm_number(r.q[3], digits_)},
                      {"QC", adm_number(r.q[0], digits_)}};
        if (rates())
            for (int i = 0; i < 3; ++i)
                numbers.emplace_back(std::string("ANGVEL_") + "XYZ"[i],
                                     adm_number(r.w[i] * degrees_in_a_radian, digits_));
        if (!xml_) {
            to += date;
            for (const auto& number : numbers) to += ' ' + number.second;
            to += '\n';
            return;
        }
        const std::string around = rates() ? "quaternionAngVel" : "quaternionEphemeris";
        to += "        <attitudeState>\n          <" + around + ">\n            <EPOCH>" + date +
              "</EPOCH>\n            <quaternion>\n";
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (i == 4) to += "            </quaternion>\n            <angVel>\n";
            const auto& [key, value] = numbers[i];
            to += "              <" + key + (i < 4 ? ">" : " units=\"deg/s\">") + value + "</" + key + ">\n";
        }
        to += std::string(rates() ? "            </angVel>\n" : "            </quaternion>\n") + "          </" +
              around + ">\n        </attitudeState>\n";
    }

    Epoch epoch_;
    int digits_;
    bool xml_;
};

OutputFormat described(const char* name, const char* summary, const char* ending) {
    OutputFormat format;
    format.entry = {"format", name, summary};
    format.entry.source = "CCSDS 504.0-B-2, 504.0-B-1, 505.0-B-3";
    format.keeps =
        "time to a nanosecond, attitude and rates to 16 digits (--digits 17: every bit), epoch and names of frames";
    format.loses = "energy, the method's own state";
    format.ending = ending;
    format.standard_output = true;
    format.wants_epoch = true;
    format.usual_bytes = 19;
    format.least_bytes = 4;
    format.read = read_aem;
    return format;
}

}  // namespace

OutputFormat aem_format() {
    OutputFormat format =
        described("aem", "CCSDS attitude ephemeris with keywords: versions 1 and 2 read, 2 written", ".aem");
    format.open = [](const std::string& path, const Trajectory& trajectory) -> std::unique_ptr<TrajectoryWriter> {
        return std::make_unique<AemWriter>(path, trajectory, false);
    };
    format.recognises = [](std::string_view front) { return adm_kind(front) == "aem"; };
    return format;
}

OutputFormat aem_xml_format() {
    OutputFormat format = described("aem-xml", "the same as XML", ".aem.xml");
    format.open = [](const std::string& path, const Trajectory& trajectory) -> std::unique_ptr<TrajectoryWriter> {
        return std::make_unique<AemWriter>(path, trajectory, true);
    };
    return format;
}

}  // namespace polhode
