#!/bin/sh
# The gate, where curl is there: sh gate.sh AGENT SOCKET NODE SECONDS. Whatever goes wrong ends with exit code 2, which refuses.
agent=$1 socket=$2 node=$3 seconds=$4
question=$(cat) || exit 2
slowly() {
  printf %s "$question" | "$node" "${0%/*}/gate.js" --agent "$agent" --within "$seconds" || exit 2
  exit 0
}
# What others put there is not believed.
[ -S "$socket" ] && [ -O "$socket" ] && [ -O "${socket%/*}" ] || slowly
project=${CLAUDE_PROJECT_DIR:-${CURSOR_PROJECT_DIR:-${GEMINI_PROJECT_DIR:-}}}
answer=$(printf %s "$question" | curl -q -sS --fail-with-body --noproxy '*' -m "$seconds" --unix-socket "$socket" \
  -H 'Content-Type: application/json' -H 'Expect:' -H "X-Hooksmith-Cwd: $PWD" -H "X-Hooksmith-Project: $project" \
  --data-binary @- "http://hooksmith/gate/$agent" 2>&1)
code=$?
# Nobody listens any more.
[ "$code" -eq 7 ] && slowly
case $code$answer in
  '0{'*) printf %s "$answer" ;;
  *)
    printf '%s\n' "hooksmith: $answer" >&2
    exit 2
    ;;
esac
