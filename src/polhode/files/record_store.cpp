#include "polhode/files/record_store.hpp"

#include <cerrno>
#include <cstring>

#include "polhode/files/output_error.hpp"

namespace polhode {

RecordStore::RecordStore(int width, long records_in_memory) : width_(width), in_memory_(records_in_memory) {}

RecordStore::~RecordStore() {
    if (file_) std::fclose(file_);
}

void RecordStore::add(const double* record) {
    if (size_ < in_memory_) {
        memory_.insert(memory_.end(), record, record + width_);
    } else {
        if (!file_) file_ = std::tmpfile();
        const auto count = static_cast<std::size_t>(width_);
        if (!file_ || std::fwrite(record, sizeof(double), count, file_) != count)
            throw OutputError("a temporary file for comparing methods", std::strerror(errno));
    }
    ++size_;
}

RecordStore::Reader::Reader(const RecordStore& store) : store_(store) {
    if (store_.file_ && (std::fflush(store_.file_) != 0 || std::fseek(store_.file_, 0, SEEK_SET) != 0))
        throw OutputError("a temporary file for comparing methods", std::strerror(errno));
}

bool RecordStore::Reader::next(double* record) {
    if (at_ >= store_.size_) return false;
    const auto count = static_cast<std::size_t>(store_.width_);
    if (at_ < store_.in_memory_)
        std::memcpy(record, store_.memory_.data() + static_cast<std::size_t>(at_) * count, count * sizeof(double));
    else if (std::fread(record, sizeof(double), count, store_.file_) != count)
        return false;
    ++at_;
    return true;
}

}  // namespace polhode
