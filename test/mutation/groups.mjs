// What `npm run mutation` changes, and the tests that are to notice.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../vscode/host.mjs';

/** All tests of a folder but those that start processes, in which nothing is changed, and those of the time that something takes. */
const testsIn = (folder) =>
  readdirSync(join(root, 'test', folder), { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.test.ts') && name !== 'cost.test.ts')
    .filter((name) => !/\b(HookSet|Core|child_process)\b/.test(readFileSync(join(root, 'test', folder, name), 'utf8')))
    .map((name) => `${folder}/${name.slice(0, -'.test.ts'.length)}`);
/** What is mutated, and the test files that are to notice; in each run only those tests that reach the change. */
export const groups = {
  approval: {
    mutate: ['src/agent/tools/approval.ts', 'src/agent/tools/ruleReach.ts'],
    tests: ['agent/tools/approval', 'agent/tools/ruleReach', 'shell/rules/rules', 'shell/ruleForms'],
  },
  lock: { mutate: ['src/agent/context/lock.ts'], tests: ['agent/context/lock'] },
  history: { mutate: ['src/shared/messages/history.ts'], tests: ['shared/messages/history', 'shared/unanswered'] },
  chain: { mutate: ['src/hooks/chain/**/*.ts'], tests: testsIn('hooks/chain') },
  shell: { mutate: ['src/shell/**/*.ts'], tests: testsIn('shell') },
};
