# shellcheck shell=bash
# Sourced in a container that has a package door: opens the way to it and points every package manager
# at it. The container has no network, so nothing else can be reached.
refbench_door=http://127.0.0.1:8081

# Starts the forwarder to the socket of the door, unless it runs already.
refbench_open_door() {
  (: </dev/tcp/127.0.0.1/8081) 2>/dev/null && return
  local node=/usr/local/lib/refbench/bin/node
  [ -x "$node" ] || node=$(command -v node) || return
  env -i "$node" /opt/forwarder/forward.mjs 8081 /run/packages/gw.sock </dev/null >/dev/null 2>&1 &
  for _ in {1..300}; do
    (: </dev/tcp/127.0.0.1/8081) 2>/dev/null && return
    sleep 0.05
  done
  echo 'the way to the packages did not open' >&2
  return 1
}

# Sets what package managers read from the environment. setup_shell.sh sets them offline, so this comes after.
refbench_use_door() {
  export npm_config_registry=$refbench_door/npm/ npm_config_offline=false
  export YARN_NPM_REGISTRY_SERVER=$refbench_door/npm YARN_UNSAFE_HTTP_WHITELIST=127.0.0.1
  export PIP_INDEX_URL=$refbench_door/python/simple/ UV_DEFAULT_INDEX=$refbench_door/python/simple/
  export UV_INDEX_URL=$refbench_door/python/simple/ PIP_DISABLE_PIP_VERSION_CHECK=1
  unset UV_OFFLINE PIP_NO_INDEX PIP_EXTRA_INDEX_URL UV_EXTRA_INDEX_URL UV_INDEX PIP_FIND_LINKS UV_FIND_LINKS
  export CARGO_NET_OFFLINE=false CARGO_REGISTRIES_CRATES_IO_PROTOCOL=sparse
  # A checksum database cannot be reached; go.sum still holds.
  export GOPROXY=$refbench_door/go GOSUMDB=off GONOSUMDB='*' GONOPROXY=none GOPRIVATE=''
  export NO_PROXY=127.0.0.1,localhost no_proxy=127.0.0.1,localhost
  unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY
  if [ ! -e "$HOME/.m2/settings.xml" ]; then
    mkdir -p "$HOME/.m2" && cp /opt/packages/maven-settings.xml "$HOME/.m2/settings.xml"
  fi
  if command -v cargo >/dev/null; then refbench_use_cargo; fi
}

# Cargo reads the place of its registry from a file alone. Versions before 1.68 know no registry over HTTP.
refbench_use_cargo() {
  local home=${CARGO_HOME:-$HOME/.cargo} config version original
  version=$(cargo --version | sed -n 's/^cargo 1\.\([0-9]*\).*/\1/p')
  [ "${version:-0}" -ge 68 ] || return 0
  config=$home/config.toml
  [ ! -e "$home/config" ] || config=$home/config
  if ! grep -qs '^\[source\.' "$config"; then
    mkdir -p "$home" && cat /opt/packages/cargo-config.toml >>"$config" || return 0
  fi
  original=$(cd "$home/registry/index" 2>/dev/null && compgen -G '*.*-*' | grep -v '^127\.' | head -n 1)
  [ -z "$original" ] || refbench_share_cargo "$home/registry" "$original"
}

# Cargo keeps what comes from one address apart from what comes from another. What the image has of the
# original registry is the same, so both names lead to it. Only cargo knows the name for the door: it makes
# a folder of that name when it first asks.
refbench_share_cargo() {
  local folder=$1 original=$2 probe name kind
  compgen -G "$folder/index/127.0.0.1-*" >/dev/null && return
  probe=$(mktemp -d) || return
  mkdir "$probe/src" && : >"$probe/src/lib.rs"
  printf '[package]\nname = "probe"\nversion = "0.1.0"\n[dependencies]\nitoa = "*"\n' >"$probe/Cargo.toml"
  (cd "$probe" && CARGO_NET_OFFLINE=false timeout 60 cargo generate-lockfile --quiet) >/dev/null 2>&1
  rm -rf "$probe"
  name=$(cd "$folder/index" && compgen -G '127.0.0.1-*' | head -n 1)
  [ -n "$name" ] || return
  for kind in index cache src; do
    [ -d "$folder/$kind/$original" ] || continue
    rm -rf "${folder:?}/$kind/$name"
    ln -s "$original" "$folder/$kind/$name"
  done
}
