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
                      share/man/man1/glassformer.1.gz
                      share/doc/glassformer/changelog.gz
                      share/doc/glassformer/CHANGELOG.md
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

# Software centres and the list of what is new begin with the same version.
string(REGEX MATCH "[0-9.]+" number "${version}")
foreach(place IN ITEMS metainfo/org.glassformer.glassformer.metainfo.xml doc/glassformer/CHANGELOG.md)
  file(READ ${PREFIX}/share/${place} text)
  string(REGEX MATCH "(<release version=\"|## )([0-9.]+)" newest "${text}")
  if(NOT CMAKE_MATCH_2 STREQUAL number)
    message(FATAL_ERROR "${place} begins with the version ${CMAKE_MATCH_2}, not ${number}")
  endif()
endforeach()

# The manual page has every command that the program has.
execute_process(COMMAND ${PREFIX}/bin/glassformer --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND gzip -dc ${PREFIX}/share/man/man1/glassformer.1.gz
                OUTPUT_VARIABLE manual COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE ".*Subcommands:\n" "" help "${help}")
string(REGEX MATCHALL "(^|\n)  [a-z-]+" commands "${help}")
list(LENGTH commands count)
if(count LESS 5)
  message(FATAL_ERROR "these commands were found in the help: ${commands}")
endif()
foreach(command IN LISTS commands)
  string(REGEX REPLACE "[ \n]" "" command "${command}")
  string(REPLACE "-" "\\-" written "${command}")
  string(FIND "${manual}" ".B ${written}\n" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "resources/desktop/glassformer.1.in does not have the command ${command}")
  endif()
endforeach()
