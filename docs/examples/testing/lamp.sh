#!/bin/sh
# Tests from a shell with curl. SIM_HOST is the command; the default is `npx sim-host`.
set -eu
scene="$(dirname "$0")/scene.yaml"
lines="$(mktemp -u)" && mkfifo "$lines"
eval "exec ${SIM_HOST:-npx sim-host}" '--scene "$scene" --port 0 --clock manual --control --log-level none --json' > "$lines" &
exec 3< "$lines" && read -r started <&3
pid="$(echo "$started" | sed 's/.*"pid":\([0-9]*\).*/\1/')"
trap 'kill "$pid"; wait; rm -f "$lines"' EXIT
url="$(echo "$started" | sed 's/.*"url":"\([^"]*\)".*/\1/')"
control="$(echo "$started" | sed 's/.*"control":"\([^"]*\)".*/\1/')"

curl --silent --fail -X POST "$control/control/clock.step" -d '{"seconds": 2}'
curl --silent --fail "$url/exposed/object/lamp/level" | grep '"value":0.5'
