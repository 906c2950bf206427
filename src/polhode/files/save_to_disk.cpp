#include "polhode/files/save_to_disk.hpp"

#include <cerrno>
#include <cstring>

#include "polhode/files/output_error.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

void save_to_disk(const std::string& path, const std::string& name) {
    const Descriptor file = opened(path, open_for::reading);
    if (!file) throw OutputError(name, std::strerror(errno));
    const int error = system::save(file.get()) ? 0 : errno;
    // some file systems and devices have nothing to save to
    if (error != 0 && error != EINVAL && error != ENOSYS && error != EROFS)
        throw OutputError(name, std::strerror(error));
}

}  // namespace polhode
