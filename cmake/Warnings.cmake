# mutascope_target(<target>): the warnings, sanitizers and include root every own target has.
function(mutascope_target target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow)
  if(MUTASCOPE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
  if(MUTASCOPE_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=address,undefined -fno-omit-frame-pointer
                                            -fno-sanitize=vptr -g1)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
endfunction()
