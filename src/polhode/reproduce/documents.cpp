#include "polhode/reproduce/documents.hpp"

namespace polhode {

const std::vector<ReportDocument>& report_documents() {
    static const std::vector<ReportDocument> all{gray_document(), robinson_document(), nasa_document(),
                                                 ganapathi_document(), gyrosoft_document()};
    return all;
}

const ReportDocument* find_report_document(const std::string& name) {
    for (const ReportDocument& d : report_documents())
        if (d.name == name) return &d;
    return nullptr;
}

}  // namespace polhode
