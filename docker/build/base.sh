#!/usr/bin/env bash
# Makes a layer of data/images.yaml: packages, Go, Python tools; in the common layer also the
# unprivileged user and its folders. What is wanted lies in /refbench/layer.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
source /refbench/steps/lib.sh

readonly wanted=/refbench/layer

if ! getent passwd 10001 >/dev/null; then
  begin 'user and folders'
  groupadd --gid 10001 bench
  useradd --uid 10001 --gid 10001 --create-home --shell /bin/bash bench
  install -d -o bench -g bench -m 755 /testbed
  # Minimal systems leave manuals out, and with them the folders that some packages link into.
  install -d -m 755 /usr/share/man/man{1..8}
  install -d -m 755 /scripts /refbench /usr/local/share/ca-certificates
fi

apt_install() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get -qq update
  apt-get -qq install --yes --no-install-recommends "$@"
}

# Only what is asked for comes from the other suite: a priority of 1 is below that of every other source.
install_from_suite() {
  local suite=$1 source=/etc/apt/sources.list.d/other-suite.sources
  shift
  begin "packages of $suite"
  # The archive that the system itself is from.
  local uri keyring
  # shellcheck disable=SC2016
  uri=$(apt-get indextargets --no-release-info --format '$(REPO_URI)' 'Created-By: Packages' |
    head -n 1)
  keyring=$(find /usr/share/keyrings -name 'debian-archive-keyring.*pg' | head -n 1)
  # A snapshot of a suite that moves is signed, but soon counts as expired.
  printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nSigned-By: %s\nCheck-Valid-Until: no\n' \
    "$uri" "$suite" "$keyring" >"$source"
  printf 'Package: *\nPin: release n=%s\nPin-Priority: 1\n' "$suite" >/etc/apt/preferences.d/other-suite
  apt_install "$@"
  rm "$source" /etc/apt/preferences.d/other-suite
}

network_on
if [[ -f $wanted/other-suites ]]; then
  while read -r suite names; do
    # shellcheck disable=SC2086
    install_from_suite "$suite" $names </dev/null
  done <"$wanted/other-suites"
fi
mapfile -t packages <"$wanted/packages"
if ((${#packages[@]} > 0)); then
  begin 'packages of the distribution'
  apt_install "${packages[@]}"
fi

if command -v javac >/dev/null; then
  begin 'a place for JAVA_HOME that is the same in every image'
  ln -s "$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")" /usr/local/java
fi

if [[ -f $wanted/go ]]; then
  version=$(<"$wanted/go")
  begin "Go $version"
  # The distribution's Go fetches and verifies Go's own build, and goes away again.
  before=$(mktemp)
  dpkg-query --show --showformat '${Package}\n' | sort >"$before"
  apt_install golang-go
  export GOPATH=/var/tmp/go HOME=/var/tmp/home
  GOTOOLCHAIN=go$version go version
  mv /var/tmp/go/pkg/mod/golang.org/toolchain@*"$version"* /usr/local/go
  chmod -R u+w,go-w /usr/local/go
  ln -s /usr/local/go/bin/go /usr/local/go/bin/gofmt /usr/local/bin/
  dpkg-query --show --showformat '${Package}\n' | sort | comm -13 "$before" - |
    xargs apt-get -qq purge --yes
  chmod -R u+w /var/tmp/go
fi

if [[ -f $wanted/requirements.txt ]]; then
  begin 'tools of Python'
  python3 -m venv /opt/python-tools
  /opt/python-tools/bin/pip install --quiet --no-cache-dir --disable-pip-version-check \
    --require-hashes --only-binary :all: --requirement "$wanted/requirements.txt"
  for tool in uv uvx poetry tox virtualenv ruff pylsp; do
    [[ ! -e /opt/python-tools/bin/$tool ]] ||
      ln -s "/opt/python-tools/bin/$tool" "/usr/local/bin/$tool"
  done
fi

begin 'list of packages'
install -d /usr/local/share/refbench
dpkg-query --show --showformat '${Package} ${Version} ${Architecture}\n' \
  >/usr/local/share/refbench/packages.txt
clean_up
