/** What a line in the sandbox reaches the network by, on Linux. */

/** Of `/proc`: how many TCP sockets are in use, of IPv4 and of IPv6. A network of its own has the two relays' alone before a line begins. */
const counts: readonly string[] = ['/proc/net/sockstat', '/proc/net/sockstat6'];
/** 50 ms each. */
const mostWaits = 200;

/**
 * Shell code on one line that ends once both relays listen. The library waits for them for 0.3 s, which they take longer for on a busy machine: what connects then
 * is refused. It runs in the sandbox, as the line does, and leaves no variable behind.
 */
export const untilRelaysListen = [
  `_hs_waits=0; while [ -r ${counts[0]} ] && [ "$_hs_waits" -lt ${mostWaits} ]; do _hs_up=0`,
  `for _hs_of in ${counts.join(' ')}; do [ -r "$_hs_of" ] || continue`,
  'while read -r _hs_kind _hs_skip _hs_inuse _hs_skip; do case "$_hs_kind" in TCP:|TCP6:) _hs_up=$((_hs_up + _hs_inuse)) ;; esac',
  'done < "$_hs_of"; done',
  '[ "$_hs_up" -lt 2 ] || break; _hs_waits=$((_hs_waits + 1)); sleep 0.05; done',
  'unset _hs_waits _hs_up _hs_of _hs_kind _hs_skip _hs_inuse',
].join('; ');
