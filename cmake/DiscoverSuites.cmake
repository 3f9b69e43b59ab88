# discover_suites(<target> <timeout>): a GoogleTest program as one CTest test a suite. A process a test would
# spend most of its time on starting LibTorch.
function(discover_suites target timeout)
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${target}_suites.cmake)
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${target}> -DLIST=${list} -DTIMEOUT=${timeout}
            -P ${PROJECT_SOURCE_DIR}/cmake/ListSuites.cmake
    BYPRODUCTS ${list} VERBATIM)
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${list})
endfunction()
