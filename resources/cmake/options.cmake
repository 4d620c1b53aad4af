# SPDX-License-Identifier: GPL-3.0-or-later
# Warnings, sanitizers and the helper that makes one static library of a folder.

# Another compiler than Debian 12's warns of other things, and who only wants the program can do nothing about that.
set(GF_KNOWN_COMPILER OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.")
  set(GF_KNOWN_COMPILER ON)
endif()
option(GLASSFORMER_WERROR "Treat warnings as errors" ${GF_KNOWN_COMPILER})
option(GLASSFORMER_PCH "Precompile the headers of the standard library, Eigen and Qt" ON)
option(GLASSFORMER_WINDOW "Build the window, which needs Qt; without it there is the command line alone" ON)
option(GLASSFORMER_UNITY "Compile the files of a folder together: for builds from scratch" OFF)
set(GLASSFORMER_QCUSTOMPLOT "" CACHE PATH "The folder of QCustomPlot's source, where the library is not installed")
set(GLASSFORMER_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=…: address,undefined or thread")

add_library(gf_options INTERFACE)
target_compile_options(gf_options INTERFACE -Wall -Wextra -Wpedantic
                       -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
                       $<$<BOOL:${GLASSFORMER_WERROR}>:-Werror>)
# GCC 12 sees overlapping copies in "text" + std::string (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(gf_options INTERFACE -Wno-restrict)
endif()
# GCC frees memory less often: a seventh less time.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(gf_options INTERFACE "SHELL:--param ggc-min-heapsize=524288"
                         "SHELL:--param ggc-min-expand=300")
endif()
# Sources are called by their place in the tree, so that the compiler's cache serves every checkout.
target_compile_options(gf_options INTERFACE -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
target_include_directories(gf_options INTERFACE ${PROJECT_SOURCE_DIR})
if(GLASSFORMER_SANITIZE)
  target_compile_options(gf_options INTERFACE -fsanitize=${GLASSFORMER_SANITIZE}
                         -fno-omit-frame-pointer)
  target_link_options(gf_options INTERFACE -fsanitize=${GLASSFORMER_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Between its checks it no longer sees that the standard library's own values are set.
    target_compile_options(gf_options INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()

# Headers that many files include are compiled once for all that are compiled alike. Sources include
# what they use all the same: with -DGLASSFORMER_PCH=OFF they are compiled without. A header that few
# files need makes all others slower (nlohmann/json.hpp: by half a second each), so it is not here.
#
# gf_precompiled(family HEADERS … LIBRARIES …): the headers; the libraries bring what they are compiled
# with. gf_precompile(target family): the target's sources begin with them.
set(GF_STD_HEADERS <algorithm> <array> <cmath> <functional> <memory> <optional> <span> <string>
    <string_view> <unordered_map> <utility> <vector> <Eigen/Core>)
set(GF_QT_HEADERS <QAction> <QApplication> <QBoxLayout> <QComboBox> <QEvent> <QHash> <QLabel>
    <QLineEdit> <QMetaType> <QPainter> <QSettings> <QStringList> <QTimer> <QToolButton> <QVariant>
    <QWidget>)
set(GF_QT_TEST_HEADERS <QFile> <QSettings> <QSignalSpy> <QTemporaryDir> <QTest>)
set(GF_QT_LIBRARIES Qt6::Widgets Qt6::PrintSupport)

# ccache recognizes a file that begins with precompiled headers by their content, in any checkout.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(GF_PCH_OPTIONS -fpch-preprocess)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # It no longer knows that a function it inlined is the system's, and warns about its own strings.
    list(APPEND GF_PCH_OPTIONS -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
endif()

function(gf_precompiled family)
  cmake_parse_arguments(ARG "" "" "HEADERS;LIBRARIES" ${ARGN})
  if(GLASSFORMER_PCH)
    file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${family}.cpp CONTENT "// For ${family}.\n")
    add_library(gf_headers_${family} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${family}.cpp)
    target_link_libraries(gf_headers_${family} PRIVATE gf_options ${ARG_LIBRARIES})
    target_precompile_headers(gf_headers_${family} PRIVATE ${ARG_HEADERS})
  endif()
endfunction()
function(gf_precompile target family)
  if(GLASSFORMER_PCH)
    target_precompile_headers(${target} REUSE_FROM gf_headers_${family})
    target_compile_options(${target} PRIVATE ${GF_PCH_OPTIONS})
  endif()
endfunction()

# gf_moc(target): Qt's moc goes over the target's sources, which is made quick by resources/cmake/moc.sh.in.
set(CMAKE_AUTOMOC_COMPILER_PREDEFINES OFF)
function(gf_moc target)
  set_target_properties(${target} PROPERTIES AUTOMOC ON)
  if(NOT CMAKE_HOST_UNIX)
    return()
  endif()
  get_target_property(GF_MOC Qt6::moc LOCATION)
  configure_file(${PROJECT_SOURCE_DIR}/resources/cmake/moc.sh.in ${PROJECT_BINARY_DIR}/moc.sh @ONLY
                 FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  set_target_properties(${target} PROPERTIES AUTOMOC_EXECUTABLE ${PROJECT_BINARY_DIR}/moc.sh)
  # Where sources include what moc writes it is empty.
  if(GLASSFORMER_UNITY)
    set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/${target}_autogen/mocs_compilation.cpp PROPERTIES
      SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# gf_unity(target [TOGETHER] [JOINED folders+folders …] [ALONE …]): the files of each folder of the target (TOGETHER: of
# all its folders; JOINED: of those with a + between them) are compiled together with what moc writes for their headers,
# at most 32 at a time, so that what they all include is read and compiled once. They share their unnamed namespaces
# then: where two of them have the same name, one gets another name, or is compiled alone, as the files and folders of
# ALONE.
function(gf_unity target)
  cmake_parse_arguments(ARG "TOGETHER" "" "JOINED;ALONE" ${ARGN})
  if(NOT GLASSFORMER_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  set(alone ${ARG_ALONE})
  list(TRANSFORM alone PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  set(groups)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
    cmake_path(GET path PARENT_PATH folder)
    cmake_path(GET path EXTENSION LAST_ONLY ending)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE place)
    set(named ${ARG_JOINED})
    list(FILTER named INCLUDE REGEX "(^|\\+)${place}(\\+|$)")
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE place)
    if(ARG_TOGETHER)
      set(named ${target})
    elseif(NOT named)
      set(named ${place})
    endif()
    string(MAKE_C_IDENTIFIER "${named}" group)
    if(ending STREQUAL ".cpp" AND NOT folder IN_LIST alone AND NOT path IN_LIST alone)
      list(APPEND ${group}_files ${source})
      list(APPEND groups ${group})
    elseif(ending STREQUAL ".h")
      file(STRINGS ${path} objects REGEX "Q_OBJECT|Q_GADGET|Q_NAMESPACE")
      if(objects)
        cmake_path(GET path STEM stem)
        string(APPEND ${group}_mocs "#include \"${place}/moc_${stem}.cpp\"\n")
      endif()
    endif()
  endforeach()
  list(REMOVE_DUPLICATES groups)
  foreach(group IN LISTS groups)
    if(${group}_mocs)
      set(file ${CMAKE_CURRENT_BINARY_DIR}/mocs/${group}.cpp)
      file(CONFIGURE OUTPUT ${file} CONTENT "${${group}_mocs}")
      target_sources(${target} PRIVATE ${file})
      list(APPEND ${group}_files ${file})
    endif()
    list(LENGTH ${group}_files count)
    math(EXPR batches "(${count} + 31) / 32")
    set(place 0)
    foreach(file IN LISTS ${group}_files)
      math(EXPR batch "${place} * ${batches} / ${count}")
      math(EXPR place "${place} + 1")
      set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${group}_${batch})
    endforeach()
  endforeach()
endfunction()

# gf_read_resource(VARIABLE FILE): the text of a file below resources/, which the program carries; a change of it
# configures anew.
macro(gf_read_resource variable file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/resources/${file})
  file(READ ${PROJECT_SOURCE_DIR}/resources/${file} ${variable})
endmacro()

# gf_library(name [SOURCES …] LINKS … [HEADERS family] [TOGETHER] [ALONE files]): the static library gf_<name>; folders
# are the architecture, so each has exactly one. All sources of the folder, unless it names them; its precompiled
# headers are the engine's unless it names others.
function(gf_library name)
  cmake_parse_arguments(ARG "TOGETHER" "HEADERS" "SOURCES;LINKS;ALONE" ${ARGN})
  if(NOT ARG_SOURCES)
    file(GLOB ARG_SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  endif()
  add_library(gf_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(gf_${name} PUBLIC gf_options ${ARG_LINKS})
  if(NOT ARG_HEADERS)
    set(ARG_HEADERS engine)
  endif()
  gf_precompile(gf_${name} ${ARG_HEADERS})
  set(together)
  if(ARG_TOGETHER)
    set(together TOGETHER)
  endif()
  gf_unity(gf_${name} ${together} ALONE ${ARG_ALONE})
endfunction()
