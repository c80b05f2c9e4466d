#!/bin/bash
# Every `go test` writes a profile that counts the statements of all packages of its module.
set -euo pipefail
mkdir -p /opt/coverage/bin
cat >/opt/coverage/bin/go <<'END'
#!/bin/bash
PATH=${PATH#*/opt/coverage/bin:}
[ "${1:-}" = test ] || exec go "$@"
shift
profile=$(mktemp /tmp/refbench-coverage/XXXXXXXX.profile)
exec go test -coverpkg=./... -coverprofile="$profile" "$@"
END
chmod 755 /opt/coverage/bin/go
