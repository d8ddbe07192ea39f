#!/bin/sh
# The gate, where curl is there: sh gate.sh AGENT SOCKET NODE SECONDS. Whatever goes wrong ends with exit code 2, which refuses.
agent=$1 socket=$2 node=$3 seconds=$4
slow() {
  ELECTRON_RUN_AS_NODE=1 "$node" "${0%/*}/gate.js" "$@"
}
# No guard runs; or others put it there, or it leads elsewhere, which is not believed.
if [ ! -S "$socket" ] || [ -L "$socket" ] || [ -L "${socket%/*}" ] || [ ! -O "$socket" ] || [ ! -O "${socket%/*}" ]; then
  slow --agent "$agent" --within "$seconds" || exit 2
  exit 0
fi
ask() {
  exec "$@" curl -q -sS --fail-with-body --noproxy '*' -m "$seconds" --unix-socket "$socket" \
    -w '%{http_code}' -H 'Content-Type: application/json' -H 'Expect:' -H "X-Hooksmith-Cwd: $PWD" \
    -H "X-Hooksmith-Project: ${CLAUDE_PROJECT_DIR:-${CURSOR_PROJECT_DIR:-$GEMINI_PROJECT_DIR}}" \
    --data-binary @- "http://hooksmith/gate/$agent" 2>&1
}
# What macOS lacks `timeout` for: curl is ended from beside it. The one that ends it holds nothing open that the agent waits for, and leaves nothing behind.
ask_in_time() {
  # The shell has what it starts beside itself ignore an interrupt.
  trap 'kill "$asked" "$timer"; exit 2' INT
  ask <&3 &
  asked=$!
  (
    trap 'kill $!; wait; exit' TERM
    sleep "$seconds" &
    wait $!
    kill "$asked"
  ) >/dev/null 3<&- &
  timer=$!
  wait "$asked"
  code=$?
  kill "$timer"
  wait "$timer"
  return "$code"
}
# curl counts its time from the question on, which an agent might never end. In the foreground it stays in the agent's process group, and ends with it.
code=125 answer=
if command -v timeout >/dev/null 2>&1; then
  answer=$(ask timeout --foreground "$seconds")
  code=$?
fi
# It has no such option, and has not read the question.
case $code in
  1 | 125)
    answer=$(ask_in_time 3<&0 2>/dev/null)
    code=$?
    ;;
esac
case $code$answer in
  '0{'*'}200') printf %s "${answer%200}" ;;
  7*)
    # It died, and the question is lost: the next one finds another.
    slow --start >/dev/null 2>&1 </dev/null
    echo 'hooksmith: the guard had died; it is started anew: try again' >&2
    exit 2
    ;;
  124* | 143*)
    echo 'hooksmith: no answer in time' >&2
    exit 2
    ;;
  *)
    printf '%s\n' "hooksmith: ${answer%[0-9][0-9][0-9]}" >&2
    exit 2
    ;;
esac
