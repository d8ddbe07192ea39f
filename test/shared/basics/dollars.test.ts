import { strict as assert } from 'node:assert';
import { dollars } from '../../../src/shared/basics/dollars';

it('what was spent is never told as nothing, and without more digits than it takes', () => {
  const told = [0, 0.000_001, 0.000_05, 0.0004, 0.0123, 0.1, 12.345].map(dollars);
  assert.deepEqual(told, ['$0.0000', '< $0.0001', '$0.0001', '$0.0004', '$0.0123', '$0.10', '$12.35']);
});
