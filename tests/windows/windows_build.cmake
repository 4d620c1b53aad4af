# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the program without its window for Windows, where the compiler for that is installed.
# cmake -DSOURCE=… -DBUILD=… -DGENERATOR=… -DSETTINGS=… -P windows_build.cmake
find_program(compiler x86_64-w64-mingw32-g++-posix)
if(NOT compiler)
  message("SKIPPED: x86_64-w64-mingw32-g++-posix (package g++-mingw-w64-x86-64-posix) is not installed")
  return()
endif()

execute_process(COMMAND ${CMAKE_COMMAND} -G ${GENERATOR} -C ${SETTINGS} -S ${SOURCE} -B ${BUILD}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} COMMAND_ERROR_IS_FATAL ANY)

# What every program of Windows begins with (PE/COFF).
file(READ ${BUILD}/app/glassformer.exe beginning LIMIT 2 HEX)
if(NOT beginning STREQUAL "4d5a")
  message(FATAL_ERROR "${BUILD}/app/glassformer.exe is no program for Windows")
endif()
