// What the estimators are made after.
#include "polhode/output/bibliography.hpp"

namespace polhode {

std::vector<Reference> estimation_references() {
    return {
        {"Bell1994", "B. Bell, SIAM J. Optim. 4", R"(@article{Bell1994,
  author = {Bell, Bradley M.},
  title = {The Iterated {Kalman} Smoother as a {Gauss-Newton} Method},
  journal = {SIAM Journal on Optimization},
  volume = {4},
  pages = {626--636},
  year = {1994}
})"},
        {"KokHolSchon2017", "M. Kok, J. Hol, T. Schon 2017", R"(@article{KokHolSchon2017,
  author = {Kok, Manon and Hol, Jeroen D. and Sch{\"o}n, Thomas B.},
  title = {Using Inertial Sensors for Position and Orientation Estimation},
  journal = {Foundations and Trends in Signal Processing},
  volume = {11},
  pages = {1--153},
  year = {2017}
})"},
        {"LaidigSeel2023", "D. Laidig, T. Seel", R"(@article{LaidigSeel2023,
  author = {Laidig, Daniel and Seel, Thomas},
  title = {{VQF}: Highly Accurate {IMU} Orientation Estimation with Bias Estimation and Magnetic Disturbance Rejection},
  journal = {Information Fusion},
  volume = {91},
  pages = {187--204},
  year = {2023}
})"},
        {"Sola2017", "J. Sola, arXiv 1711.02508", R"(@misc{Sola2017,
  author = {Sol{\`a}, Joan},
  title = {Quaternion Kinematics for the Error-State {Kalman} Filter},
  howpublished = {{arXiv} 1711.02508},
  year = {2017}
})"},
    };
}

}  // namespace polhode
