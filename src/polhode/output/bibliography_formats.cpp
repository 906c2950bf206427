// What defines the files and messages of other programs.
#include "polhode/output/bibliography.hpp"

namespace polhode {

std::vector<Reference> format_references() {
    return {
        {"Acton1996", "NAIF", R"(@article{Acton1996,
  author = {Acton, Charles H.},
  title = {Ancillary Data Services of {NASA}'s Navigation and Ancillary Information Facility},
  journal = {Planetary and Space Science},
  volume = {44},
  pages = {65--70},
  year = {1996}
})"},
        {"Burri2016", "Burri et al. 2016", R"(@article{Burri2016,
  author = {Burri, Michael and Nikolic, Janosch and Gohl, Pascal and Schneider, Thomas and Rehder, Joern and Omari, Sammy
    and Achtelik, Markus W. and Siegwart, Roland},
  title = {The {EuRoC} Micro Aerial Vehicle Datasets},
  journal = {International Journal of Robotics Research},
  volume = {35},
  pages = {1157--1163},
  year = {2016}
})"},
        {"CCSDS504", "CCSDS 504.0-B-2", R"(@techreport{CCSDS504,
  author = {{Consultative Committee for Space Data Systems}},
  title = {Attitude Data Messages},
  type = {Recommended Standard},
  number = {CCSDS 504.0-B-2},
  year = {2024}
})"},
        {"Espinosa1998", "joystick-api.rst", R"(@misc{Espinosa1998,
  author = {Hojland Espinosa, Ragnar}, title = {Programming Interface of the {Linux} Joystick Driver},
  howpublished = {Documentation/input/joydev/joystick-api.rst of the Linux kernel}, year = {1998}
})"},
        {"FlightGear2020", "FlightGear", R"(@misc{FlightGear2020,
  author = {{The FlightGear developers}}, title = {{FlightGear} 2020.3: net\_fdm.hxx and README.protocol}, year = {2020}
})"},
        {"Foxglove2022", "Foxglove WebSocket protocol", R"(@misc{Foxglove2022,
  author = {{Foxglove}}, title = {{Foxglove} {WebSocket} Protocol Specification, Version 1}, year = {2022}
})"},
        {"glTF2", "glTF 2.0", R"(@misc{glTF2,
  author = {{Khronos Group}},
  title = {{glTF} 2.0 Specification},
  howpublished = {ISO/IEC 12113:2022},
  year = {2022}
})"},
        {"MathWorksMat", "MAT-File Format", R"(@manual{MathWorksMat,
  organization = {The MathWorks},
  title = {{MAT}-File Format},
  year = {2019}
})"},
        {"MavlinkCommon2017", "MAVLink", R"(@misc{MavlinkCommon2017,
  author = {{The MAVLink developers}}, title = {{MAVLink} 2: Serialization, and the Dialect common.xml}, year = {2017}
})"},
        {"Mcap2022", "MCAP specification", R"(@misc{Mcap2022,
  author = {{Foxglove}}, title = {{MCAP} File Format Specification}, year = {2022}
})"},
        {"NumPy2020", "numpy.lib.format", R"(@article{NumPy2020,
  author = {Harris, Charles R. and Millman, K. Jarrod and van der Walt, St{\'e}fan J. and others},
  title = {Array Programming with {NumPy}},
  journal = {Nature},
  volume = {585},
  pages = {357--362},
  year = {2020}
})"},
        {"Sturm2012", "TUM RGB-D benchmark", R"(@inproceedings{Sturm2012,
  author = {Sturm, J{\"u}rgen and Engelhard, Nikolas and Endres, Felix and Burgard, Wolfram and Cremers, Daniel},
  title = {A Benchmark for the Evaluation of {RGB-D} {SLAM} Systems},
  booktitle = {Proc. International Conference on Intelligent Robots and Systems},
  year = {2012}
})"},
        {"W3CGamepad2024", "W3C Gamepad", R"(@misc{W3CGamepad2024,
  author = {{World Wide Web Consortium}}, title = {Gamepad, Working Draft}, year = {2024}
})"},
    };
}

}  // namespace polhode
