#include "polhode/output/bibliography.hpp"

#include <algorithm>
#include <iterator>

namespace polhode {

namespace {

// Where a source has two names for a work, the entry stands once and the second mark leads to it.
struct OtherMark {
    const char *mark, *key;
};
constexpr OtherMark other_marks[] = {
    {"Gray 1952", "GrayRubinoffSohon1952"},
    {"Robinson, WADC TR 58-17", "Robinson1958"},
};

std::vector<Reference> works() {
    return {
        {"GrayRubinoffSohon1952", "Gray, Rubinoff, Sohon 1952", R"(@misc{GrayRubinoffSohon1952,
  author = {Gray, H. J. and Rubinoff, M. and Sohon, H.},
  title = {A Technique for Real Time Simulation of a Rigid Body Problem},
  year = {1952}
})"},
        {"Robinson1958", "Robinson 1958", R"(@techreport{Robinson1958,
  author = {Robinson, Alfred C.},
  title = {On the Use of Quaternions in Simulation of Rigid-Body Motion},
  institution = {Wright Air Development Center},
  type = {{WADC} Technical Report},
  number = {58-17},
  year = {1958}
})"},
        {"FangZimmerman1969", "TN D-5302", R"(@techreport{FangZimmerman1969,
  author = {Fang, A. C. and Zimmerman, B. G.},
  title = {Digital Simulation of Rotational Kinematics},
  institution = {National Aeronautics and Space Administration},
  type = {{NASA} Technical Note},
  number = {D-5302},
  year = {1969}
})"},
        {"Ganapathi2005", "Ganapathi 2005", R"(@misc{Ganapathi2005,
  author = {Ganapathi},
  title = {Simulation of Rigid Body Dynamics in {Matlab}},
  howpublished = {Student report},
  year = {2005}
})"},
        {"GyroSoft2015", "GyroSoft 2015", R"(@misc{GyroSoft2015,
  key = {GyroSoft},
  title = {From {Euler}'s Equations to Rotation Vectors in Attitude Computation: A Simulator of Gyroscopes},
  howpublished = {{GyroSoft}},
  year = {2015}
})"},
        {"BarkerBowlesWilliams1973", "Barker, Bowles, Williams", R"(@techreport{BarkerBowlesWilliams1973,
  author = {Barker, Lawrence E. and Bowles, Roland L. and Williams, Louise H.},
  title = {Development and Application of a Local Linearization Algorithm for the Integration of Quaternion Rate Equations in Real-Time Flight Simulation Problems},
  institution = {National Aeronautics and Space Administration},
  type = {{NASA} Technical Note},
  number = {D-7347},
  year = {1973}
})"},
        {"BlanesCasasRos2000", "Blanes, Casas, Ros", R"(@article{BlanesCasasRos2000,
  author = {Blanes, Sergio and Casas, Fernando and Ros, Javier},
  title = {Improved High Order Integrators Based on the {Magnus} Expansion},
  journal = {BIT Numerical Mathematics},
  volume = {40},
  pages = {434--450},
  year = {2000}
})"},
        {"BlanesMoan2002", "Blanes and Moan 2002", R"(@article{BlanesMoan2002,
  author = {Blanes, Sergio and Moan, Per Christian},
  title = {Practical Symplectic Partitioned {Runge--Kutta} and {Runge--Kutta--Nystr{\"o}m} Methods},
  journal = {Journal of Computational and Applied Mathematics},
  volume = {142},
  pages = {313--330},
  year = {2002}
})"},
        {"Cohen1977", "Cohen", R"(@article{Cohen1977,
  author = {Cohen, Richard J.},
  title = {The Tippe Top Revisited},
  journal = {American Journal of Physics},
  volume = {45},
  pages = {12--17},
  year = {1977}
})"},
        {"deBoor1978", "de Boor", R"(@book{deBoor1978,
  author = {de Boor, Carl},
  title = {A Practical Guide to Splines},
  publisher = {Springer},
  year = {1978}
})"},
        {"Bortz1971", "Bortz", R"(@article{Bortz1971,
  author = {Bortz, John E.},
  title = {A New Mathematical Formulation for Strapdown Inertial Navigation},
  journal = {IEEE Transactions on Aerospace and Electronic Systems},
  volume = {AES-7},
  pages = {61--66},
  year = {1971}
})"},
        {"BoxMuller1958", "Box and Muller", R"(@article{BoxMuller1958,
  author = {Box, G. E. P. and Muller, Mervin E.},
  title = {A Note on the Generation of Random Normal Deviates},
  journal = {Annals of Mathematical Statistics},
  volume = {29},
  pages = {610--611},
  year = {1958}
})"},
        {"Buss2000", "Buss 2000", R"(@article{Buss2000,
  author = {Buss, Samuel R.},
  title = {Accurate and Efficient Simulation of Rigid-Body Rotations},
  journal = {Journal of Computational Physics},
  volume = {164},
  pages = {377--406},
  year = {2000}
})"},
        {"CelledoniMarthinsenOwren2003", "Celledoni, Marthinsen, Owren 2003", R"(@article{CelledoniMarthinsenOwren2003,
  author = {Celledoni, Elena and Marthinsen, Arne and Owren, Brynjulf},
  title = {Commutator-Free {Lie} Group Methods},
  journal = {Future Generation Computer Systems},
  volume = {19},
  pages = {341--352},
  year = {2003}
})"},
        {"CGPM1901", "CGPM 1901", R"(@misc{CGPM1901,
  author = {{Conf{\'e}rence G{\'e}n{\'e}rale des Poids et Mesures}},
  title = {Declaration on the Unit of Mass and on the Definition of Weight; Conventional Value of $g_n$},
  howpublished = {3rd meeting},
  year = {1901}
})"},
        {"CorlissChang1982", "Corliss and Chang 1982", R"(@article{CorlissChang1982,
  author = {Corliss, George and Chang, Y. F.},
  title = {Solving Ordinary Differential Equations Using {Taylor} Series},
  journal = {ACM Transactions on Mathematical Software},
  volume = {8},
  pages = {114--144},
  year = {1982}
})"},
        {"CrouchGrossman1993", "Crouch and Grossman 1993", R"(@article{CrouchGrossman1993,
  author = {Crouch, P. E. and Grossman, R.},
  title = {Numerical Integration of Ordinary Differential Equations on Manifolds},
  journal = {Journal of Nonlinear Science},
  volume = {3},
  pages = {1--33},
  year = {1993}
})"},
        {"Dekker1971", "Dekker 1971", R"(@article{Dekker1971,
  author = {Dekker, T. J.},
  title = {A Floating-Point Technique for Extending the Available Precision},
  journal = {Numerische Mathematik},
  volume = {18},
  pages = {224--242},
  year = {1971}
})"},
        {"Filippov1988", "Filippov", R"(@book{Filippov1988,
  author = {Filippov, A. F.},
  title = {Differential Equations with Discontinuous Righthand Sides},
  publisher = {Kluwer},
  year = {1988}
})"},
        {"FranklinPowellWorkman1998", "Franklin, Powell, Workman", R"(@book{FranklinPowellWorkman1998,
  author = {Franklin, Gene F. and Powell, J. David and Workman, Michael L.},
  title = {Digital Control of Dynamic Systems},
  edition = {3rd},
  publisher = {Addison-Wesley},
  year = {1998}
})"},
        {"Goldstein1980", "Goldstein", R"(@book{Goldstein1980,
  author = {Goldstein, Herbert},
  title = {Classical Mechanics},
  edition = {2nd},
  publisher = {Addison-Wesley},
  year = {1980}
})"},
        {"GolubVanLoan2013", "Golub and Van Loan", R"(@book{GolubVanLoan2013,
  author = {Golub, Gene H. and Van Loan, Charles F.},
  title = {Matrix Computations},
  edition = {4th},
  publisher = {Johns Hopkins University Press},
  year = {2013}
})"},
        {"GoodmanRobinson1958", "Goodman and Robinson 1958", R"(@article{GoodmanRobinson1958,
  author = {Goodman, L. E. and Robinson, A. R.},
  title = {Effect of Finite Rotations on Gyroscopic Sensing Devices},
  journal = {Journal of Applied Mechanics},
  volume = {25},
  pages = {210--213},
  year = {1958}
})"},
        {"GriewankWalther2008", "Griewank and Walther", R"(@book{GriewankWalther2008,
  author = {Griewank, Andreas and Walther, Andrea},
  title = {Evaluating Derivatives: Principles and Techniques of Algorithmic Differentiation},
  edition = {2nd},
  publisher = {SIAM},
  year = {2008}
})"},
        {"HairerLubichWanner2006", "Hairer, Lubich, Wanner", R"(@book{HairerLubichWanner2006,
  author = {Hairer, Ernst and Lubich, Christian and Wanner, Gerhard},
  title = {Geometric Numerical Integration},
  edition = {2nd},
  publisher = {Springer},
  year = {2006}
})"},
        {"HairerNorsettWanner1993", "Hairer, Norsett, Wanner", R"(@book{HairerNorsettWanner1993,
  author = {Hairer, Ernst and N{\o}rsett, Syvert P. and Wanner, Gerhard},
  title = {Solving Ordinary Differential Equations {I}: Nonstiff Problems},
  edition = {2nd},
  publisher = {Springer},
  year = {1993}
})"},
        {"HairerVilmart2006", "Hairer and Vilmart 2006", R"(@article{HairerVilmart2006,
  author = {Hairer, Ernst and Vilmart, Gilles},
  title = {Preprocessed Discrete {Moser--Veselov} Algorithm for the Full Dynamics of a Rigid Body},
  journal = {Journal of Physics A: Mathematical and General},
  volume = {39},
  pages = {13225--13235},
  year = {2006}
})"},
        {"Higham1986", "Higham 1986", R"(@article{Higham1986,
  author = {Higham, Nicholas J.},
  title = {Computing the Polar Decomposition---with Applications},
  journal = {SIAM Journal on Scientific and Statistical Computing},
  volume = {7},
  pages = {1160--1174},
  year = {1986}
})"},
        {"Howe1956", "Howe 1956", R"(@techreport{Howe1956,
  author = {Howe, Robert M.},
  title = {Coordinate Systems for Solving the Three-Dimensional Flight Equations},
  institution = {Wright Air Development Center},
  type = {{WADC} Technical Note},
  number = {55-747},
  year = {1956}
})"},
        {"KaneLevinson1982", "Kane, Levinson", R"(@article{KaneLevinson1982,
  author = {Kane, Thomas R. and Levinson, David A.},
  title = {Realistic Mathematical Modeling of the Rattleback},
  journal = {International Journal of Non-Linear Mechanics},
  volume = {17},
  pages = {175--186},
  year = {1982}
})"},
        {"Leine2009", "Leine", R"(@article{Leine2009,
  author = {Leine, R. I.},
  title = {Experimental and Theoretical Investigation of the Energy Dissipation of a Rolling Disk During its Final Stage of Motion},
  journal = {Archive of Applied Mechanics},
  volume = {79},
  pages = {1063--1082},
  year = {2009}
})"},
        {"Moffatt2000", "Moffatt", R"(@article{Moffatt2000,
  author = {Moffatt, H. K.},
  title = {{Euler}'s Disk and its Finite-Time Singularity},
  journal = {Nature},
  volume = {404},
  pages = {833--834},
  year = {2000}
})"},
        {"Wittenburg1977", "Wittenburg 1977", R"(@book{Wittenburg1977,
  author = {Wittenburg, Jens},
  title = {Dynamics of Systems of Rigid Bodies},
  publisher = {Teubner},
  year = {1977}
})"},
        {"Volterra1899", "Volterra 1899", R"(@article{Volterra1899,
  author = {Volterra, Vito},
  title = {Sur la th{\'e}orie des variations des latitudes},
  journal = {Acta Mathematica},
  volume = {22},
  pages = {201--357},
  year = {1899}
})"},
        {"Gibbs1901", "Gibbs", R"(@book{Gibbs1901,
  author = {Gibbs, J. Willard and Wilson, Edwin Bidwell},
  title = {Vector Analysis},
  publisher = {Charles Scribner's Sons},
  year = {1901}
})"},
        {"Wertz1978", "Wertz", R"(@book{Wertz1978,
  editor = {Wertz, James R.},
  title = {Spacecraft Attitude Determination and Control},
  publisher = {D. Reidel},
  year = {1978}
})"},
        {"Hughes1986", "Hughes", R"(@book{Hughes1986,
  author = {Hughes, Peter C.},
  title = {Spacecraft Attitude Dynamics},
  publisher = {Wiley},
  year = {1986}
})"},
        {"Wie1998", "Wie 1998", R"(@book{Wie1998,
  author = {Wie, Bong},
  title = {Space Vehicle Dynamics and Control},
  publisher = {American Institute of Aeronautics and Astronautics},
  year = {1998}
})"},
        {"Huynh2009", "Huynh", R"(@article{Huynh2009,
  author = {Huynh, Du Q.},
  title = {Metrics for {3D} Rotations: Comparison and Analysis},
  journal = {Journal of Mathematical Imaging and Vision},
  volume = {35},
  pages = {155--164},
  year = {2009}
})"},
        {"IEEE754", "IEEE 754", R"(@misc{IEEE754,
  author = {{IEEE}},
  title = {{IEEE} Standard for Floating-Point Arithmetic},
  howpublished = {IEEE Std 754-2019},
  year = {2019}
})"},
        {"IEEE952", "IEEE Std 952", R"(@misc{IEEE952,
  author = {{IEEE}},
  title = {{IEEE} Standard Specification Format Guide and Test Procedure for Single-Axis Interferometric Fiber Optic Gyros},
  howpublished = {IEEE Std 952-1997},
  year = {1997}
})"},
        {"Jacobi1850", "Jacobi 1850", R"(@article{Jacobi1850,
  author = {Jacobi, C. G. J.},
  title = {Sur la rotation d'un corps},
  journal = {Journal f{\"u}r die reine und angewandte Mathematik},
  volume = {39},
  pages = {293--350},
  year = {1850}
})"},
        {"Kahan1965", "Kahan 1965", R"(@article{Kahan1965,
  author = {Kahan, William},
  title = {Further Remarks on Reducing Truncation Errors},
  journal = {Communications of the ACM},
  volume = {8},
  pages = {40},
  year = {1965}
})"},
        {"KahanLi1997", "Kahan and Li 1997", R"(@article{KahanLi1997,
  author = {Kahan, William and Li, Ren-Cang},
  title = {Composition Constants for Raising the Orders of Unconventional Schemes for Ordinary Differential Equations},
  journal = {Mathematics of Computation},
  volume = {66},
  pages = {1089--1099},
  year = {1997}
})"},
        {"LandauLifshitz1976", "Landau and Lifshitz", R"(@book{LandauLifshitz1976,
  author = {Landau, L. D. and Lifshitz, E. M.},
  title = {Mechanics},
  edition = {3rd},
  publisher = {Pergamon},
  year = {1976}
})"},
        {"LeeLeokMcClamroch2007", "Lee, Leok, McClamroch 2007", R"(@article{LeeLeokMcClamroch2007,
  author = {Lee, Taeyoung and Leok, Melvin and McClamroch, N. Harris},
  title = {{Lie} Group Variational Integrators for the Full Body Problem},
  journal = {Computer Methods in Applied Mechanics and Engineering},
  volume = {196},
  pages = {2907--2924},
  year = {2007}
})"},
        {"Merson1957", "Merson 1957", R"(@inproceedings{Merson1957,
  author = {Merson, R. H.},
  title = {An Operational Method for the Study of Integration Processes},
  booktitle = {Proceedings of a Symposium on Data Processing},
  organization = {Weapons Research Establishment, Salisbury, South Australia},
  year = {1957}
})"},
        {"Miller1983", "Miller 1983", R"(@article{Miller1983,
  author = {Miller, Robin B.},
  title = {A New Strapdown Attitude Algorithm},
  journal = {Journal of Guidance, Control, and Dynamics},
  volume = {6},
  pages = {287--291},
  year = {1983}
})"},
        {"MoserVeselov1991", "Moser and Veselov 1991", R"(@article{MoserVeselov1991,
  author = {Moser, J{\"u}rgen and Veselov, Alexander P.},
  title = {Discrete Versions of Some Classical Integrable Systems and Factorization of Matrix Polynomials},
  journal = {Communications in Mathematical Physics},
  volume = {139},
  pages = {217--243},
  year = {1991}
})"},
        {"MuntheKaas1998", "Munthe-Kaas", R"(@article{MuntheKaas1998,
  author = {Munthe-Kaas, Hans},
  title = {{Runge--Kutta} Methods on {Lie} Groups},
  journal = {BIT Numerical Mathematics},
  volume = {38},
  pages = {92--111},
  year = {1998}
})"},
        {"Reich1994", "Reich 1994", R"(@article{Reich1994,
  author = {Reich, Sebastian},
  title = {Momentum Conserving Symplectic Integrators},
  journal = {Physica D},
  volume = {76},
  pages = {375--383},
  year = {1994}
})"},
        {"Robert1995", "Robert, Statistics", R"(@article{Robert1995,
  author = {Robert, Christian P.},
  title = {Simulation of Truncated Normal Variables},
  journal = {Statistics and Computing},
  volume = {5},
  pages = {121--125},
  year = {1995}
})"},
        {"SalmonMoraesDrorShaw2011", "Salmon, Moraes, Dror, Shaw", R"(@inproceedings{SalmonMoraesDrorShaw2011,
  author = {Salmon, John K. and Moraes, Mark A. and Dror, Ron O. and Shaw, David E.},
  title = {Parallel Random Numbers: As Easy as 1, 2, 3},
  booktitle = {Proceedings of the International Conference for High Performance Computing, Networking, Storage and Analysis ({SC11})},
  year = {2011}
})"},
        {"SchaubJunkins2003", "Schaub and Junkins", R"(@book{SchaubJunkins2003,
  author = {Schaub, Hanspeter and Junkins, John L.},
  title = {Analytical Mechanics of Space Systems},
  publisher = {AIAA},
  year = {2003}
})"},
        {"Shoemake1992", "Shoemake", R"(@incollection{Shoemake1992,
  author = {Shoemake, Ken},
  title = {Uniform Random Rotations},
  booktitle = {Graphics Gems {III}},
  publisher = {Academic Press},
  pages = {124--132},
  year = {1992}
})"},
        {"Shuster1993", "Shuster", R"(@article{Shuster1993,
  author = {Shuster, Malcolm D.},
  title = {A Survey of Attitude Representations},
  journal = {Journal of the Astronautical Sciences},
  volume = {41},
  pages = {439--517},
  year = {1993}
})"},
        {"ToumaWisdom1994", "Touma and Wisdom 1994", R"(@article{ToumaWisdom1994,
  author = {Touma, Jihad and Wisdom, Jack},
  title = {{Lie--Poisson} Integrators for Rigid Body Dynamics in the Solar System},
  journal = {Astronomical Journal},
  volume = {107},
  pages = {1189--1202},
  year = {1994}
})"},
        {"Whittaker1937", "Whittaker", R"(@book{Whittaker1937,
  author = {Whittaker, E. T.},
  title = {A Treatise on the Analytical Dynamics of Particles and Rigid Bodies},
  edition = {4th},
  publisher = {Cambridge University Press},
  year = {1937}
})"},
        {"vanZonSchofield2007", "van Zon and Schofield 2007", R"(@article{vanZonSchofield2007,
  author = {van Zon, Ramses and Schofield, Jeremy},
  title = {Numerical Implementation of the Exact Dynamics of Free Rigid Bodies},
  journal = {Journal of Computational Physics},
  volume = {225},
  pages = {145--164},
  year = {2007}
})"},
    };
}

}  // namespace

const std::vector<Reference>& bibliography() {
    static const std::vector<Reference> all = [] {
        std::vector<Reference> every = works();
        for (const std::vector<Reference>& more : {format_references(), estimation_references()})
            every.insert(every.end(), more.begin(), more.end());
        return every;
    }();
    return all;
}

std::vector<const Reference*> references_in(const std::string& source) {
    // "Goodman and Robinson 1958" is another work than "Robinson 1958"
    const auto named = [&](const std::string& mark) {
        for (std::size_t at = 0; (at = source.find(mark, at)) != std::string::npos; ++at)
            if (at < 4 || source.compare(at - 4, 4, "and ") != 0) return true;
        return false;
    };
    std::vector<const Reference*> found;
    for (const Reference& r : bibliography()) {
        const bool otherwise = std::any_of(std::begin(other_marks), std::end(other_marks),
                                           [&](const OtherMark& o) { return r.key == o.key && named(o.mark); });
        if (named(r.mark) || otherwise) found.push_back(&r);
    }
    return found;
}

}  // namespace polhode
