#!/bin/bash
# Runs a compiler whose warnings are no errors: newer compilers warn about more. REFBENCH_CXX_STANDARD, e.g.
# gnu++17, replaces the standard of C++ that the project asks for. Both options come last, because flags of
# a project's own targets come after those of its caller.
standard=()
case ${1##*/} in
  *++*) [ -z "${REFBENCH_CXX_STANDARD:-}" ] || standard=("-std=$REFBENCH_CXX_STANDARD") ;;
esac
exec "$@" "${standard[@]}" -Wno-error
