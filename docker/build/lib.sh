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

readonly given_certificates=/refbench/network/certificates
readonly certificates=/usr/local/share/ca-certificates
readonly trusted=/etc/ssl/certs
readonly bundle=$trusted/ca-certificates.crt

# Adds the certificates like update-ca-certificates, but leaves those of the system alone, which that
# program goes through one by one. Programs that keep a store of their own, such as Java, need it.
trust_build_certificates() {
  compgen -G "$given_certificates/*.crt" >/dev/null || return 0
  cp "$given_certificates"/*.crt "$certificates/"
  if [[ ! -f $bundle || -n $(ls -A /etc/ca-certificates/update.d 2>/dev/null) ]]; then
    update-ca-certificates >/dev/null
    return
  fi
  [[ ! -f $state/bundle-with ]] || return 0
  mkdir -p "$state"
  cp --preserve=all "$bundle" "$state/bundle-before"
  local file name
  for file in "$certificates"/refbench-build-*.crt; do
    name=$(basename "$file" .crt).pem
    ln -s "$file" "$trusted/$name"
    ln -s "$name" "$(free_hash_link "$file")"
    cat "$file" >>"$bundle"
  done
  cp "$bundle" "$state/bundle-with"
}

# OpenSSL finds a certificate by a link whose name is a hash of its subject and a number.
free_hash_link() {
  local hash number=0
  hash=$(openssl x509 -noout -subject_hash -in "$1")
  while [[ -L $trusted/$hash.$number ]]; do number=$((number + 1)); done
  printf '%s' "$trusted/$hash.$number"
}

# If a package was installed that renewed the bundle, all of it is made again.
forget_build_certificates() {
  compgen -G "$certificates/refbench-build-*.crt" >/dev/null || return 0
  rm -f "$certificates"/refbench-build-*.crt
  if cmp --silent "$bundle" "$state/bundle-with"; then
    find "$trusted" -maxdepth 1 -type l \
      \( -name 'refbench-build-*.pem' -o -lname 'refbench-build-*.pem' \) -delete
    cp --preserve=all "$state/bundle-before" "$bundle"
  else
    update-ca-certificates --fresh >/dev/null
    forget_in_java
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
  forget_build_certificates
  rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt/* /var/log/dpkg.log "$state"
  find /tmp /var/tmp -xdev -mindepth 1 -delete
  # No container gains privileges, so these serve nobody; without them nothing rests on that alone.
  find / -xdev -type f -perm /6000 -exec chmod a-s {} +
}
