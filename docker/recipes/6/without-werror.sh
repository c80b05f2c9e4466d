#!/bin/bash
# Runs a compiler whose warnings are no errors: newer compilers warn about more. The options of CFLAGS and
# CXXFLAGS count even where a project sets its own. All of them come last, because flags of a project's own
# targets come after those of its caller.
case ${1##*/} in
  *++*) flags=${CXXFLAGS:-} ;;
  *) flags=${CFLAGS:-} ;;
esac
# shellcheck disable=SC2086
exec "$@" $flags -Wno-error
