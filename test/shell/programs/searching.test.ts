/** Which folders a program walks through, with all that lies in them: what is denied there is reached, though no word names it. */
import assert from 'node:assert/strict';
import { factsOf } from '../disk';

/** Beneath the workspace; without a word for them, names with a dot in front are left out: `src, no dots`. */
const walked = (line: string): string =>
  (factsOf(line).searches ?? [])
    .map(({ folder, dots }) => folder.replace('/repo/project', '.') + (dots === false ? ', no dots' : ''))
    .join('; ');

const lines: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'to a cloud': {
    'kubectl create configmap x --from-file src': './src',
    'kubectl create secret generic x --from-file=src': './src',
    'kubectl -n x apply -f src': './src',
    'oc replace --filename=src': './src',
    'kubectl create deployment x --image=y': '',
    'kubectl create namespace src': '',
    'kubectl delete -f src': '',
    'gsutil rsync src gs://b': './src',
    'gsutil -m cp -r src gs://b': './src',
    'gsutil cp -R src gs://b': './src',
    'gsutil cp a.ts gs://b': '',
    'gsutil cp x-r gs://b': '',
    'rclone copy src b:x': './src',
    'rclone copyto src b:x': './src',
    'rclone sync src b:x': './src',
    'rclone move src b:x': './src',
    'rclone moveto src b:x': './src',
    'rclone bisync src b:x': './src',
    'rclone cat src': './src',
    'rclone serve http src': './src',
    'rclone --tpslimit 4 copy src b:x': './src',
    'rclone copyurl src b:x': '',
    'rclone lsf src': '',
    's3cmd sync src s3://b': './src',
    's3cmd put -r src s3://b': './src',
    's3cmd put --recursive src s3://b': './src',
    's3cmd put a.ts s3://b': '',
    'aws s3 sync src s3://b': './src',
    'aws s3 cp src s3://b --recursive': './src',
    'aws s3 cp a.ts s3://b': '',
    'gcloud storage cp -r src gs://b': './src',
    'gcloud storage rsync src gs://b': './src',
    'gcloud storage cp a.ts gs://b': '',
    'azcopy copy src https://h/a --recursive': './src',
    'azcopy cp src https://h/a --recursive=true': './src',
    'azcopy sync src https://h/a': './src',
    'azcopy copy a.ts https://h/a': '',
    'b2 sync src b2://x': './src',
    'mc mirror src b/a': './src; ./b/a',
    'mc cp -r src b/a': './src; ./b/a',
    'mc cp a.ts b/a': '',
  },
  'by others': {
    'rgrep x': '.',
    'vdir -R src': './src',
    'ls --rec src': './src',
    'cp --arc src out': './src; ./out',
    'cp --rec src out': './src; ./out',
    'tar --cr -f x.tar src': './src',
    'rgrep x src': './src',
    'git diff --no-index src sub': './src; ./sub',
    'colordiff -r src out': './src; ./out',
    'colordiff a.ts b.ts': '',
    'difft src out': './src; ./out',
    'gzip -rc src': './src',
    'gzip -c src': '',
    'zstd -r src': './src',
    'python3 -m zipfile -c x.zip src': './src',
    'python -m tarfile --create x.tar src': './src',
    'python -m tarfile -l x.tar': '',
    'live-server': '.',
    'miniserve src': './src',
    'darkhttpd src': './src',
    'busybox httpd -f -h src': './src',
    surge: '.',
    'gh-pages -d src': './src',
    'buildah copy c src': './src',
    'helm package src': './src',
    'helm lint src': '',
  },
  'of texts': {
    'grep -r x src': './src',
    'grep -r x': '.',
    'grep --dereference-recursive x src': './src',
    'grep --directories=recurse x src': './src',
    'grep -d recurse x src': './src',
    'grep -drecurse x src': './x; ./src',
    'grep -ndrec x src': './x; ./src',
    'grep --dir=rec x src': './src',
    'grep --rec x src': './src',
    'grep -dskip x src': '',
    'grep rec a.ts': '',
    'grep x a.ts': '',
    'rg x': '., no dots',
    'rg --hidden x src': './src',
    'rg -uu x src': './src',
    'cat a.ts | rg x': '',
    'ag x src': './src, no dots',
    'ag -u x src': './src',
    'fd x': '., no dots',
    'fd -H x': '.',
    'find src': './src',
    'git grep x': '.',
    'git -C src grep x': './src',
    'git log': '',
  },
  'of copies and archives': {
    'cp -r src out': './src; ./out',
    'cp -a src out': './src; ./out',
    'cp -St a.ts out': '',
    'cp a.ts out': '',
    'rsync -a src out': './src; ./out',
    'rsync -e r a.ts out': '',
    'mv src out': './src; ./out',
    'tar cf x.tar src': './x.tar; ./src',
    'tar tf x.tar': '',
    'zip -r x.zip src': './x.zip; ./src',
    'zip x.zip a.ts': '',
    'rm -rf src': './src',
    'rm a.ts': '',
    'docker build src': './src',
    'docker ps': '',
    'npm publish': '.',
    'npm run publish': '',
  },
};

describe('a walk through folders', () => {
  for (const [group, all] of Object.entries(lines))
    describe(group, () => {
      for (const [line, expected] of Object.entries(all))
        it(`${line}: ${expected || 'none'}`, () => assert.equal(walked(line), expected));
    });
});

describe('what `parallel` runs', () => {
  const hides = (line: string) =>
    (factsOf(line).uncertainties ?? []).some(({ reason }) => /only known when it runs/.test(reason));
  for (const line of [
    'parallel',
    'ls | parallel',
    'parallel {} ::: rm ls',
    'env_parallel {} ::: rm',
    'parallel {.} ::: rm.x',
    'rush {} -i x',
  ])
    it(`is only known when it runs: ${line}`, () => assert.ok(hides(line)));
  for (const line of ['parallel rm ::: a b', 'parallel rm {} ::: a b', 'ls | parallel rm'])
    it(`is told by the line: ${line}`, () => {
      assert.ok(!hides(line));
      // With what, is not.
      assert.equal(factsOf(line).pathsComplete, false);
    });
});
