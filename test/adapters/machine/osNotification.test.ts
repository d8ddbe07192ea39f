import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { notificationCommand, notify } from '../../../src/adapters/machine/osNotification';

describe('OS notification', () => {
  const nasty = '"; rm -rf ~; echo "';

  it('hands its texts over as they are, never as a part of a script', () => {
    for (const platform of ['linux', 'darwin'] as const) {
      const { args } = notificationCommand(platform, '-title', nasty);
      assert.deepEqual(args.slice(-2), ['-title', nasty]);
    }
    const { args, env } = notificationCommand('win32', 'title', nasty);
    assert.ok(!args.join('\n').includes(nasty));
    assert.deepEqual(env, { HOOKSMITH_TITLE: 'title', HOOKSMITH_TEXT: nasty });
  });

  it('runs the system’s program, and bears that there is none', async function () {
    if (process.platform !== 'linux') return this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'hooksmith-notify-'));
    const { PATH } = process.env;
    try {
      process.env.PATH = folder;
      assert.equal(await notify('a', 'b'), false);
      writeFileSync(join(folder, 'notify-send'), `#!/bin/sh\nprintf '%s|' "$@" > '${join(folder, 'told')}'\n`);
      chmodSync(join(folder, 'notify-send'), 0o755);
      process.env.PATH = [folder, PATH].join(delimiter);
      assert.equal(await notify('Hooksmith', nasty), true);
      assert.equal(readFileSync(join(folder, 'told'), 'utf8'), `--app-name=Hooksmith|--|Hooksmith|${nasty}|`);
    } finally {
      process.env.PATH = PATH;
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
