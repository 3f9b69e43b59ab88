# Everything comes from Debian's packages; nothing is downloaded.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # A precompiled header carries time stamps; without this sloppiness ccache never hits.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${CCACHE_PROGRAM})
endif()

find_package(Threads REQUIRED)
find_package(Torch REQUIRED)
# at::parallel_for is a plain loop where the compiler knows no OpenMP. Another compiler's runtime beside
# LibTorch's libgomp would be a second pool of threads on the same processors.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  find_package(OpenMP REQUIRED COMPONENTS CXX)
endif()
find_package(OpenCV REQUIRED COMPONENTS core imgproc imgcodecs dnn)
find_package(Protobuf REQUIRED)
find_package(ONNX REQUIRED CONFIG)
find_package(SQLiteCpp REQUIRED)
find_library(DNNL_LIBRARY dnnl REQUIRED) # its CMake package demands OpenCL
find_package(SQLite3 REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(fmt REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(deflate REQUIRED IMPORTED_TARGET libdeflate)
pkg_check_modules(cairo REQUIRED IMPORTED_TARGET cairo cairo-pdf cairo-svg)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Widgets Svg PrintSupport Test LinguistTools)
find_package(QCustomPlotQt6 REQUIRED)
