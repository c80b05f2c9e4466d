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

# Java's own store only ever grows with the system's.
forget_in_java() {
  local store=(-keystore /etc/ssl/certs/java/cacerts -storepass changeit)
  [[ -f ${store[1]} ]] || return 0
  keytool -list "${store[@]}" | grep --only-matching '^[^,]*refbench-build-[^,]*' |
    while read -r alias; do keytool -delete "${store[@]}" -alias "$alias"; done
}

# Certificates, package lists and temporary files served the build alone.
clean_up() {
  if compgen -G '/usr/local/share/ca-certificates/refbench-build-*.crt' >/dev/null; then
    rm -f /usr/local/share/ca-certificates/refbench-build-*.crt
    update-ca-certificates --fresh >/dev/null
    forget_in_java
  fi
  rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt/* /var/log/dpkg.log "$state"
  find /tmp /var/tmp -xdev -mindepth 1 -delete
  # No container gains privileges, so these serve nobody; without them nothing rests on that alone.
  find / -xdev -type f -perm /6000 -exec chmod a-s {} +
}
