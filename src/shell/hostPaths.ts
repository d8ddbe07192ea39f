/** Words that name a path on another host: `host:a`, `me@[::1]:a`, `host::module/a`, `rsync://host/a`. Pure. */
import type { Value } from './words';
import { behind } from './wrapperWords';

// `C:/a` is a drive.
const hostInFront = /^(?![A-Za-z]:[\\/])(?:[\w.@-]+|[\w.@-]*\[[^\]]*\]):{1,2}(?![\\/]{2})/;
const address = /^[a-z][\w+.-]*:\/\/(?:[^/]*\/)?/i;

/** Whether it lies on another host, or in a cloud or a container. */
export const isElsewhere = ({ text }: Pick<Value, 'text'>): boolean => hostInFront.test(text) || address.test(text);

/** The word without the host in front. */
export function withoutHost(source: Value): Value {
  const [host] = hostInFront.exec(source.text) ?? address.exec(source.text) ?? [];
  return host === undefined ? source : behind(source, host.length);
}
