# shellcheck shell=bash
# Shared by the build steps, which run as root inside a build container. /refbench is a read-only
# mount: nothing of it is part of the image.

readonly state=/var/lib/refbench

# The host reads the last step's name when a step fails.
begin() {
  mkdir -p "$state"
  printf '%s' "$1" >"$state/step"
  printf '== %s\n' "$1"
}

trust_build_certificates() {
  if compgen -G '/refbench/network/certificates/*.crt' >/dev/null; then
    cp /refbench/network/certificates/*.crt /usr/local/share/ca-certificates/
    update-ca-certificates >/dev/null
  fi
}

network_on() {
  trust_build_certificates
  # shellcheck disable=SC1091
  source /refbench/network/env.sh
}

as_bench() {
  setpriv --reuid=10001 --regid=10001 --clear-groups --no-new-privs \
    env HOME=/home/bench USER=bench LOGNAME=bench REFBENCH_WARM=1 bash -c "$1"
}

# Certificates, package lists and temporary files served the build alone.
clean_up() {
  if compgen -G '/usr/local/share/ca-certificates/refbench-build-*.crt' >/dev/null; then
    rm -f /usr/local/share/ca-certificates/refbench-build-*.crt
    update-ca-certificates --fresh >/dev/null
  fi
  rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb "$state"
  find /tmp /var/tmp -xdev -mindepth 1 -delete
}
