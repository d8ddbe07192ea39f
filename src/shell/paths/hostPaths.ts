/** Words that name a path on another host: `host:a`, `me@[::1]:a`, `host::module/a`, `rsync://host/a`. Pure. */
import type { Value } from '../syntax/words';
import { behind } from '../syntax/wrapperWords';

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

type IsElsewhere = (value: Pick<Value, 'text'>) => boolean;
const remotePrograms: ReadonlySet<string> = new Set(['rsync', 'scp', 'sftp', 'ssh']);
const isRepository: IsElsewhere = (value) => isElsewhere(value) && !/^file:/i.test(value.text);
/** `docker cp NAME:PATH`, `kubectl cp NAMESPACE/POD:PATH` */
const isInContainer: IsElsewhere = ({ text }) => /^[\w-][\w.-]*(\/[\w.-]+)?:/.test(text);
/** `gh api /repos/a/b` */
const isEndpoint: IsElsewhere = ({ text }) => text.startsWith('/');

/** Which words of the program, or of its subcommand, name what lies on another host, where it takes such. */
export function elsewhereFor(program: string, sub?: string): IsElsewhere | undefined {
  if (sub === undefined) return remotePrograms.has(program) ? isElsewhere : undefined;
  if (sub === 'api') return /^(gh|glab)$/.test(program) ? isEndpoint : undefined;
  if (sub === 'cp') return /^(docker|docker-compose|podman|nerdctl|kubectl|oc)$/.test(program) ? isInContainer : undefined;
  return program === 'git' && /^(clone|fetch|pull|push|remote|ls-remote|submodule)$/.test(sub) ? isRepository : undefined;
}
