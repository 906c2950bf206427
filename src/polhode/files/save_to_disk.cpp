#include "polhode/files/save_to_disk.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "polhode/files/file_descriptor.hpp"
#include "polhode/files/output_error.hpp"

namespace polhode {

void save_to_disk(const std::string& path, const std::string& name) {
    const Descriptor file = opened(path, O_RDONLY);
    if (!file) throw OutputError(name, std::strerror(errno));
    const int error = ::fsync(file.get()) == 0 ? 0 : errno;
    // some file systems and devices have nothing to save to
    if (error != 0 && error != EINVAL && error != ENOSYS && error != EROFS)
        throw OutputError(name, std::strerror(error));
}

}  // namespace polhode
