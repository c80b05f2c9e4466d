# shellcheck shell=bash
# Finding and starting a container engine.

# shellcheck source-path=SCRIPTDIR source=common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

readonly dockerd_log=$state_dir/dockerd.log
# Holds the process id of an engine that these scripts started, for who wants to stop it again.
readonly started_engine=$state_dir/dockerd.pid

# Docker's usual place, which the tool prefers unless a variable names another. Needs no build.
docker_answers() {
  [[ -z ${DOCKER_HOST-}${CONTAINER_HOST-} && -S /var/run/docker.sock ]] || return 1
  node --eval "
    const request = { socketPath: '/var/run/docker.sock', path: '/_ping', timeout: 5000 };
    require('node:http').get(request, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
      .on('timeout', () => process.exit(1)).on('error', () => process.exit(1));
  "
}

# Looks where the tool itself looks. Without a build, only Docker's usual place is known.
engine_answers() {
  docker_answers && return
  [[ -f $root/packages/sandbox/dist/index.js ]] || return 1
  (cd "$root" && node --input-type=module --eval "
    import { findSockets } from '@refbench/sandbox';
    const places = await findSockets();
    process.exitCode = places.some(({ state }) => state.kind === 'answers') ? 0 : 1;
  ")
}

# Prints why nothing answers, one place a line.
engine_places() {
  (cd "$root" && node --input-type=module --eval "
    import { findSockets } from '@refbench/sandbox';
    for (const { source, host, state } of await findSockets()) {
      if (state.kind === 'silent') console.error('  ' + source + ' (' + host + '): ' + state.reason);
    }
  ")
}

wait_for_engine() {
  local deadline=$((SECONDS + $1))
  until engine_answers; do
    ((SECONDS < deadline)) || return 1
    [[ -z ${2-} ]] || as_root kill -0 "$2" 2>/dev/null || return 1
    sleep 0.5
  done
}

# A machine without systemd may have nothing at /sys/fs/cgroup, and no engine runs without.
mount_cgroups() {
  grep -qE ' cgroup2? ' /proc/mounts && return
  as_root mount -t cgroup2 cgroup2 /sys/fs/cgroup
}

# An engine that was killed leaves its process id behind. Once that number is another process's, the
# next engine would take it for itself and not start.
forget_dead_engine() {
  local file
  for file in /var/run/docker.pid:dockerd /var/run/docker/containerd/containerd.pid:containerd; do
    local name=${file##*:} path=${file%:*} pid
    pid=$(as_root cat "$path" 2>/dev/null) || continue
    [[ $(cat "/proc/$pid/comm" 2>/dev/null) == "$name" ]] || as_root rm -f "$path"
  done
}

# In the background, in a session of its own.
start_dockerd() {
  forget_dead_engine
  local starter=()
  [[ $(id -u) -eq 0 ]] || starter=(sudo -n)
  "${starter[@]}" setsid dockerd </dev/null >>"$dockerd_log" 2>&1 &
  if wait_for_engine 60 $!; then
    cat /var/run/docker.pid >"$started_engine"
    return
  fi
  [[ ! -f /var/run/docker.pid ]] || as_root kill "$(cat /var/run/docker.pid)" 2>/dev/null || true
  wait $! 2>/dev/null || true
  return 1
}

start_engine() {
  if [[ -d /run/systemd/system ]]; then
    as_root systemctl start docker && wait_for_engine 60
    return
  fi
  mount_cgroups
  : >"$dockerd_log"
  start_dockerd && return
  # Two tables of rules: some kernels have only the older one.
  if command -v update-alternatives >/dev/null && [[ -x /usr/sbin/iptables-legacy ]] &&
    grep -qi iptables "$dockerd_log"; then
    say 'the engine did not start with nftables; trying iptables-legacy'
    as_root update-alternatives --set iptables /usr/sbin/iptables-legacy >/dev/null
    start_dockerd && return
  fi
  return 1
}

started_engine_runs() {
  [[ -f $started_engine && $(cat "/proc/$(<"$started_engine")/comm" 2>/dev/null) == dockerd ]]
}

# Stops what start_engine started, and nothing else.
stop_started_engine() {
  if started_engine_runs; then
    local pid
    pid=$(<"$started_engine")
    as_root kill "$pid"
    for _ in {1..60}; do
      [[ -e /proc/$pid ]] || break
      sleep 0.5
    done
    [[ ! -e /proc/$pid ]] || as_root kill -KILL "$pid"
  fi
  rm -f "$started_engine"
}
