#!/usr/bin/env bash
# Proves a base image from within, as bench and without network: one line a check on standard output,
# `ok|fail<TAB>check<TAB>detail`; and `package<TAB>name version architecture` for each of the
# distribution's. Arguments: `program=version` for each program that it must have.
set -uo pipefail

work=$(mktemp -d)
cd "$work" || exit 1

# check NAME COMMAND...: the last line that the command prints is the detail.
check() {
  local name=$1 result=ok
  shift
  "$@" >"$work/out" 2>&1 || result=fail
  printf '%s\t%s\t%s\n' "$result" "$name" "$(tail -n 1 "$work/out" | tr -d '\t')"
}

is_bench() { id && [[ $(id -u):$(id -g):$HOME == 10001:10001:/home/bench && -w /testbed && -w $HOME ]]; }

has_no_setuid() {
  local found
  found=$(find / -xdev -type f -perm /6000 2>/dev/null)
  echo "$found"
  [[ -z $found ]]
}

is_offline() { ls /sys/class/net && [[ $(ls /sys/class/net) == lo ]]; }

has_no_build_certificate() {
  ! compgen -G '/usr/local/share/ca-certificates/*' /etc/ssl/certs/refbench* || return 1
  [[ ! -f /etc/ssl/certs/java/cacerts ]] || ! keytool -list -keystore /etc/ssl/certs/java/cacerts -storepass changeit | grep refbench
}

commits_with_git() {
  git init -q repository && cd repository && echo text >file && git add file &&
    git -c user.name=a -c user.email=a@b commit -qm first && git log --oneline
}

reports_node() { /usr/local/lib/refbench/bin/node --print 'process.version'; }

has_version() {
  local text
  # Go says it as a command, and Java 8 as an option of its own.
  text=$("$1" --version 2>&1 || "$1" version 2>&1 || "$1" -version 2>&1) || return 1
  printf '%s\n' "$text" | grep -m 1 -F -- "$2"
}

hello() {
  local said
  said=$("hello_$1" 2>"$work/err") || { tail -n 1 "$work/err"; return 1; }
  echo "$said"
  [[ $said == hello ]]
}

hello_node() { node --print '"hello"'; }
hello_npm() {
  echo '{"name":"a","version":"1.0.0","scripts":{"greet":"echo hello"}}' >package.json
  npm run --silent --offline greet
}
hello_python3() {
  python3 -m venv --without-pip venv
  venv/bin/python -c 'import json, sqlite3, ssl, xml.etree.ElementTree; print("hello")'
}
hello_uv() {
  uv venv --offline --quiet uv-venv >&2 && uv-venv/bin/python -c 'print("hello")'
}
hello_go() {
  mkdir -p go-hello && cd go-hello || return 1
  printf 'package main\nimport "testing"\nfunc TestHello(t *testing.T) {}\n' >hello_test.go
  printf 'package main\nimport "fmt"\nfunc main() { fmt.Println("hello") }\n' >main.go
  printf 'module hello\n' >go.mod
  GOFLAGS=-mod=mod GOPROXY=off go test ./... >&2 && GOPROXY=off go run .
}
hello_javac() {
  echo 'class Hello { public static void main(String[] a) { System.out.println("hello"); } }' >Hello.java
  "/usr/local/java/bin/javac" Hello.java && java Hello
}
hello_cargo() {
  cargo init --quiet --offline --vcs none --name hello rust-hello >&2 && cd rust-hello || return 1
  echo 'fn main() { println!("hello"); } #[test] fn works() {}' >src/main.rs
  cargo test --quiet --offline >&2 && cargo run --quiet --offline
}
hello_gcc() {
  printf '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n' >hello.c
  gcc -Wall -o hello-c hello.c && ./hello-c
}
hello_g++() {
  printf '#include <iostream>\nint main() { std::cout << "hello\\n"; }\n' >hello.cc
  g++ -o hello-cc hello.cc && ./hello-cc
}
hello_cmake() {
  mkdir -p cmake-hello && cd cmake-hello || return 1
  printf '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n' >hello.c
  printf 'cmake_minimum_required(VERSION 3.10)\nproject(hello C)\nadd_executable(hello hello.c)\nenable_testing()\nadd_test(runs hello)\n' >CMakeLists.txt
  cmake -G Ninja -B build . >&2 && cmake --build build >&2 && (cd build && ctest >&2) && build/hello
}

check 'user' is_bench
check 'no setuid' has_no_setuid
check 'offline' is_offline
check 'certificates' has_no_build_certificate
check 'git' commits_with_git
check 'reporters' reports_node
for expected in "$@"; do
  program=${expected%%=*}
  check "$program" has_version "$program" "${expected#*=}"
  if declare -F "hello_$program" >/dev/null; then check "$program works" hello "$program"; fi
done
sed 's/^/package\t/' /usr/local/share/refbench/packages.txt
rm -rf "$work"
