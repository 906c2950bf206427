"""Builds the compiled part with CMake, so that its flags are those of the library, and puts it beside the Python files.

POLHODE_PYTHON_BUILD names a build folder of the project that has been configured already (make python does so).
"""

import os
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

here = os.path.dirname(os.path.abspath(__file__))
source = os.environ.get("POLHODE_SOURCE") or os.path.dirname(here)


def version():
    with open(os.path.join(source, "CMakeLists.txt"), encoding="utf-8") as file:
        return re.search(r"project\(polhode VERSION (\S+)", file.read()).group(1)


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        folder = os.environ.get("POLHODE_PYTHON_BUILD") or os.path.abspath(os.path.join(self.build_temp, "cmake"))
        if not os.path.exists(os.path.join(folder, "CMakeCache.txt")):
            subprocess.check_call(["cmake", "-S", source, "-B", folder, "-DPOLHODE_BUILD_PYTHON=ON",
                                   f"-DPython_EXECUTABLE={sys.executable}", "-DPOLHODE_BUILD_APP=OFF"])
        subprocess.check_call(["cmake", "--build", folder, "-j", str(os.cpu_count() or 2), "--target", "polhode_python"])
        target = self.get_ext_fullpath(ext.name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        built = os.path.join(folder, "python", "polhode")
        shutil.copy(os.path.join(built, os.path.basename(target)), target)
        # what is made there beside it: stubs from the registry, and the studio's page where it was built
        for name in ("_families.pyi", "_nouns.pyi", "studio.html"):
            if os.path.exists(os.path.join(built, name)):
                shutil.copy(os.path.join(built, name), os.path.dirname(target))


setup(version=version(), ext_modules=[Extension("polhode._core", [])], cmdclass={"build_ext": CMakeBuild})
