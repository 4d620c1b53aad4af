; SPDX-License-Identifier: GPL-3.0-or-later
; The installer for one person (NSIS): no administrator's rights, nothing outside that person's folders and registry.
;     makensis -DVERSION=0.1.0 -DFOLDER=… -DOUT=… glassformer.nsi
Unicode true
!include MUI2.nsh
!include FileFunc.nsh

Name "Glassformer"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Glassformer"
InstallDirRegKey HKCU "Software\Glassformer" "Folder"
RequestExecutionLevel user
SetCompressor /SOLID lzma

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Glassformer"
!define MUI_ICON "${__FILEDIR__}/../icons/glassformer.ico"
!define MUI_UNICON "${__FILEDIR__}/../icons/glassformer.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\glassformer.exe"

!insertmacro MUI_PAGE_LICENSE "${FOLDER}/LICENSE.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

VIProductVersion "${VERSION}.0"
VIAddVersionKey /LANG=0 "ProductName" "Glassformer"
VIAddVersionKey /LANG=0 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "FileDescription" "Installs Glassformer"
VIAddVersionKey /LANG=0 "LegalCopyright" "GNU General Public License, version 3 or later"

Section
  SetOutPath "$INSTDIR"
  File /r "${FOLDER}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Glassformer.lnk" "$INSTDIR\glassformer.exe"

  ; Runs and traces can be opened with it; whatever opened them before stays.
  WriteRegStr HKCU "Software\Classes\Glassformer.Run" "" "Glassformer run"
  WriteRegStr HKCU "Software\Classes\Glassformer.Run\DefaultIcon" "" "$INSTDIR\glassformer.exe,0"
  WriteRegStr HKCU "Software\Classes\Glassformer.Run\shell\open\command" "" '"$INSTDIR\glassformer.exe" "%1"'
  WriteRegStr HKCU "Software\Classes\.safetensors\OpenWithProgids" "Glassformer.Run" ""

  WriteRegStr HKCU "Software\Glassformer" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Glassformer"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "Glassformer contributors"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\glassformer.exe"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
SectionEnd

Section "Uninstall"
  ; What the installer brought, by name: a person's own files in the folder stay.
  Delete "$INSTDIR\glassformer.exe"
  Delete "$INSTDIR\glassformer.com"
  Delete "$INSTDIR\LICENSE.txt"
  RMDir /r "$INSTDIR\share"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Glassformer.lnk"
  DeleteRegKey HKCU "Software\Classes\Glassformer.Run"
  DeleteRegValue HKCU "Software\Classes\.safetensors\OpenWithProgids" "Glassformer.Run"
  DeleteRegKey HKCU "Software\Glassformer"
  DeleteRegKey HKCU "${UNINSTALL}"
SectionEnd
