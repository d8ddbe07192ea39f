import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskFiles, filesBy } from '../../../src/adapters/disk/diskFiles';
import { type Hold, holdByLooking, holdOpen } from '../../../src/adapters/disk/heldFolder';

describe('files on disk', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hooksmith-files-')));
  const at = (...parts: string[]) => join(folder, ...parts);
  before(() => {
    mkdirSync(at('real/deep'), { recursive: true });
    mkdirSync(at('here'));
    writeFileSync(at('real/a.txt'), 'a');
    for (const [target, link] of [
      ['real', 'link'],
      ['real/deep', 'deep'],
      ['gone/new.txt', 'dangling'],
      ['here/absent', 'absent'],
      ['../real', 'here/hidden'],
      ['loop2', 'loop1'],
      ['loop1', 'loop2'],
      ['link/a.txt', 'twice'],
    ])
      symlinkSync(target!, at(link!));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const cases: [given: string, real: string][] = [
    ['real/a.txt', 'real/a.txt'],
    ['link/a.txt', 'real/a.txt'],
    ['twice', 'real/a.txt'],
    ['link/new.txt', 'real/new.txt'],
    ['link/x/y/z', 'real/x/y/z'],
    ['deep/new', 'real/deep/new'],
    ['dangling', 'gone/new.txt'],
    ['absent/../hidden', 'real'],
    ['loop1', 'loop1'],
    ['nowhere', 'nowhere'],
  ];
  for (const [given, real] of cases) {
    it(`finds the real path of ${given}`, () =>
      assert.match(
        diskFiles.realPath(`${folder}/${given}`),
        given.startsWith('loop') ? /loop[12]$/ : new RegExp(`^${at(real)}$`),
      ));
  }

  const ways: [name: string, Hold][] = [['by looking before and after', holdByLooking]];
  if (process.platform === 'linux') ways.push(['held open', holdOpen]);
  for (const [way, hold] of ways)
    describe(way, () => {
      const files = filesBy(hold);

      it('writes with missing folders, keeps the mode, and leaves nothing aside', async () => {
        const path = at('made', way, 'it.txt');
        await files.writeText(path, 'x');
        assert.equal(readFileSync(path, 'utf8'), 'x');
        for (const mode of [0o775, 0o600]) {
          chmodSync(path, mode);
          await files.writeText(path, 'y');
          assert.equal(statSync(path).mode & 0o777, mode);
        }
        assert.deepEqual(readdirSync(at('made', way)), ['it.txt']);
      });

      it('follows no link, at the end or on the way', async () => {
        for (const path of ['twice', 'link/a.txt', 'link/deep', 'dangling', 'link/new/x.txt']) {
          await assert.rejects(files.readText(at(path)), { name: 'LinkInTheWay' }, path);
          await assert.rejects(files.readBytes(at(path)), { name: 'LinkInTheWay' }, path);
          await assert.rejects(files.writeText(at(path), 'b'), { name: 'LinkInTheWay' }, path);
          if (path !== 'link/new/x.txt') await assert.rejects(files.stat(at(path)), { name: 'LinkInTheWay' }, path);
        }
        await assert.rejects(files.list(at('link')), { name: 'LinkInTheWay' });
        await assert.rejects(files.list(at('link/deep')), { name: 'LinkInTheWay' });
        await assert.rejects(
          files.within(at('link'), async () => 'in'),
          { name: 'LinkInTheWay' },
        );
        assert.equal(readFileSync(at('real/a.txt'), 'utf8'), 'a');
        assert.deepEqual(readdirSync(at('real')).sort(), ['a.txt', 'deep']);
        assert.ok(!existsSync(at('gone')));
      });

      it('says of a link that leads back to itself what it is: to try again makes nothing better', async () => {
        for (const path of ['loop1', 'loop2/below.txt'])
          await assert.rejects(files.readText(at(path)), /loop[12] is a link that leads back to itself$/, path);
        await assert.rejects(files.readText(at('twice')), /is another place now .+: try again$/);
      });

      it('keeps to a folder whose place is taken while it works there', async () => {
        mkdirSync(at('mine', way), { recursive: true });
        const working = files.within(at('mine', way), async (held) => {
          renameSync(at('mine', way), at('mine', `${way} moved`));
          symlinkSync(at('real'), at('mine', way));
          return readdirSync(held);
        });
        if (hold === holdByLooking) await assert.rejects(working, { name: 'LinkInTheWay' });
        else assert.deepEqual(await working, []);
      });

      it('leaves the old text where writing fails', async () => {
        await assert.rejects(files.writeText(at('real'), 'x'));
        assert.ok(statSync(at('real')).isDirectory());
        assert.deepEqual(
          readdirSync(folder).filter((name) => name.endsWith('.tmp')),
          [],
        );
      });

      it('tells files from folders, and what is not there, by the path that was asked for', async () => {
        assert.equal((await files.stat(at('real')))?.type, 'directory');
        assert.equal((await files.stat('/'))?.type, 'directory');
        assert.equal((await files.stat(at('real/a.txt')))?.type, 'file');
        assert.equal(await files.stat(at('nowhere')), undefined);
        assert.equal(await files.stat(at('nowhere/at/all')), undefined);
        assert.deepEqual((await files.list(at('real'))).map(({ name, type }) => `${name} ${type}`).sort(), [
          'a.txt file',
          'deep directory',
        ]);
        assert.ok((await files.list('/')).length > 0);
        await assert.rejects(files.readText(at('nowhere')), (error: NodeJS.ErrnoException) => {
          assert.equal(error.code, 'ENOENT');
          assert.match(error.message, new RegExp(`${at('nowhere')}'$`));
          return true;
        });
        assert.ok(!existsSync(at('nowhere')));
      });

      it('leaves no descriptor open', async function () {
        if (process.platform !== 'linux') this.skip();
        const open = () => readdirSync('/proc/self/fd').length;
        const before = open();
        for (let i = 0; i < 20; i++) {
          await files.readText(at('real/a.txt'));
          await files.writeText(at('made', way, 'it.txt'), 'z');
          await files.readText(at('twice')).catch(() => undefined);
          await files.list(at('link/x')).catch(() => undefined);
          await files.stat(at('real/a.txt/x'));
        }
        assert.ok(open() - before < 5, `${open()} after ${before}`);
      });
    });

  it('reads scripts as those who run them do: through links, and of a long one the beginning', () => {
    writeFileSync(at('long.js'), `require('./lib');\n${'x'.repeat(2 ** 20)}`);
    assert.equal(diskFiles.scriptText!(at('twice')), 'a');
    const long = diskFiles.scriptText!(at('long.js')) ?? '';
    assert.match(long, /^require\('.\/lib'\);\nx+$/);
    assert.ok(long.length < 2 ** 19, `${long.length}`);
    for (const none of ['real', 'nowhere', 'loop1']) assert.equal(diskFiles.scriptText!(at(none)), undefined);
  });

  it('reads no script out of what is no file, or gives nothing at once', function () {
    if (process.platform === 'win32') this.skip();
    execFileSync('mkfifo', [at('pipe.sh')]);
    const paths = [at('pipe.sh'), '/dev/zero', '/dev/tty', '/proc/kmsg', '/sys/kernel/tracing/trace_pipe', '/proc/self/mem'];
    for (const path of paths) assert.equal(diskFiles.scriptText!(path), undefined, path);
    if (process.platform === 'linux') assert.match(diskFiles.scriptText!('/proc/self/status') ?? '', /Name:/);
  });

  it('lists names', () => {
    assert.deepEqual(diskFiles.names!(at('real'))?.sort(), ['a.txt', 'deep']);
    assert.equal(diskFiles.names!(at('nowhere')), undefined);
  });
});
