// HDF5's own messages go to the error stream unless told otherwise; ours are enough.
#pragma once

#include <hdf5.h>

#include <cerrno>
#include <string>

namespace polhode {

// While one of these lives, HDF5 is silent; errno is 0 at its beginning, so that it tells of what failed since.
class QuietErrors {
 public:
    QuietErrors() {
        // At exit HDF5 would close once more what it could not close on a full disk, and crash (seen with 1.10.8).
        // Every file is closed here, so it need not. Only possible before anything else is asked of it.
        static const herr_t left_alone_at_exit = H5dont_atexit();
        (void)left_alone_at_exit;
        H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
        errno = 0;
    }
    ~QuietErrors() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }
    QuietErrors(const QuietErrors&) = delete;
    QuietErrors& operator=(const QuietErrors&) = delete;

 private:
    H5E_auto2_t function_ = nullptr;
    void* data_ = nullptr;
};

// For H5Ewalk2 downwards: the last text it meets, which says most, ends up in the string `into`.
inline herr_t innermost_message(unsigned, const H5E_error2_t* entry, void* into) {
    if (entry->desc) *static_cast<std::string*>(into) = entry->desc;
    return 0;
}

}  // namespace polhode
