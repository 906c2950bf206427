// How a template over the number type is reached through virtual functions, one for each arithmetic: what
// external_torque.hpp and external_rates.hpp have in common.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "polhode/arithmetic/counting.hpp"
#include "polhode/arithmetic/series.hpp"
#include "polhode/arithmetic/two_words_elementary.hpp"
#include "polhode/base/interval.hpp"

namespace polhode::external {

template <class T>
struct Arithmetic {};
template <class... T>
struct Arithmetics {};
// All that motions are computed in.
using All = Arithmetics<double, float, Counting<double>, exact::Two, Series<double>, Series<float>,
                        Series<Counting<double>>, Series<exact::Two>, Series<Interval>>;

// Gives the face of a model in one arithmetic.
template <template <class> class FaceOf, class T>
struct Maker {
    virtual std::unique_ptr<FaceOf<T>> face(Arithmetic<T>) const = 0;

 protected:
    ~Maker() = default;
};

// A model in all arithmetics, whatever it is. Facts: what is known of it besides its value.
template <template <class> class FaceOf, class Facts, class List = All>
class AnyModel;
template <template <class> class FaceOf, class Facts, class... T>
class AnyModel<FaceOf, Facts, Arithmetics<T...>> : public Maker<FaceOf, T>... {
 public:
    virtual ~AnyModel() = default;
    virtual Facts facts() const = 0;
    virtual void switching_times(double end, std::vector<double>& times) const = 0;
    using Maker<FaceOf, T>::face...;
};

template <template <class> class FaceOf, template <class, class> class Face, class Facts, class Model, class List>
class Makes;
template <template <class> class FaceOf, template <class, class> class Face, class Facts, class Model>
class Makes<FaceOf, Face, Facts, Model, Arithmetics<>> : public AnyModel<FaceOf, Facts> {
 public:
    explicit Makes(Model model) : model_(std::move(model)) {}

 protected:
    Model model_;
};
template <template <class> class FaceOf, template <class, class> class Face, class Facts, class Model, class T,
          class... More>
class Makes<FaceOf, Face, Facts, Model, Arithmetics<T, More...>>
    : public Makes<FaceOf, Face, Facts, Model, Arithmetics<More...>> {
    using Rest = Makes<FaceOf, Face, Facts, Model, Arithmetics<More...>>;

 public:
    using Rest::face;
    using Rest::Rest;
    std::unique_ptr<FaceOf<T>> face(Arithmetic<T>) const override {
        auto model = this->model_.template as<T>();
        return std::make_unique<Face<decltype(model), T>>(std::move(model));
    }
};

template <template <class> class FaceOf, template <class, class> class Face, class Facts, class Model>
class Holder final : public Makes<FaceOf, Face, Facts, Model, All> {
 public:
    using Makes<FaceOf, Face, Facts, Model, All>::Makes;
    Facts facts() const override {
        if constexpr (requires { this->model_.facts(); })
            return this->model_.facts();
        else
            return {};
    }
    void switching_times(double end, std::vector<double>& times) const override {
        if constexpr (requires { this->model_.switching_times(end, times); }) this->model_.switching_times(end, times);
    }
};

// A face that copies as a value.
template <template <class> class FaceOf, class Facts, class T>
class Held {
 public:
    using Model = AnyModel<FaceOf, Facts>;
    explicit Held(std::shared_ptr<const Model> model)
        : model_(std::move(model)), face_(model_->face(Arithmetic<T>{})) {}
    Held(const Held& other) : model_(other.model_), face_(other.face_->copy()) {}
    Held& operator=(const Held& other) {
        if (this != &other) *this = Held(other);
        return *this;
    }
    Held(Held&&) noexcept = default;
    Held& operator=(Held&&) noexcept = default;
    ~Held() = default;

    void segment(double begin, double end) { face_->segment(begin, end); }
    const Model& model() const { return *model_; }

 protected:
    std::shared_ptr<const Model> model_;
    std::unique_ptr<FaceOf<T>> face_;
};

}  // namespace polhode::external
