import { deepStrictEqual, strictEqual, throws } from 'node:assert/strict';
import { withRoomyCollector } from '../../../../src/hooks/parent/building/roomyCollector';

describe('the collector of esbuild', () => {
  let before: string | undefined;
  beforeEach(() => {
    before = process.env.GOGC;
    delete process.env.GOGC;
  });
  afterEach(() => {
    if (before === undefined) delete process.env.GOGC;
    else process.env.GOGC = before;
  });

  it('has more room where it is started, and nothing that is started later inherits that', () => {
    strictEqual(
      withRoomyCollector(() => Number(process.env.GOGC) > 100),
      true,
    );
    strictEqual('GOGC' in process.env, false);
  });

  it('leaves nothing behind where the start throws', () => {
    throws(() =>
      withRoomyCollector(() => {
        throw new Error('not there');
      }),
    );
    strictEqual('GOGC' in process.env, false);
  });

  it('keeps what the user has set', () => {
    process.env.GOGC = '50';
    const during = withRoomyCollector(() => process.env.GOGC);
    deepStrictEqual([during, process.env.GOGC], ['50', '50']);
  });
});
