# SPDX-License-Identifier: GPL-3.0-or-later
# A toolchain file: the program for Windows, made on Debian with mingw-w64.
# scripts/windows.sh does all; the command line alone, without Qt:
#     cmake -B build/windows -DCMAKE_TOOLCHAIN_FILE=resources/cmake/windows.cmake -DCMAKE_PREFIX_PATH=/usr
#           -DGLASSFORMER_WINDOW=OFF -DBUILD_TESTING=OFF
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix) # of Qt's libraries
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
# What is headers alone may be this system's, and what runs while building is; libraries are not.
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
# Eigen without optimisation has more sections than a plain object file may have.
set(CMAKE_CXX_FLAGS_INIT "-Wa,-mbig-obj")
# The program needs no libraries of the compiler's beside it.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -Wl,--no-insert-timestamp")
