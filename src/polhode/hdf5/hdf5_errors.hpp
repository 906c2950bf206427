// HDF5's own messages go to the error stream unless told otherwise; ours are enough.
#pragma once

#include <hdf5.h>

#include <cerrno>
#include <cstring>
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

// Why the last call failed, in words: by the system, or else by HDF5, whose error stack says most at its bottom.
inline std::string hdf5_reason() {
    const int system_error = errno;
    if (system_error != 0) return std::strerror(system_error);
    std::string why;
    const auto innermost = [](unsigned, const H5E_error2_t* entry, void* into) -> herr_t {
        if (entry->desc) *static_cast<std::string*>(into) = entry->desc;
        return 0;
    };
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, innermost, &why);
    return why.empty() ? "the HDF5 library gave no reason" : why;
}

}  // namespace polhode
