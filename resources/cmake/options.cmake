# SPDX-License-Identifier: GPL-3.0-or-later
# Warnings, sanitizers and the helper that makes one static library of a folder.

option(GLASSFORMER_WERROR "Treat warnings as errors" ON)
set(GLASSFORMER_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=…: address,undefined or thread")

add_library(gf_options INTERFACE)
target_compile_options(gf_options INTERFACE -Wall -Wextra -Wpedantic
                       $<$<BOOL:${GLASSFORMER_WERROR}>:-Werror>)
# GCC 12 sees overlapping copies in "text" + std::string (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(gf_options INTERFACE -Wno-restrict)
endif()
target_include_directories(gf_options INTERFACE ${PROJECT_SOURCE_DIR})
if(GLASSFORMER_SANITIZE)
  target_compile_options(gf_options INTERFACE -fsanitize=${GLASSFORMER_SANITIZE}
                         -fno-omit-frame-pointer)
  target_link_options(gf_options INTERFACE -fsanitize=${GLASSFORMER_SANITIZE})
endif()

# gf_library(name SOURCES … LINKS …): the static library gf_<name>; folders are the architecture, so
# each has exactly one.
function(gf_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_library(gf_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(gf_${name} PUBLIC gf_options ${ARG_LINKS})
endfunction()
