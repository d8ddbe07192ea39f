import assert from 'node:assert/strict';
import { literal } from '../../src/shell/words';
import type { WriteEffect } from '../../src/shell/writeEffects';
import { writesOf } from '../../src/shell/writing';

/** `anything below FOLDER` (`.` where the line is), `FOLDER/NAMES`, `all of SOURCE into FOLDER`, `file PATH`, `other WHAT`. */
const told = (effect: WriteEffect): string => {
  const folder = 'folder' in effect ? (effect.folder?.text ?? '.') : '';
  switch (effect.kind) {
    case 'anything':
      return `anything below ${folder}`;
    case 'into':
      return `${folder}/${effect.sources.map(({ text }) => text).join('|')}`;
    case 'contents':
      return `all of ${effect.source.text} into ${folder}`;
    case 'file':
      return `file ${effect.path}`;
    case 'other':
      return `other ${effect.what}`;
  }
};
const writes = (line: string): string[] => {
  const [name = '', ...args] = line.split(' ');
  return writesOf(
    name,
    args.map((text) => (text === '$X' ? { ...literal(text), dynamic: true } : literal(text))),
  ).map(told);
};

/** Each line with what it writes beside the paths among its words. */
const lines: Record<string, Record<string, string[]>> = {
  'archives of tar': {
    'tar -xf a.tar': ['anything below .'],
    'tar xf a.tar': ['anything below .'],
    'tar -xzf a.tgz -C out': ['anything below out'],
    'tar --extract --file=a.tar --directory=out': ['anything below out'],
    'tar --get -f a.tar': ['anything below .'],
    'gtar xf a.tar': ['anything below .'],
    'bsdtar xf a.tar': ['anything below .'],
    'jar xf a.jar': ['anything below .'],
    // Letters without a dash take their words in turn.
    'tar xfC a.tar out': ['anything below out'],
    'tar xCf out a.tar': ['anything below out'],
    'tar xfC a.tar out member': ['anything below out'],
    // A member that is named is a word of the line, but where it lands elsewhere.
    'tar -xf a.tar member': [],
    'tar xf a.tar member': [],
    'tar -xf a.tar -C out member': ['anything below out'],
    'tar -xf a.tar --strip-components=1 a/member': ['anything below .'],
    'tar -xf a.tar --strip=1 a/member': ['anything below .'],
    'tar -xf a.tar --transform s/a/b/ member': ['anything below .'],
    'tar -xf a.tar --xform=s/a/b/ member': ['anything below .'],
    'tar -xf a.tar --one-top-level=out member': ['anything below out'],
    'tar -xf a.tar --exclude x -T list': ['anything below .'],
    'tar -xPf a.tar': ['anything below .', 'other any path (by `tar -P`)'],
    'tar -xf a.tar --absolute-names': ['anything below .', 'other any path (by `tar -P`)'],
    'tar -xOf a.tar': [],
    'tar -xf a.tar --to-stdout': [],
    'tar -cf a.tar src': [],
    'tar tf a.tar': [],
    tar: [],
  },
  'other archives': {
    'unzip a.zip': ['anything below .'],
    'unzip -o a.zip -d out': ['anything below out'],
    'unzip -dout a.zip': ['anything below out'],
    'unzip a.zip member': [],
    'unzip a.zip member -d out': ['anything below out'],
    'unzip a.zip -x one two': ['anything below .'],
    'unzip -l a.zip': [],
    'unzip -t a.zip': [],
    'unzip -p a.zip': [],
    'unzip -v a.zip': [],
    'unzip -Z a.zip': [],
    'unzip -z a.zip': [],
    '7z x a.7z': ['anything below .'],
    '7za e a.7z -oout': ['anything below out'],
    '7zz x a.7z': ['anything below .'],
    '7z l a.7z': [],
    '7z': [],
    'unrar x a.rar': ['anything below .'],
    'unrar e a.rar member out/': ['anything below out/'],
    'unrar x a.rar /': ['anything below /'],
    'unrar l a.rar': [],
    unrar: [],
    'unar a.zip': ['anything below .'],
    'unar -o out a.zip': ['anything below out'],
    'unar -output-directory out a.zip': ['anything below out'],
    'ar x lib.a': ['anything below .'],
    'ar -vx lib.a': ['anything below .'],
    'ar t lib.a': [],
    ar: [],
    'pax -rf a.pax': ['anything below .'],
    'pax -rw src out': ['anything below out'],
    'pax -wf a.pax src': [],
    'dpkg -x a.deb out': ['anything below out'],
    'dpkg --extract a.deb out': ['anything below out'],
    'dpkg -R a.deb out': ['anything below out'],
    'dpkg -l a': [],
    dpkg: [],
    'cpio -i': ['anything below .'],
    'cpio --extract -D out': ['anything below out'],
    'cpio -i --directory=out': ['anything below out'],
    'cpio -pd out': ['anything below out'],
    'cpio --pass-through out': ['anything below out'],
    'cpio -it': [],
    'cpio -i --list': [],
    'cpio -i --to-stdout': [],
    'cpio -o': [],
    'python -m zipfile -e a.zip out': ['anything below out'],
    'python3 -m tarfile --extract a.tar': ['anything below .'],
    'python3 -m tarfile -l a.tar': [],
    'python3 -m http.server -e': [],
    'python3 -m zipfilex -e a out': [],
  },
  'files that are unpacked': {
    'gunzip a.txt.gz b.Z c.txt': ['file a.txt', 'file b'],
    'unxz a.xz': ['file a'],
    'bunzip2 a.bz2': ['file a'],
    'unzstd a.zst': ['file a'],
    'gzip -d a.gz': ['file a'],
    'gzip -kd a.gz': ['file a'],
    'xz --decompress a.xz': ['file a'],
    'bzip2 --uncompress a.bz2': ['file a'],
    'zstd -d a.zst': ['file a'],
    'zstd -d a.lzma': ['file a'],
    'gzip a.gz': [],
    'gunzip a.gz.txt': [],
  },
  patches: {
    patch: ['anything below .'],
    'patch -p1 -i a.patch': ['anything below .'],
    'patch -d out': ['anything below out'],
    'patch --directory=out -i a.patch': ['anything below out'],
    'patch file a.patch': [],
    'patch -o file -i a.patch': [],
    'patch -d out file': ['anything below out'],
    'patch -d out -o file': ['anything below out'],
    'patch --dry-run': [],
    'patch --dry-run -d out': [],
  },
  downloads: {
    'curl -O https://x.org/a/name': ['./name'],
    'curl -O https://x.org/a/name?q=1#h': ['./name'],
    'curl --remote-name https://x.org/%61b': ['./ab'],
    'curl -O https://x.org/%zz': ['./%zz'],
    'curl -O https://x.org/': ['./'],
    'curl --remote-name-all https://x.org/a https://x.org/b': ['./a|b'],
    'curl -O --url https://x.org/a': ['./a'],
    'curl -O --output-dir out https://x.org/a': ['out/a'],
    'curl -OJ https://x.org/a': ['anything below .'],
    'curl --remote-header-name --output-dir out https://x.org/a': ['anything below out'],
    'curl -o name https://x.org/a': [],
    'curl --output-dir out -o name https://x.org/a': ['anything below out'],
    'curl --output-dir out --output name https://x.org/a': ['anything below out'],
    'curl https://x.org/a': [],
    'wget https://x.org/a': ['./a'],
    'wget -P out https://x.org/a': ['out/a'],
    'wget --directory-prefix=out https://x.org/a': ['out/a'],
    'wget $X': ['anything below .'],
    'wget -i list': ['anything below .'],
    'wget --content-disposition -P out https://x.org/a': ['anything below out'],
    'wget --trust-server-names https://x.org/a': ['anything below .'],
    'wget --input-file=list': ['anything below .'],
    'wget -r https://x.org/a': ['anything below .'],
    'wget --mirror https://x.org/a': ['anything below .'],
    'wget -O name https://x.org/a': [],
    'wget --output-document=name https://x.org/a': [],
    'wget --spider https://x.org/a': [],
  },
  'what is removed, moved or given rights with all that lies in it': {
    'rm -rf a b': ['anything below a', 'anything below b'],
    'rm -R a': ['anything below a'],
    'rm --recursive a': ['anything below a'],
    'rm -f a': [],
    'rm a -r': ['anything below a'],
    'chmod -R 700 a': ['anything below a'],
    'chmod --recursive 700 a': ['anything below a'],
    'chmod 700 a': [],
    'chown -R me a': ['anything below a'],
    'chgrp -R us a b': ['anything below a', 'anything below b'],
    'mv a b': ['b/a', 'anything below a'],
    'mv -f a b c': ['c/a', 'c/b', 'anything below a', 'anything below b'],
  },
  copies: {
    'cp a b': ['b/a'],
    'cp -t out a b': ['out/a', 'out/b'],
    'cp a/. b': ['all of a/. into b'],
    'cp -T a b': ['all of a into b'],
    'ln -s /x/a': ['./' + '/x/a'],
    'install -d a b': [],
    'ditto a/ b': ['all of a/ into b'],
    'rsync -a a/ b': ['all of a/ into b'],
    'rsync -a a/ host:b': [],
    'scp host:a b': ['b/host:a'],
    'scp -r host:a/. b': ['anything below b'],
    'cp a': [],
  },
  keys: {
    'ssh-keygen -t ed25519': ['file ~/.ssh/id'],
    'ssh-keygen -f key': [],
    'ssh-keygen -l': [],
    'ssh-keygen -y': [],
    'ssh-keygen -F host': [],
  },
  'copies out of containers': {
    'docker cp box:/a .': ['./box:/a'],
    'podman cp box:/a/. out': ['anything below out'],
    'kubectl -v cp pod:a out': ['out/pod:a'],
    'docker cp a box:/a': [],
    'docker cp box:/a': [],
    'docker run cp a b': [],
    'docker ps': [],
  },
};

describe('what a command writes without naming it', () => {
  for (const [what, all] of Object.entries(lines))
    describe(what, () => {
      for (const [line, expected] of Object.entries(all))
        it(`${line} → ${expected.join(', ') || 'nothing'}`, () => {
          assert.deepEqual(writes(line), expected);
        });
    });

  it('is nothing for a program that nobody knows, whatever its name is', () => {
    for (const name of ['nobody', 'constructor', '__proto__', 'toString']) assert.deepEqual(writes(`${name} -rf a`), []);
  });
});
