# SPDX-License-Identifier: GPL-3.0-or-later
# gf_separate_headers(target folder): what includes the library `target` finds its headers <folder/…>
# and none that lie beside that folder: a compiler for another system has system headers of its own.
function(gf_separate_headers target folder)
  set(alone ${PROJECT_BINARY_DIR}/headers)
  get_target_property(where ${target} INTERFACE_INCLUDE_DIRECTORIES)
  list(GET where 0 where)
  file(MAKE_DIRECTORY ${alone})
  file(CREATE_LINK ${where}/${folder} ${alone}/${folder} SYMBOLIC)
  set_target_properties(${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${alone})
endfunction()
