import { throws } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { HostProcess } from '../../../../src/hooks/parent/process/hostProcess';

describe('a process for code of the workspace', () => {
  it('names the file that could not be written, where the disk is full', function () {
    if (!existsSync('/dev/full')) this.skip();
    const options = {
      ...{ name: 'hook host', script: 'none', heapMb: 64, environment: () => [] },
      ...{ read: () => 'none', log: () => {}, onMessage: () => {}, onDeath: () => {} },
    };
    throws(() => new HostProcess({ ...options, markerFile: '/dev/full' }), /^Error: \/dev\/full: ENOSPC/);
  });
});
