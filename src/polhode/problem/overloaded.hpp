// Cases of a std::visit, written side by side. Where every alternative is named, a new one does not compile until it
// has its case.
#pragma once

namespace polhode {

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

}  // namespace polhode
