#!/bin/sh
# The gate, where curl is there: sh gate.sh AGENT SOCKET NODE SECONDS. Whatever goes wrong ends with exit code 2, which refuses.
agent=$1 socket=$2 node=$3 seconds=$4
slow() {
  ELECTRON_RUN_AS_NODE=1 "$node" "${0%/*}/gate.js" "$@"
}
# No guard runs; or others put it there, or it leads elsewhere, which is not believed.
if [ ! -S "$socket" ] || [ -L "$socket" ] || [ -L "${socket%/*}" ] || [ ! -O "$socket" ] || [ ! -O "${socket%/*}" ]; then
  slow --agent "$agent" --at "$socket" --within "$seconds" || exit 2
  exit 0
fi
# Nothing else would be read in its place.
if ! { :; } 3<&0 2>/dev/null; then
  echo 'hooksmith: there is no standard input' >&2
  exit 2
fi
# Begun before the question is there, so that its time counts for what an agent never ends, too: no other program has to watch over it. In the foreground it
# stays in the agent's process group, and ends with it.
answer=$(
  exec curl -q -S --no-progress-meter --fail-with-body --noproxy '*' -m "$seconds" --unix-socket "$socket" \
    -w '%{http_code}' -X POST -H 'Content-Type: application/json' -H 'Expect:' -H "X-Hooksmith-Cwd: $PWD" \
    -H "X-Hooksmith-Project: ${CLAUDE_PROJECT_DIR:-${CURSOR_PROJECT_DIR:-$GEMINI_PROJECT_DIR}}" \
    -T . "http://hooksmith/gate/$agent" 2>&1
)
code=$?
case $code$answer in
  '0{'*'}200') printf %s "${answer%200}" || exit 2 ;;
  7*)
    # It died, and the question is lost: the next one finds another.
    slow --start "$socket" >/dev/null 2>&1 </dev/null
    echo 'hooksmith: the guard had died; it is started anew: try again' >&2
    exit 2
    ;;
  28*)
    echo 'hooksmith: no answer in time' >&2
    exit 2
    ;;
  *)
    printf '%s\n' "hooksmith: ${answer%[0-9][0-9][0-9]}" >&2
    exit 2
    ;;
esac
