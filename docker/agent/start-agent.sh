# shellcheck shell=bash
# Replaces this process by the agent. Only the gateway can distinguish an agent that could not be started
# from one that exited with the same status: it issues one ticket, which the agent never sees, and revokes
# it if the start fails.
ticket_from_gateway() {
  [ -d /run/gateway ] || return 0
  exec 9<>/dev/tcp/127.0.0.1/8080 || return
  printf 'POST /refbench/ticket%s HTTP/1.0\r\ncontent-length: 0\r\n\r\n' "$1" >&9
  while read -r line <&9 && [ "$line" != $'\r' ]; do :; done
  read -r ticket <&9
  exec 9>&-
}

start_agent() {
  local ticket=
  shopt -s execfail
  ticket_from_gateway ''
  # shellcheck disable=SC2093 # with execfail, the script goes on where exec fails
  exec "$@"
  local status=$?
  ticket_from_gateway "/$ticket"
  exit "$status"
}
