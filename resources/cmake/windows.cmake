# SPDX-License-Identifier: GPL-3.0-or-later
# A toolchain file: the program for Windows, made on Debian with mingw-w64.
#     cmake -B build/windows -DCMAKE_TOOLCHAIN_FILE=resources/cmake/windows.cmake
#           -DGLASSFORMER_WINDOW=OFF -DBUILD_TESTING=OFF
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
# Libraries that are headers alone are this system's.
set(CMAKE_PREFIX_PATH /usr)
# Eigen without optimisation has more sections than a plain object file may have.
set(CMAKE_CXX_FLAGS_INIT "-Wa,-mbig-obj")
# The program needs no libraries of the compiler's beside it.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")
