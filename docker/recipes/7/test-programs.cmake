# Makes tests of the test programs of a project that defines no test itself. A program is one if "test" is
# in its name or in the path of its folder. CMake reads this file at the end of each project()
# (CMAKE_PROJECT_INCLUDE).

# The project may ask for a CMake that did not know IN_LIST.
cmake_policy(SET CMP0057 NEW)

if(CMAKE_CURRENT_SOURCE_DIR STREQUAL CMAKE_SOURCE_DIR)
  enable_testing()
endif()

# CMake keeps the command that a function replaces under its name with an underscore in front. A second
# definition would lose it.
get_property(refbench_defined GLOBAL PROPERTY REFBENCH_TEST_PROGRAMS)
if(NOT refbench_defined)
  set_property(GLOBAL PROPERTY REFBENCH_TEST_PROGRAMS ON)
  function(add_executable name)
    _add_executable(${name} ${ARGN})
    get_target_property(type ${name} TYPE)
    if(NOT type STREQUAL "EXECUTABLE" OR "IMPORTED" IN_LIST ARGN OR "ALIAS" IN_LIST ARGN)
      return()
    endif()
    file(RELATIVE_PATH path "${CMAKE_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
    string(TOLOWER "${path}/${name}" path)
    if(path MATCHES "test" AND NOT path MATCHES "bench|fuzz|perf")
      add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    endif()
  endfunction()
endif()
