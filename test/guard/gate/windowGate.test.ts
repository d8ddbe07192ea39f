/** When a window judges for guarded agents: with hooks that are live, and never with those of a folder that is on its way. */
import { strict as assert } from 'node:assert';
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { answers } from '../../../src/guard/gate/gateServer';
import { WindowGate } from '../../../src/guard/gate/windowGate';
import { windowPlace, windowsOf } from '../../../src/guard/guests/windows';
import { until } from '../../fixtures/core';
import { GuardedHome } from '../../fixtures/gate';

/** Keeps what it was asked to serve. */
class RecordedGate extends WindowGate {
  readonly asked: string[] = [];

  override serve(folders: readonly string[]): Promise<void> {
    this.asked.push(folders.join(' '));
    return super.serve(folders);
  }
}

describe('the gate of a window', () => {
  let at: GuardedHome;
  let gate: RecordedGate;
  let folders: string[];
  let logs: string[];

  beforeEach(() => {
    at = new GuardedHome();
    logs = [];
    gate = new RecordedGate({
      ...{ home: at.home, pid: process.pid, log: (text: string) => void logs.push(text) },
      open: () => {
        throw new Error('no agent asks');
      },
    });
    folders = [];
  });
  afterEach(async () => {
    await gate.close();
    rmSync(at.place.folder!, { recursive: true, force: true });
    await at.dispose();
    assert.deepEqual(logs, []);
  });

  const announced = () => windowsOf(at.home).flatMap(({ folders: its }) => its);
  /** Loads for these folders; what is returned ends the load. */
  const load = async (...now: string[]) => {
    folders = now;
    let end: () => void = () => undefined;
    let began: () => void = () => undefined;
    const isBegun = new Promise<void>((resolve) => {
      began = resolve;
    });
    const done = gate.around(
      () => new Promise((resolve) => [(end = resolve), began()]),
      () => folders,
    );
    await isBegun;
    return async () => {
      end();
      await done;
    };
  };

  it('opens for a folder once its hooks are loaded, and closes for one before they are gone', async () => {
    const first = await load('/a');
    assert.deepEqual(announced(), []);
    await first();
    await until(() => announced().length > 0);
    assert.deepEqual(announced(), ['/a']);
    const second = await load('/a', '/b');
    assert.deepEqual(announced(), ['/a'], 'what stays is judged meanwhile');
    await second();
    await until(() => announced().length === 2);
    const third = await load('/b');
    assert.deepEqual(announced(), ['/b']);
    await third();
    await (await load())();
    await until(() => announced().length === 0);
  });

  it('waits for the last of several loads', async () => {
    const first = await load('/a');
    const second = await load('/a', '/b');
    await first();
    assert.deepEqual(gate.asked, []);
    await second();
    assert.deepEqual(gate.asked, ['/a /b']);
  });

  const stop = () =>
    new Promise<void>((resolve, reject) => {
      request({ socketPath: socket(), path: '/stop', method: 'POST', agent: false }, (response) => {
        response.resume().on('end', resolve);
      })
        .on('error', reject)
        .end();
    });
  const socket = () => windowPlace(at.home, process.pid).socket;

  it('opens again where another process stops it, for the folders that it has by then', async () => {
    const opened = () => lstatSync(socket(), { throwIfNoEntry: false })?.ctimeMs ?? 0;
    await gate.serve(['/a']);
    const first = opened();
    await stop();
    await until(() => opened() > first && announced().length > 0);
    assert.deepEqual([announced(), await answers(socket())], [['/a'], true]);
    await stop();
    await gate.serve(['/b']);
    assert.deepEqual(announced(), ['/b']);
  });

  it('opens not again where it is closed meanwhile', async () => {
    await gate.serve(['/a']);
    // Where it is written before it is announced: whoever tries to from now on fails, however soon it is taken back.
    mkdirSync(join(at.place.folder!, `window-${process.pid}.json.new`));
    await stop();
    await gate.close();
    assert.deepEqual([announced(), gate.asked, logs.splice(0)], [[], ['/a', ''], []]);
    await assert.rejects(gate.serve(['/b']), /EISDIR/);
  });

  it('stays shut once it is closed, whatever is loaded still, and where the load fails', async () => {
    const first = await load('/a');
    await gate.close();
    await first();
    await assert.rejects(
      gate.around(
        () => Promise.reject(new Error('no build')),
        () => ['/a'],
      ),
      /no build/,
    );
    assert.deepEqual(gate.asked, ['']);
  });
});
