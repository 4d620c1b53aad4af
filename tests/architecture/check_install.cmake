# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DBUILD=… -DPREFIX=… -P check_install.cmake: installs into an empty folder, and what was
# installed starts and is complete.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX}
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
foreach(file IN ITEMS bin/glassformer
                      share/applications/glassformer.desktop
                      share/metainfo/org.glassformer.glassformer.metainfo.xml
                      share/icons/hicolor/scalable/apps/glassformer.svg
                      share/glassformer/samples/text.txt
                      share/glassformer/samples/pairs.tsv
                      share/glassformer/lessons/en/root.md
                      share/glassformer/lessons/de/root.md
                      share/glassformer/lessons/lessons.md
                      share/doc/glassformer/copyright)
  if(NOT EXISTS ${PREFIX}/${file})
    message(FATAL_ERROR "${file} was not installed")
  endif()
endforeach()
# What makes the documentation is no part of what people get.
file(GLOB programs RELATIVE ${PREFIX}/bin ${PREFIX}/bin/*)
if(NOT programs STREQUAL "glassformer")
  message(FATAL_ERROR "these programs were installed: ${programs}")
endif()
execute_process(COMMAND ${PREFIX}/bin/glassformer --version
                OUTPUT_VARIABLE version COMMAND_ERROR_IS_FATAL ANY)
if(NOT version MATCHES "^glassformer [0-9]+\\.[0-9]+\\.[0-9]+\n$")
  message(FATAL_ERROR "glassformer --version says: ${version}")
endif()
