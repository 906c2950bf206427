// A sequence of records of `width` doubles, written once and read back in order. The first ones stay in memory; when
// they become many the rest goes to an unnamed temporary file, which disappears with the object.
#pragma once

#include <cstdio>
#include <memory>
#include <vector>

namespace polhode {

class RecordStore {
 public:
    explicit RecordStore(int width, long records_in_memory = 100'000);
    ~RecordStore();
    RecordStore(const RecordStore&) = delete;
    RecordStore& operator=(const RecordStore&) = delete;

    void add(const double* record);  // throws OutputError when the temporary file cannot be written
    long size() const { return size_; }
    int width() const { return width_; }

    // Reads from the beginning. One reader at a time, and nothing is added while it reads.
    class Reader {
     public:
        explicit Reader(const RecordStore& store);
        bool next(double* record);  // false at the end

     private:
        const RecordStore& store_;
        long at_ = 0;
    };

 private:
    int width_;
    long in_memory_;
    long size_ = 0;
    std::vector<double> memory_;
    std::FILE* file_ = nullptr;
};

}  // namespace polhode
