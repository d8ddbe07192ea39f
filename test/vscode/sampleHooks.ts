/** Hook files of the sample workspace, as `hooks` of a workbench's options. */

/** Removes those that it comes with. */
export const noHooks = {
  'guard.ts': null,
  'observe.ts': null,
  'patient-tests.ts': null,
  '../agents/researcher/hooks/look-only.ts': null,
};

/** One hook that changes what is listed, and a policy that forbids some of it. */
export const listHooks = `import { hook, policy } from 'hooksmith';

/** Looks at the sources only. */
export const toSources = hook('preToolUse', { tools: 'LS' }, (ctx) => {
  ctx.log('was', ctx.input.path);
  if (ctx.input.path === '.') return ctx.modify({ input: { path: 'src' } });
});

/** Nobody lists the tests. */
export const noTests = policy({ tools: 'LS', match: { path: 'test' } }, (ctx) => {
  return ctx.deny('not the tests');
});
`;
