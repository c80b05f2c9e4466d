# shellcheck shell=bash
export PATH=/opt/coverage/bin:$PATH
