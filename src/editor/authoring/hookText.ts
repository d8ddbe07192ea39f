/** The text of a hook that is made from an event, and of its test. What a model chose (names, inputs) becomes data in both, never code. */

import { isObject, type JsonObject } from '../../shared/basics/json';
import { typeOf } from '../../shared/events/eventReading';
import type { HookEvent } from '../../shared/events/events';
import type { EventName } from '../../shared/hooks/points';
import type { Intent, IntentAt } from './hookIntents';
import type { Scope } from './hookScopes';

export interface MadeHook {
  /** Of the file, without its ending. */
  file: string;
  name: string;
  code: string;
  /** Where the condition goes: a line (0-based) of `code`, at its end. */
  line: number;
  /** Of `FILE.test.ts`; undefined where tests cannot make such an event. */
  test?: string;
}

/** `isTaken` says that a file of this name is there already. */
export function hookText(event: HookEvent, at: IntentAt, scope: Scope | undefined, isTaken = (_file: string) => false): MadeHook {
  const thing = thingOf(event, scope);
  let words = [...verbs[at.intent], ...thing.split(' ')];
  const wished = words.join('-');
  for (let n = 2; isTaken(words.join('-')); n++) words = [...wished.split('-'), String(n)];
  const name = words.map((word, n) => (n === 0 ? word : capital(word))).join('');
  const file = words.join('-');
  const says = sentence(event, at, scope);
  const made = at.kind === 'policy' ? 'policy' : 'hook';
  const head = [
    ...(at.kind === 'policy' ? [] : [quoted(at.point)]),
    ...(scope ? [options(scope, at)] : at.intent === 'redact' ? ['{ redacts: true, priority: 100 }'] : []),
  ].map((argument) => `${argument}, `);
  const before = [`import { ${made} } from 'hooksmith';`, '', ...helpers(at), ...doc(says, event)];
  const body = bodyOf(event, at);
  const code = [
    ...before,
    `export const ${name} = ${made}(${head.join('')}(ctx) => {`,
    ...body.lines.map((line) => `  ${line}`),
    '});',
    '',
  ];
  return {
    ...{ file, name },
    code: code.join('\n'),
    line: at.intent === 'redact' ? code.findIndex((line) => line.startsWith('const secret')) : before.length + 1 + body.condition,
    test: testOf(event, at, scope, { file, name, says }),
  };
}

const verbs: Record<Intent, string[]> = {
  deny: ['deny'],
  ask: ['ask', 'before'],
  allow: ['allow'],
  change: ['change'],
  redact: ['redact'],
  answer: ['answer'],
  log: ['log'],
};

const sentences: Record<Intent, (thing: string) => string> = {
  deny: (thing) => `Denies ${thing}.`,
  ask: (thing) => `Asks a human before ${thing}.`,
  allow: (thing) => `Lets ${thing} run without asking.`,
  change: (thing) => `Changes ${thing}.`,
  redact: (thing) => `Keeps secrets in ${thing} from model, screen and records.`,
  answer: (thing) => `Answers in the place of ${thing}.`,
  log: (thing) => `Logs ${thing}.`,
};

function sentence(event: HookEvent, { intent, point }: IntentAt, scope: Scope | undefined): string {
  const thing = scope
    ? scope.match
      ? `\`${plain(scope.shown)}\``
      : `every call of ${plain(scope.shown)}`
    : `every ${point === 'event' ? typeOf(event) : point}`;
  return sentences[intent](intent === 'redact' && scope ? `the output of ${thing}` : thing);
}

/** A comment of what it was made from: nothing in it can end the comment. */
function doc(says: string, { type, toolName, input, timestamp }: HookEvent): string[] {
  const told = isObject(input) ? (input.command ?? input.file_path ?? input.path ?? input.url ?? '') : '';
  const from = [plain(toolName ?? type), typeof told === 'string' ? plain(told) : ''].filter(Boolean).join(': ');
  return ['/**', ` * ${says}`, ' *', ` * Made from what was seen at ${plain(timestamp)}: ${from}`, ' */'];
}

const plain = (text: string) =>
  text
    .replace(/[^\x20-\x7e\u00a0-\uffff]+/g, ' ')
    .replaceAll('*/', '* /')
    .replaceAll('/*', '/ *')
    .slice(0, 100)
    .trim();

function options({ tools, match }: Scope, { intent }: IntentAt): string {
  const fields = Object.entries(match ?? {}).map(([field, pattern]) => `${key(field)}: ${literal(pattern)}`);
  const parts = [
    // Signs that no pattern on names has are whatever sign stands there.
    `tools: ${quoted(tools.replace(/[\s()[\]{}|,!^$]/g, '?'))}`,
    ...(fields.length > 0 ? [`match: { ${fields.join(', ')} }`] : []),
    ...(intent === 'redact' ? ['redacts: true', 'priority: 100'] : []),
  ];
  return `{ ${parts.join(', ')} }`;
}

const condition = (example: string) => [`// Where it needs a condition: ${example}`, ''];

/** `condition` is the line of it that waits to be filled in. */
function bodyOf(event: HookEvent, { intent, point }: IntentAt): { lines: string[]; condition: number } {
  const field =
    isObject(event.input) && typeof event.input.command === 'string'
      ? // A line that cannot be read whole is denied and asked about, and not allowed.
        intent === 'allow'
        ? "if (!ctx.commands?.every(({ args }) => args.includes('…'))) return;"
        : "if (ctx.commands?.every(({ args }) => !args.includes('…'))) return;"
      : 'if (…) return;';
  const withCondition = (...lines: string[]) => ({
    lines: [...condition(event.toolName ? field : 'if (…) return;'), ...lines],
    condition: 1,
  });
  switch (intent) {
    case 'deny':
      return withCondition(`return ctx.deny('Not here.');`);
    case 'ask':
      return withCondition(`return ctx.ask('This needs a human.');`);
    case 'allow':
      return withCondition(`return ctx.allow('Known to be harmless.');`);
    case 'answer':
      return withCondition(`return ctx.respond('Answered by a hook.');`);
    case 'change':
      return withCondition(`return ctx.modify(${changeOf(event, point)});`);
    case 'redact':
      return {
        lines: [`return ctx.modify({ ${point === 'userMessage' ? 'text: clean(ctx.text)' : 'output: clean(ctx.output)'} });`],
        condition: 0,
      };
    case 'log':
      return point === 'event'
        ? withCondition(`if (ctx.hookEvent.type === ${quoted(typeOf(event))}) ctx.log(ctx.hookEvent.reason);`)
        : withCondition(
            point === 'toolSettled'
              ? 'ctx.log(ctx.toolName, ctx.outcome, ctx.decidedBy.kind);'
              : 'ctx.log(ctx.event, ctx.branch);',
          );
  }
}

/** A change that changes nothing yet, of the field that is most likely meant. */
function changeOf({ input }: HookEvent, point: EventName): string {
  if (point === 'preToolUse') {
    if (!isObject(input)) return '{ input: {} }';
    if (typeof input.command === 'string') return '{ input: { timeout: 600_000 } }';
    const [field] = Object.keys(input);
    return field === undefined
      ? '{ input: {} }'
      : `{ input: { ${key(field)}: ctx.input${/^[A-Za-z_]\w*$/.test(field) ? `.${field}` : `[${quoted(field)}]`} } }`;
  }
  return changes[point] ?? `{ metadata: { seen: true } }`;
}

const changes: Partial<Record<EventName, string>> = {
  sessionStart: `{ context: 'Something worth knowing.' }`,
  userMessage: '{ text: ctx.text }',
  beforeAgent: '{ system: ctx.system }',
  beforeStep: '{ messages: [...ctx.messages] }',
  preModelCall: '{ request: { max_tokens: ctx.request.max_tokens } }',
  postModelCall: '{ metadata: { seen: true } }',
  preCompact: `{ instructions: 'Keep the names of all files.' }`,
  afterStep: '{ messages: [...ctx.messages] }',
};

function helpers({ intent, point }: IntentAt): string[] {
  if (intent !== 'redact') return [];
  const secret = 'const secret = /\\b(sk-[\\w-]{8,}|ghp_\\w{20,}|AKIA[A-Z0-9]{16})\\b/g;';
  if (point === 'userMessage') return [secret, `const clean = (text: string) => text.replace(secret, '[secret]');`, ''];
  return [
    secret,
    '',
    '/** An output is text, or blocks of text and pictures: the pictures stay as they are. */',
    'const clean = (value: unknown): unknown => {',
    `  if (typeof value === 'string') return value.replace(secret, '[secret]');`,
    '  if (Array.isArray(value)) return value.map(clean);',
    `  if (typeof value !== 'object' || value === null || 'source' in value) return value;`,
    '  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, clean(one)]));',
    '};',
    '',
  ];
}

function testOf(
  event: HookEvent,
  { intent, point, kind }: IntentAt,
  scope: Scope | undefined,
  { file, name, says }: { file: string; name: string; says: string },
): string | undefined {
  if (point === 'event' || point === 'beforeTranslate' || point === 'afterTranslate') return undefined;
  const input = isObject(event.input) ? small(event.input) : {};
  const toolName = event.toolName;
  const fields = toolName === undefined ? {} : { toolName, input };
  const secret = 'sk-test-0123456789';
  const made =
    toolName !== undefined && point === 'preToolUse'
      ? `toolCall(${quoted(toolName)}, ${literal(input)})`
      : `event(${quoted(point)}, ${literal({ ...fields, ...(intent === 'redact' ? (point === 'userMessage' ? { text: `a ${secret}` } : { output: `a ${secret}` }) : {}) })})`;
  const maker = made.startsWith('toolCall') ? 'toolCall' : 'event';
  const expected: Record<Intent, string[]> = {
    deny: [`assert.equal(done.decision, 'deny');`],
    ask: [`assert.equal(done.decision, 'ask');`],
    allow: [`assert.equal(done.decision, 'allow');`],
    answer: [`assert.equal(done.decision, 'respond');`],
    change: [`assert.equal(done.hooks[0]?.decision, 'modify');`],
    redact: [`assert.doesNotMatch(JSON.stringify(done.fields), /${secret}/);`],
    log: ['assert.equal(done.logs.length, 1);'],
  };
  const other =
    scope?.match?.command !== undefined &&
    maker === 'toolCall' &&
    (kind === 'policy' || intent === 'allow' || intent === 'answer')
      ? [
          '',
          `test(${quoted(`${name} leaves other commands alone`)}, async () => {`,
          `  const done = await runHooks(${name}, toolCall(${quoted(toolName!)}, { command: 'something-else --entirely' }));`,
          `  assert.equal(done.decision, 'continue');`,
          '});',
        ]
      : [];
  return [
    `import assert from 'node:assert/strict';`,
    `import { test } from 'node:test';`,
    `import { ${maker}, runHooks } from 'hooksmith/testing';`,
    `import { ${name} } from './${file}.js';`,
    '',
    `test(${quoted(says.replace(/\.$/, ''))}, async () => {`,
    `  const done = await runHooks(${name}, ${made});`,
    ...expected[intent].map((line) => `  ${line}`),
    '});',
    ...other,
    '',
  ].join('\n');
}

/** Long texts of an input are cut: a test is read. */
const small = (input: JsonObject): JsonObject =>
  JSON.parse(
    JSON.stringify(input, (_, value: unknown) => (typeof value === 'string' && value.length > 400 ? value.slice(0, 400) : value)),
  );

function thingOf(event: HookEvent, scope: Scope | undefined): string {
  const patterns = Object.values(scope?.match ?? {}).flat();
  const seen = scope ? (patterns[0] ?? scope.tools) : (event.toolName ?? typeOf(event));
  const words = seen
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .slice(0, 4)
    .join(' ')
    .slice(0, 40)
    .trim();
  return words || 'call';
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const key = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name));
const quoted = (text: string) =>
  /^[\w ./:@*,<>=+-]*$/.test(text)
    ? `'${text}'`
    : JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** As code that reads well: keys without quotes where they need none. */
function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (!isObject(value)) return String(JSON.stringify(value));
  const fields = Object.entries(value).map(
    ([name, one]) => `${name === '__proto__' ? '["__proto__"]' : key(name)}: ${literal(one)}`,
  );
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}
