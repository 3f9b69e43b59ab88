# mutascope_target(<target>): the warnings, sanitizers and include root every own target has.
function(mutascope_target target)
  # GCC 12 reports overlapping copies inside std::string that are none (its bug 105651).
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wno-restrict)
  if(MUTASCOPE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
  if(MUTASCOPE_SANITIZE)
    # With sanitizers GCC 12 takes parts of std::regex and std::function for uninitialised.
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
    target_compile_options(${target} PUBLIC -fsanitize=address,undefined -fno-omit-frame-pointer
                                            -fno-sanitize=vptr -g1)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
endfunction()
