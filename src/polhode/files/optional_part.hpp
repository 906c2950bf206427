// Parts of the program that need what a machine may not have: "mpi" (sweeps over many machines) and "cuda" (on a
// GPU). Each is a file libpolhode_NAME.so, looked for in the folders of $POLHODE_PARTS, beside the program, and in
// ../lib/polhode seen from it; it is loaded when it is first asked for, and the program does without it elsewhere.
//
// A part is made like this (src/polhode/parts/mpi is one):
//
//   struct CudaPart {                                        // parts/cuda/cuda_part.hpp, read by both sides
//       static constexpr const char* part_name = "cuda";
//       static constexpr std::uint32_t interface_number = 1;
//       PartHead head;                                       // first
//       int (*devices)();                                    // C only: no exceptions, no library types
//   };
//
//   const CudaPart part = {{CudaPart::interface_number, sizeof(CudaPart), POLHODE_VERSION}, devices};
//   POLHODE_PART_FUNCTION const PartHead* polhode_part_cuda() { return &part.head; }
//
// and used like this:
//
//   const OptionalPart& part = optional_part<CudaPart>();
//   if (!part.loaded()) throw InputError({}, "--backend gpu: " + part.reason());
//   part.functions<CudaPart>().devices();
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "polhode/parts/part.hpp"

namespace polhode {

class OptionalPart {
 public:
    // Looks through the folders; the first file of the right name decides.
    static OptionalPart load(const std::string& name, std::uint32_t interface_number, std::uint32_t size,
                             const std::vector<std::string>& folders);

    bool loaded() const { return head_ != nullptr; }
    // Where it is loaded, the file; otherwise why it is not, in words, with what to do about it.
    const std::string& file() const { return file_; }
    const std::string& reason() const { return reason_; }

    template <class Interface>
    const Interface& functions() const {
        return *reinterpret_cast<const Interface*>(head_);
    }

 private:
    const PartHead* head_ = nullptr;
    std::string file_, reason_;
};

// The name of a part's file: "libpolhode_mpi.so" for "mpi".
std::string part_file(const std::string& name);

// The folders in which parts are looked for.
std::vector<std::string> part_folders();

template <class Interface>
const OptionalPart& optional_part() {
    static const OptionalPart part =
        OptionalPart::load(Interface::part_name, Interface::interface_number, sizeof(Interface), part_folders());
    return part;
}

}  // namespace polhode
