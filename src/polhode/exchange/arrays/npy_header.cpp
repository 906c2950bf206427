#include "polhode/exchange/arrays/npy_header.hpp"

#include <map>

#include "polhode/input/toml_text.hpp"
#include "polhode/links/wire_bytes.hpp"

namespace polhode {

namespace {

constexpr std::string_view npy_magic{"\x93NUMPY", 6};

// What stands after `'key':` in the Python literal, up to the comma or bracket that ends it.
std::string_view value_of(std::string_view literal, const std::string& key, const Place& place) {
    std::size_t at = literal.find("'" + key + "'");
    if (at == std::string_view::npos) throw InputError(place, "the header has no '" + key + "'");
    at = literal.find(':', at);
    if (at == std::string_view::npos) throw InputError(place, "the header is damaged after '" + key + "'");
    std::string_view rest = literal.substr(at + 1);
    while (!rest.empty() && rest[0] == ' ') rest.remove_prefix(1);
    const bool list = !rest.empty() && (rest[0] == '(' || rest[0] == '[');
    const std::size_t end = list ? rest.find(rest[0] == '(' ? ')' : ']') : rest.find_first_of(",}");
    if (end == std::string_view::npos) throw InputError(place, "the header is damaged after '" + key + "'");
    return rest.substr(0, list ? end + 1 : end);
}

NumberKind kind_named(const std::string& descr, bool& big_end, const Place& place) {
    static const std::map<std::string, NumberKind> kinds{
        {"f8", NumberKind::f64}, {"f4", NumberKind::f32}, {"i1", NumberKind::i8},  {"u1", NumberKind::u8},
        {"i2", NumberKind::i16}, {"u2", NumberKind::u16}, {"i4", NumberKind::i32}, {"u4", NumberKind::u32},
        {"i8", NumberKind::i64}, {"u8", NumberKind::u64}};
    if (descr.find('O') != std::string::npos)
        throw InputError(place, "it holds Python objects (pickle), which are never read: they could run anything");
    if (!descr.empty() && descr[0] == '[')
        throw InputError(place, "it is a structured array; save one plain array for each name (numpy.savez)");
    std::string text = descr;
    if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'') text = text.substr(1, text.size() - 2);
    const auto found = text.size() == 3 ? kinds.find(text.substr(1)) : kinds.end();
    if (found == kinds.end() || std::string("<>|=").find(text[0]) == std::string::npos)
        throw InputError(place, "numbers of the type " + escaped_for_message(descr) +
                                    " are not read; doubles '<f8' or '>f8', floats and whole numbers are");
    big_end = text[0] == '>';
    return found->second;
}

// "(21, 4)": at most two numbers.
void take_shape(std::string_view text, NumberArray& array, const Place& place) {
    std::vector<std::uint64_t> sizes;
    for (std::size_t i = 1; i < text.size();) {
        std::size_t digits = 0;
        std::uint64_t value = 0;
        while (i < text.size() && text[i] >= '0' && text[i] <= '9' && digits < 15) {
            value = 10 * value + static_cast<std::uint64_t>(text[i++] - '0');
            ++digits;
        }
        if (digits > 0) sizes.push_back(value);
        if (i < text.size() && std::string_view(", )").find(text[i]) == std::string_view::npos)
            throw InputError(place, "the shape " + escaped_for_message(std::string(text)) + " is damaged");
        ++i;
    }
    if (sizes.empty() || sizes.size() > 2)
        throw InputError(place, "the shape is " + escaped_for_message(std::string(text)) +
                                    "; an array of one or two dimensions is wanted");
    array.rows = sizes[0];
    array.columns = sizes.size() == 2 ? sizes[1] : 1;
    if (array.columns == 0 || array.columns > 1000)
        throw InputError(place,
                         "the shape is " + escaped_for_message(std::string(text)) + "; 1 to 1000 columns are read");
}

}  // namespace

NumberArray parse_npy(ByteSource& source, std::uint64_t begin, std::uint64_t size, const std::string& name,
                      std::shared_ptr<const std::string> held) {
    const Place place{source.name(), 0, name};
    const auto bytes = [&](std::uint64_t at, std::size_t n) {
        const std::string_view found = at > size ? std::string_view()
                                       : held    ? std::string_view(*held).substr(static_cast<std::size_t>(at), n)
                                                 : source.at(begin + at, n);
        if (found.size() < n || at + n > size) throw InputError(place, "the file ends too early: it is cut short");
        return found;
    };
    if (size < 10 || bytes(0, 6) != npy_magic)
        throw InputError(place, "this is no NPY array: it does not begin with \\x93NUMPY");
    const int version = static_cast<unsigned char>(bytes(6, 2)[0]);
    if (version < 1 || version > 3)
        throw InputError(place, "NPY of version " + std::to_string(version) + "; versions 1 to 3 are read");
    const std::size_t length_bytes = version == 1 ? 2 : 4;
    const auto length = static_cast<std::size_t>(little_end(bytes(8, length_bytes), 0, length_bytes));
    if (length > 65536) throw InputError(place, "the header has " + std::to_string(length) + " bytes: it is damaged");
    const std::string literal(bytes(8 + length_bytes, length));
    NumberArray array;
    array.name = name;
    array.source = &source;
    array.kind = kind_named(std::string(value_of(literal, "descr", place)), array.big_end, place);
    const std::string_view order = value_of(literal, "fortran_order", place);
    if (order != "True" && order != "False")
        throw InputError(place, "'fortran_order' is True or False, read " + escaped_for_message(std::string(order)));
    array.by_columns = order == "True";
    take_shape(value_of(literal, "shape", place), array, place);
    const std::uint64_t data = 8 + length_bytes + length;
    const std::uint64_t room = size - std::min(size, data);
    // a shape that was read is believed only where there are bytes for it
    if (array.rows > room / bytes_of(array.kind) / array.columns)
        throw InputError(place, "the file ends too early: its shape wants " + std::to_string(array.rows) + " rows");
    array.offset = (held ? 0 : begin) + data;
    array.held = std::move(held);
    return array;
}

std::string npy_header(const std::string& shape) {
    std::string literal = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + shape + "), }";
    const std::size_t whole = (10 + literal.size() + 1 + 63) / 64 * 64;
    literal.append(whole - 10 - literal.size() - 1, ' ');
    literal += '\n';
    std::string bytes(npy_magic);
    WireWriter<End::little> w(bytes);
    w.u8(1);
    w.u8(0);
    w.u16(static_cast<std::uint16_t>(literal.size()));
    return bytes + literal;
}

}  // namespace polhode
