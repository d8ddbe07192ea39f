/** The settings by name: what a value must be, who may set it, and whose word is added to whose. */
import * as z from 'zod';
import { environmentNameProblem } from '../../hooks/parent/process/environment';
import { modelSettings } from '../../models/index';
import { modes, sandboxModes } from '../../shared/calls/modes';
import { codeThemes } from '../../shared/views/codeThemes';
import { ruleProblem } from '../../shell/rules/rules';

const rules = z.array(
  z.string().superRefine((rule, context) => {
    const problem = ruleProblem(rule);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  }),
);

export const settingShapes = {
  model: z.string(),
  mode: z.enum(modes),
  ...modelSettings,
  'permissions.allow': rules,
  'permissions.ask': rules,
  'permissions.deny': rules,
  'guard.prompts': z.enum(['agent', 'hooksmith']),
  'agui.port': z.number().int().min(0).max(65535),
  'agui.allowApprovals': z.boolean(),
  disabledHooks: z.array(z.string()),
  'bash.terminal': z.boolean(),
  sandbox: z.enum(sandboxModes),
  sandboxHosts: z.array(z.string().regex(/^(\*|(\*\.)?[\w.-]+)(:\d+)?$/, 'must be names of hosts, such as registry.npmjs.org')),
  'webFetch.privateHosts': z.array(z.string().regex(/^[\w.-]+(:\d+)?$/, 'must be names of hosts, such as localhost:3000')),
  'telemetry.endpoint': z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  'telemetry.headers': z.record(z.string(), z.string()),
  'telemetry.contents': z.boolean(),
  hookEnvironment: z.array(
    z.string().superRefine((name, context) => {
      const problem = environmentNameProblem(name);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    }),
  ),
  codeTheme: z.enum(['auto', ...codeThemes.keys()]),
};
export type SettingName = keyof typeof settingShapes;
export type SettingValue<K extends SettingName> = z.infer<(typeof settingShapes)[K]>;

/** Workspaces may only tighten: for these the user's own value counts, whatever a workspace says. */
export const userOnly: ReadonlySet<SettingName> = new Set([
  'mode',
  ...(Object.keys(modelSettings) as (keyof typeof modelSettings)[]),
  'permissions.allow',
  'model',
  'guard.prompts',
  'agui.port',
  'agui.allowApprovals',
  'hookEnvironment',
  'bash.terminal',
  'sandbox',
  'sandboxHosts',
  'webFetch.privateHosts',
  'telemetry.endpoint',
  'telemetry.headers',
  'telemetry.contents',
]);

/** What a workspace says of these is added to what the user says. */
export const added: ReadonlySet<SettingName> = new Set(['permissions.ask', 'permissions.deny']);
