#include "polhode/input/expression.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/parse_number.hpp"

namespace polhode {

namespace {

using Op = Expression::Op;
using Instruction = Expression::Instruction;

struct Function {
    const char* name;
    int arguments;
    Op op;
};
constexpr Function functions[] = {
    {"sin", 1, Op::sin},   {"cos", 1, Op::cos},     {"tan", 1, Op::tan},     {"asin", 1, Op::asin},
    {"acos", 1, Op::acos}, {"atan", 1, Op::atan},   {"atan2", 2, Op::atan2}, {"sinh", 1, Op::sinh},
    {"cosh", 1, Op::cosh}, {"tanh", 1, Op::tanh},   {"exp", 1, Op::exp},     {"log", 1, Op::log},
    {"sqrt", 1, Op::sqrt}, {"abs", 1, Op::abs},     {"min", 2, Op::min},     {"max", 2, Op::max},
    {"sign", 1, Op::sign}, {"floor", 1, Op::floor}, {"pow", 2, Op::power},   {"if", 3, Op::choose},
};
constexpr double euler_number = 2.71828182845904523536;

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// A character as it may stand in a message: bytes that are no plain text are given by their number.
std::string excerpt(std::string_view text, std::size_t longest = 24) {
    std::string out;
    for (char c : text.substr(0, longest)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f)
            out += c;
        else {
            constexpr char hex[] = "0123456789abcdef";
            out += {'\\', 'x', hex[byte >> 4], hex[byte & 15]};
        }
    }
    return out + (text.size() > longest ? "..." : "");
}

// Recursive descent, one function for each strength of binding; `depth_` bounds the recursion.
class Parser {
 public:
    Parser(std::string_view text, const std::vector<std::string>& variables, const NamedNumbers& constants)
        : text_(text), variables_(variables), constants_(constants) {}

    std::vector<Instruction> parse() {
        skip_space();
        if (at_end()) fail(position_, "the formula is empty");
        comparison();
        if (!at_end()) {
            if (peek() == ')') fail(position_, "')' without '(' before it");
            fail_unexpected("an operator");
        }
        return std::move(tape_);
    }

 private:
    struct Deeper {
        explicit Deeper(Parser& p) : parser(p) {
            if (++parser.depth_ > Expression::deepest_nesting)
                parser.fail(parser.position_,
                            "nested deeper than " + std::to_string(Expression::deepest_nesting) + " levels");
        }
        ~Deeper() { --parser.depth_; }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;
        Parser& parser;
    };

    void comparison() {
        const Deeper deeper(*this);
        sum();
        std::optional<Op> op = comparison_sign();
        if (!op) return;
        sum();
        emit(*op);
        const std::size_t where = position_;
        if (comparison_sign()) fail(where, "comparisons do not chain: write (a < b)*(b < c)");
    }

    std::optional<Op> comparison_sign() {
        if (take("<=")) return Op::less_equal;
        if (take(">=")) return Op::greater_equal;
        if (take("==")) return Op::equal;
        if (take("!=")) return Op::not_equal;
        if (take("<")) return Op::less;
        if (take(">")) return Op::greater;
        if (!at_end() && peek() == '=') fail(position_, "'=' alone means nothing here: compare with '=='");
        return std::nullopt;
    }

    void sum() {
        product();
        for (;;) {
            const Op op = take("+") ? Op::add : take("-") ? Op::subtract : Op::number;
            if (op == Op::number) return;
            product();
            emit(op);
        }
    }

    void product() {
        signed_power();
        for (;;) {
            if (text_.substr(position_, 2) == "**")
                fail(position_, "'**' means nothing here: powers are written with '^'");
            const Op op = take("*") ? Op::multiply : take("/") ? Op::divide : Op::number;
            if (op == Op::number) return;
            signed_power();
            emit(op);
        }
    }

    void signed_power() {
        bool negative = false;
        for (;;) {
            if (take("-"))
                negative = !negative;
            else if (!take("+"))
                break;
        }
        primary();
        if (take("^")) {
            const Deeper deeper(*this);
            signed_power();
            raise();
        }
        if (negative) emit(Op::negate);
    }

    void primary() {
        if (at_end()) fail(position_, "the formula ends where a number, a name or '(' should follow");
        const char c = peek();
        if (take("(")) {
            comparison();
            if (!take(")")) fail_unexpected("')'");
        } else if (digit(c) || c == '.')
            number();
        else if (letter(c))
            name();
        else
            fail_unexpected("a number, a name or '('");
    }

    void number() {
        const std::size_t begin = position_;
        std::size_t end = begin;
        const auto digits = [&] {
            while (end < text_.size() && digit(text_[end])) ++end;
        };
        digits();
        if (end < text_.size() && text_[end] == '.') {
            ++end;
            digits();
        }
        if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
            std::size_t exponent = end + 1;
            if (exponent < text_.size() && (text_[exponent] == '+' || text_[exponent] == '-')) ++exponent;
            if (exponent < text_.size() && digit(text_[exponent])) {
                end = exponent;
                digits();
            }
        }
        const std::string_view read = text_.substr(begin, end - begin);
        if (end < text_.size() && (letter(text_[end]) || text_[end] == '.' || digit(text_[end]))) {
            std::size_t stop = end;
            while (stop < text_.size() && (letter(text_[stop]) || digit(text_[stop]) || text_[stop] == '.')) ++stop;
            const std::string rest = excerpt(text_.substr(end, stop - end));
            fail(begin, "'" + excerpt(text_.substr(begin, stop - begin)) + "' is not a number" +
                            (letter(text_[end]) ? "; for a product write " + excerpt(read) + "*" + rest : ""));
        }
        const std::optional<double> value = parse_number(read);
        if (!value) fail(begin, "'" + excerpt(read) + "' is not a number");
        if (!std::isfinite(*value)) fail(begin, "'" + excerpt(read) + "' is too large for a double");
        position_ = end;
        skip_space();
        emit(Op::number, 0, *value);
    }

    void name() {
        const std::size_t begin = position_;
        while (position_ < text_.size() && (letter(text_[position_]) || digit(text_[position_]))) ++position_;
        const std::string read(text_.substr(begin, position_ - begin));
        skip_space();
        for (const Function& f : functions)
            if (read == f.name) return call(f, begin);
        if (!at_end() && peek() == '(') {
            const bool named = std::find(variables_.begin(), variables_.end(), read) != variables_.end() ||
                               std::any_of(constants_.begin(), constants_.end(),
                                           [&](const auto& constant) { return constant.first == read; });
            if (named)
                fail(begin,
                     "'" + excerpt(read) + "' is a variable, not a function; for a product write " + read + "*(...)");
            fail_unknown(begin, read, "function");
        }
        if (read == "pi") return emit(Op::number, 0, pi<double>());
        if (read == "e") return emit(Op::number, 0, euler_number);
        for (std::size_t i = 0; i < variables_.size(); ++i)
            if (read == variables_[i]) return emit(Op::variable, static_cast<int>(i));
        for (const auto& [constant, value] : constants_)
            if (read == constant) return emit(Op::number, 0, value);
        fail_unknown(begin, read, "name");
    }

    void call(const Function& f, std::size_t begin) {
        const std::string name = f.name;
        if (!take("(")) fail(begin, "the function '" + name + "' needs its arguments in parentheses");
        int given = 0;
        if (!at_end() && peek() != ')') {
            do {
                comparison();
                ++given;
            } while (take(","));
        }
        if (!take(")")) fail_unexpected("',' or ')'");
        if (given != f.arguments)
            fail(begin, "'" + name + "' takes " + std::to_string(f.arguments) +
                            (f.arguments == 1 ? " argument, not " : " arguments, not ") + std::to_string(given));
        if (f.op == Op::power)
            raise();
        else
            emit(f.op);
    }

    // The power of the two values on the stack; a whole constant exponent becomes a product.
    void raise() {
        if (!tape_.empty() && tape_.back().op == Op::number) {
            const double exponent = tape_.back().number;
            if (exponent == std::floor(exponent) && std::abs(exponent) <= 64) {
                tape_.pop_back();
                --stack_;
                const int whole = static_cast<int>(exponent);
                if (tape_.back().op != Op::number) return emit(Op::whole_power, whole);
                tape_.back().number = detail::whole_power(tape_.back().number, whole);
                return;
            }
        }
        emit(Op::power);
    }

    void emit(Op op, int index = 0, double number = 0) {
        // Constants are put together here where one operation, the same on every machine, does it.
        const std::size_t n = tape_.size();
        if (op == Op::negate && n >= 1 && tape_[n - 1].op == Op::number) {
            tape_[n - 1].number = -tape_[n - 1].number;
            return;
        }
        if ((op == Op::add || op == Op::subtract || op == Op::multiply || op == Op::divide) && n >= 2 &&
            tape_[n - 1].op == Op::number && tape_[n - 2].op == Op::number) {
            const double a = tape_[n - 2].number, b = tape_[n - 1].number;
            tape_.pop_back();
            --stack_;
            tape_.back().number = op == Op::add        ? a + b
                                  : op == Op::subtract ? a - b
                                  : op == Op::multiply ? a * b
                                                       : a / b;
            return;
        }
        stack_ += 1 - Expression::arguments_of(op);
        if (stack_ > Expression::deepest_stack)
            fail(position_, "more than " + std::to_string(Expression::deepest_stack) +
                                " values are waiting for their operators: nest less deeply");
        tape_.push_back({op, index, number});
    }

    bool at_end() const { return position_ >= text_.size(); }
    char peek() const { return text_[position_]; }
    void skip_space() {
        while (!at_end() && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')) ++position_;
    }
    bool take(std::string_view sign) {
        if (text_.substr(position_, sign.size()) != sign) return false;
        position_ += sign.size();
        skip_space();
        return true;
    }

    [[noreturn]] void fail(std::size_t where, const std::string& what) const {
        throw ExpressionError(
            where, "in the formula '" + excerpt(text_, 80) + "', character " + std::to_string(where + 1) + ": " + what);
    }
    [[noreturn]] void fail_unexpected(const std::string& expected) const {
        if (at_end()) fail(position_, "the formula ends where " + expected + " should follow");
        fail(position_, "read '" + excerpt(text_.substr(position_, 1)) + "' where " + expected + " should follow");
    }
    [[noreturn]] void fail_unknown(std::size_t where, const std::string& read, const std::string& what) const {
        std::vector<std::string> known;
        if (what == "name") {
            known = variables_;
            for (const auto& constant : constants_) known.push_back(constant.first);
            known.insert(known.end(), {"pi", "e"});
        } else
            for (const Function& f : functions) known.emplace_back(f.name);
        const std::string near = nearest_name(read, known);
        fail(where, "unknown " + what + " '" + excerpt(read) + "'; known: " + listed(known) +
                        (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }

    std::string_view text_;
    const std::vector<std::string>& variables_;
    const NamedNumbers& constants_;
    std::size_t position_ = 0;
    int depth_ = 0, stack_ = 0;
    std::vector<Instruction> tape_;
};

}  // namespace

Expression::Expression() : text_("0"), tape_{Instruction{}} {}

Expression::Expression(std::string_view text, const std::vector<std::string>& variables, const NamedNumbers& constants)
    : text_(text) {
    if (text.size() > longest_text)
        throw ExpressionError(longest_text, "the formula has " + std::to_string(text.size()) + " characters; at most " +
                                                std::to_string(longest_text) + " are allowed");
    if (variables.size() > most_variables) throw std::invalid_argument("an expression knows at most 64 variables");
    tape_ = Parser(text, variables, constants).parse();
    for (const Instruction& i : tape_)
        if (i.op == Op::variable) used_ |= std::uint64_t{1} << i.index;
}

bool Expression::knows(std::string_view name) {
    if (name == "pi" || name == "e") return true;
    for (const Function& f : functions)
        if (name == f.name) return true;
    return false;
}

bool Expression::can_be_name(std::string_view name) {
    return !name.empty() && letter(name.front()) &&
           std::all_of(name.begin(), name.end(), [](char c) { return letter(c) || digit(c); });
}

Expression::Expression(std::string text, std::vector<Instruction> tape)
    : text_(std::move(text)), tape_(std::move(tape)) {
    for (const Instruction& i : tape_)
        if (i.op == Op::variable) used_ |= std::uint64_t{1} << i.index;
}

bool Expression::compares(Op op) {
    switch (op) {
        case Op::less:
        case Op::less_equal:
        case Op::greater:
        case Op::greater_equal:
        case Op::equal:
        case Op::not_equal:
            return true;
        default:
            return false;
    }
}

int Expression::arguments_of(Op op) {
    if (compares(op)) return 2;
    switch (op) {
        case Op::number:
        case Op::variable:
            return 0;
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::divide:
        case Op::power:
        case Op::atan2:
        case Op::min:
        case Op::max:
            return 2;
        case Op::choose:
            return 3;
        default:
            return 1;
    }
}

bool Expression::switches(Op op) {
    if (compares(op)) return true;
    switch (op) {
        case Op::choose:
        case Op::abs:
        case Op::min:
        case Op::max:
        case Op::sign:
        case Op::floor:
            return true;
        default:
            return false;
    }
}

bool Expression::smooth() const {
    for (const Instruction& i : tape_)
        if (switches(i.op)) return false;
    return true;
}

}  // namespace polhode
