/** The walls between rooms: what each may import is said here once more, and whatever else is planted in it is refused. */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { root } from '../fixtures/core';

const node = ['node:fs', 'node:child_process', 'node:net', 'node:crypto', 'node:path', 'node:os', 'node:util'];
const packages = [
  'vscode',
  'zod',
  'zod/mini',
  'lit',
  'esbuild',
  'typescript',
  '@babel/parser',
  'picomatch',
  'unbash',
  'yaml',
  '@anthropic-ai/sdk',
  'openai',
  '@ag-ui/core',
  '@modelcontextprotocol/client',
  'left-pad',
  'fs',
];
/** Rooms within a room: each may import what it names here of the others, whatever else the room may. */
const within: Record<string, Record<string, string[]>> = {
  shared: {
    basics: [],
    messages: ['basics'],
    runs: ['basics'],
    verdicts: ['runs', 'messages', 'basics'],
    calls: ['verdicts', 'messages', 'basics'],
    events: ['calls', 'verdicts', 'runs', 'messages', 'basics'],
    hooks: ['events', 'calls', 'verdicts', 'runs', 'messages', 'basics'],
    stream: ['hooks', 'events', 'messages', 'basics'],
    views: ['stream', 'events', 'calls', 'verdicts', 'runs', 'messages', 'basics'],
  },
  agent: {
    ports: [],
    record: ['ports'],
    tools: ['ports'],
    context: ['tools', 'record', 'ports'],
    model: ['context', 'ports'],
    judging: ['context', 'tools', 'ports'],
    prompt: ['judging', 'context', 'ports'],
    calls: ['prompt', 'judging', 'model', 'context', 'tools', 'ports'],
    loop: ['calls', 'prompt', 'model', 'context', 'record', 'ports'],
    session: ['loop', 'prompt', 'model', 'context', 'tools', 'record', 'ports'],
  },
  shell: {
    programs: [],
    syntax: ['programs'],
    paths: ['syntax'],
    code: ['paths', 'programs'],
    commands: ['syntax', 'programs'],
    rules: ['commands', 'paths'],
    files: ['commands', 'paths', 'syntax', 'programs'],
    writes: ['files', 'commands', 'paths', 'syntax', 'programs'],
    running: ['writes', 'files', 'code', 'commands', 'syntax', 'programs'],
    line: ['running', 'writes', 'files', 'code', 'commands', 'paths', 'syntax', 'programs'],
  },
  'hooks/chain': {
    words: [],
    registering: ['words'],
    choosing: ['words'],
    calling: ['words', 'registering'],
    folding: ['words', 'registering', 'choosing', 'calling'],
    running: ['words', 'registering', 'choosing', 'calling', 'folding'],
  },
  'hooks/parent': {
    building: [],
    accepting: ['building'],
    process: [],
    lasting: [],
    host: ['building', 'process', 'lasting'],
    tools: ['building', 'process', 'lasting'],
    runs: ['host'],
  },
  adapters: {
    disk: [],
    definitions: [],
    machine: [],
    web: ['machine'],
    mcp: ['machine'],
    sessions: [],
    sandbox: ['disk', 'machine'],
    checkpoints: ['disk', 'sessions'],
    telemetry: [],
  },
  guard: {
    place: [],
    config: ['place'],
    calls: ['place'],
    guests: ['place', 'calls'],
    gate: ['place', 'config', 'guests'],
    past: [],
  },
  view: {
    conversation: [],
    code: [],
    composer: [],
    prompts: ['conversation'],
    chat: ['prompts', 'conversation'],
    timeline: [],
  },
  editor: {
    window: [],
    conversation: ['window'],
    hooks: ['conversation', 'window'],
    authoring: ['hooks', 'conversation', 'window'],
    guests: ['conversation', 'window'],
  },
};
const inside = (room: string): string[] => Object.keys(within[room] ?? {}).map((name) => `${room}/${name}`);
const rooms = [
  'shared',
  ...inside('shared'),
  'shell',
  ...inside('shell'),
  'agent',
  ...inside('agent'),
  'hooks/chain',
  ...inside('hooks/chain'),
  'hooks/parent',
  ...inside('hooks/parent'),
  'hooks/child',
  'hooks/lint',
  'hooks/testing',
  'hooks/replay',
  'hooks/hostProtocol',
  'api',
  'api/define',
  'tools',
  'models',
  'protocols',
  'guard',
  ...inside('guard'),
  'adapters',
  ...inside('adapters'),
  'agui',
  'editor',
  ...inside('editor'),
  'view',
  ...inside('view'),
  'core',
  'cli',
  'extension',
];
const targets = [...rooms, ...packages, ...node];

const everyRoom = rooms.filter((room) => !['view', ...inside('view'), 'cli', 'extension', 'core'].includes(room));
const editor = ['editor', ...inside('editor')];
const shell = ['shell', ...inside('shell')];
const agent = ['agent', ...inside('agent')];
const shared = ['shared', ...inside('shared')];
const chain = ['hooks/chain', ...inside('hooks/chain')];
const parent = ['hooks/parent', ...inside('hooks/parent')];
const outsideEditor = [
  ...everyRoom.filter((room) => !editor.includes(room) && room !== 'hooks/child'),
  'vscode',
  'fuzzysort',
  'zod',
  ...node,
];
const both = [...shared, 'agent/ports'];
/** What each room within `room` may import: all of them `common`, and each its own. */
const roomsWithin = (room: string, common: string[], own: Record<string, string[]> = {}): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(within[room]!).map(([name, others]) => [
      `${room}/${name}`,
      [...common, ...others.map((other) => `${room}/${other}`), ...(own[name] ?? [])],
    ]),
  );
/** By folder, or file, of `src`. */
const may: Record<string, string[]> = {
  shared: [],
  ...roomsWithin('shared', [], { basics: ['zod'], messages: ['zod'], calls: ['zod'], events: ['zod'], views: ['zod'] }),
  shell: [],
  ...roomsWithin('shell', shared, {
    syntax: ['unbash'],
    paths: ['picomatch', 'node:path'],
    code: ['node:path'],
    rules: ['node:path'],
    files: ['node:path'],
    line: ['unbash', 'node:path'],
  }),
  protocols: [...shared, 'zod'],
  guard: [],
  ...roomsWithin('guard', ['protocols', ...node], {
    place: ['zod'],
    config: [...shared, ...agent, 'zod'],
    calls: [...shared, ...agent, 'zod'],
    guests: [...shared, ...agent, 'zod'],
    gate: [...shared],
    past: [...shared, ...shell],
  }),
  agent: [],
  ...roomsWithin('agent', shared, {
    ports: ['zod'],
    tools: [...shell, 'zod'],
    judging: ['shell/rules', 'shell/paths'],
    prompt: ['shell/paths'],
  }),
  'hooks/hostProtocol': [...both, ...chain, 'hooks/replay'],
  'hooks/replay': [...shared, ...chain],
  'hooks/chain': [],
  ...roomsWithin('hooks/chain', shared, {
    words: ['agent/ports', 'api/define'],
    registering: [...shell, 'api/define', 'zod', 'zod/mini'],
    choosing: [...shell, 'picomatch'],
    calling: ['api/define'],
  }),
  'hooks/parent': [],
  ...roomsWithin('hooks/parent', ['hooks/hostProtocol', ...chain, ...shared], {
    building: ['hooks/lint', 'esbuild', 'zod', ...node],
    accepting: ['zod', ...node],
    process: ['hooks/replay', 'agent/ports', ...node],
    lasting: ['hooks/replay', 'agent/ports', ...node],
    host: ['hooks/replay', 'agent/ports', ...node],
    tools: ['agent/ports'],
    runs: ['hooks/replay', 'agent/ports'],
  }),
  'hooks/child': [
    ...shared,
    ...chain,
    'hooks/replay',
    'hooks/hostProtocol',
    'api',
    'api/define',
    'zod/v4/core',
    'zod/v4/locales/en.js',
    ...node,
  ],
  'hooks/lint': [...shared, ...shell, 'protocols', ...chain, 'api/define', '@babel/parser', 'typescript', 'zod', ...node],
  'hooks/testing': [...shared, ...parent, 'esbuild', 'zod', 'zod/mini', ...node],
  api: ['api/define', ...shared, ...shell, 'protocols', 'zod'],
  'api/commandHook': ['api/define', ...shared, 'protocols', 'node:child_process', 'node:path'],
  tools: [...both, ...shell, 'zod', 'picomatch', 'node:path'],
  models: [...both, 'zod', '@anthropic-ai/sdk', 'openai'],
  adapters: [],
  ...roomsWithin('adapters', shared, {
    disk: [...shell, 'agent/ports', ...node],
    definitions: ['protocols', ...shell, 'agent/ports', 'yaml', 'zod', ...node],
    machine: ['agent/ports', ...node],
    web: ['agent/ports', ...node],
    mcp: ['agent/ports', 'zod', '@modelcontextprotocol/client', ...node],
    sessions: ['agent/ports', 'zod', ...node],
    sandbox: [...shell, 'agent/ports', 'zod', ...node],
    checkpoints: [...shell, 'agent/ports', 'zod', ...node],
  }),
  agui: [...both, 'zod', '@ag-ui/core', ...node],
  editor: [...outsideEditor, ...inside('editor')],
  ...roomsWithin('editor', outsideEditor),
  view: [...shared, 'lit', ...inside('view')],
  ...roomsWithin('view', shared, {
    code: ['lit'],
    composer: ['lit'],
    prompts: ['lit'],
    chat: ['lit'],
    timeline: ['lit'],
  }),
  core: [...everyRoom.filter((room) => !editor.includes(room)), 'zod', 'zod/mini', ...node],
  cli: [...everyRoom.filter((room) => !editor.includes(room)), 'core', 'zod', 'zod/mini', ...node],
  cliCores: [...everyRoom.filter((room) => !editor.includes(room)), 'core', 'zod', 'zod/mini', ...node],
  'cli/runReport': [
    ...everyRoom.filter(
      (room) => ![...editor, 'hooks/child', 'api', 'api/define', 'tools', 'agui', 'hooks/hostProtocol'].includes(room),
    ),
    'zod',
    ...node,
  ],
  extension: [...everyRoom, 'core', 'vscode', ...node],
  'a-new-room': [],
};
const files = ['core', 'cli', 'cliCores', 'cli/runReport', 'extension', 'hooks/hostProtocol', 'api/define', 'api/commandHook'];
const fileOf = (room: string) => (files.includes(room) ? `src/${room}.ts` : `src/${room}/planted.ts`);
const specifier = (from: string, to: string): string => {
  if (!rooms.includes(to)) return to;
  const path = relative(dirname(fileOf(from)), to === 'api' ? 'src/api' : fileOf(to).replace(/\.ts$/, '')).replaceAll('\\', '/');
  if (path === '') return `../${to}`;
  return path.startsWith('.') ? path : `./${path}`;
};

describe('the walls between rooms', function () {
  this.timeout(120_000);
  let folder: string;
  /** `file:line` of what the linter complains about, and what it says. */
  let complaints: Map<string, string>;
  let circles: Set<string>;
  const planted = new Map<string, string[]>();
  const plant = (file: string, line: string): string => {
    const lines = planted.get(file) ?? [];
    planted.set(file, lines);
    lines.push(line);
    return `${file}:${lines.length}`;
  };
  const imports = Object.entries(may).flatMap(([room, allowed]) =>
    targets
      .filter((target) => fileOf(target) !== fileOf(room))
      .map((target, n) => {
        const isOwn = target === room;
        const at = plant(fileOf(room), `import { a as a${n} } from '${specifier(room, target)}';`);
        return { room, target, at, isAllowed: isOwn || allowed.includes(target) };
      }),
  );
  const hidden = [
    plant('src/shared/basics/hidden.ts', "export * from '../../tools/x';"),
    plant('src/shared/basics/hidden.ts', "export { x } from '../../tools/x';"),
    plant('src/shared/basics/hidden.ts', "export const b = import('node:fs');"),
    plant('src/shared/basics/hidden.ts', 'export const c = import(`node:fs`);'),
    plant('src/shared/basics/hidden.ts', "export const d = import('node:' + 'fs');"),
    plant('src/shared/basics/hidden.ts', "export const e = require('node:fs');"),
    plant('src/shared/basics/hidden.ts', "import f = require('node:fs');"),
    plant('src/shared/basics/hidden.ts', "export type G = import('../../tools/x').G;"),
    plant('src/shared/basics/hidden.ts', "import type { H } from '../../tools/x';"),
    plant('src/shared/basics/hidden.ts', "import '../../tools/x';"),
    plant('src/shared/basics/hidden.ts', "import { z } from 'zod';"),
    plant('src/cli/hidden.ts', "import { type ZodType, z as whole } from 'zod';"),
    plant('src/shared/basics/hidden.ts', "import './../../tools/x';"),
    plant('src/view/hidden.ts', "import '../shared/../tools/x';"),
    plant('src/view/hidden.ts', "import './below/../../tools/x';"),
    plant('src/view/hidden.ts', "import '../../src/tools/x';"),
    plant('src/hooks/chain/running/hidden.ts', "import '../../../shared/../tools/x';"),
    plant('src/hooks/chain/running/hidden.ts', "import '../../chain/../parent/x';"),
    plant('src/hooks/child/hidden.ts', "import './../parent/x';"),
    plant('src/hooks/parent/host/hidden.ts', "import '../../../../src/tools/x';"),
    plant('src/agent/judging/hidden.ts', "import { randomUUID } from 'node:crypto';"),
    plant('src/tools/hidden.ts', "import { Script } from 'node:vm';"),
    plant('src/tools/hidden.ts', "import * as vm from 'node:vm';"),
    plant('src/tools/hidden.ts', "import vm2 from 'node:vm';"),
    plant('src/tools/hidden.ts', "export { runInThisContext } from 'node:vm';"),
    plant('src/hooks/chain/running/hidden.ts', "import { deserialize } from 'node:v8';"),
    plant('src/shared/basics/hidden.ts', "import facts from '../../../package.json';"),
    plant('src/shared/basics/hidden.ts', "import more from '../../../package.json' with { type: 'json' };"),
    plant('src/shared/basics/hidden.ts', "import '..';"),
    plant('src/shared/basics/hidden.ts', "import '../';"),
    plant('src/shared/basics/hidden.ts', "import '../../extension';"),
    plant('src/shared/basics/hidden.ts', "import '/etc/x';"),
    plant('src/shared/basics/hidden.ts', "import 'file:///x.js';"),
    plant('src/shared/basics/hidden.ts', "import 'data:text/javascript,1';"),
    plant('src/shared/basics/hidden.ts', "import { readFile } from 'fs/promises';"),
    plant('src/shared/basics/hidden.ts', "export * as i from '../../tools/x';"),
    plant('src/shared/basics/hidden.ts', "export type { J } from '../../tools/x';"),
    plant('src/shared/basics/hidden.ts', "export type * from '../../tools/x';"),
    plant('src/shared/basics/hidden.ts', "import { type K } from '../../tools/x';"),
    plant('src/shared/basics/hidden.ts', "import k, * as l from '../../tools/x';"),
    plant('src/shared/basics/hidden.ts', "export type M = typeof import('../../tools/x');"),
    plant('src/shared/basics/hidden.ts', "export const n = import('../../tools/x', { with: {} });"),
    plant('src/shared/basics/hidden.ts', "export const o = import(/* webpackIgnore */ '../../tools/x');"),
    plant('src/shared/basics/hidden.ts', "import type P = require('../../tools/x');"),
    plant('src/shared/basics/hidden.ts', "declare module '../../tools/x' { interface Q {} }"),
    plant('src/shared/basics/hidden.ts', "export const r = import.meta.resolve('../../tools/x');"),
    plant('src/shared/basics/hidden.ts', "export const s = new URL('../../tools/x', import.meta.url);"),
    plant('src/api/hidden.ts', "import type { RegisteredHook } from '../hooks/chain/registered';"),
    plant('src/api/hidden.ts', "export { runChain } from '../hooks/chain/chain';"),
    plant('src/api/hidden.ts', "import '..';"),
    plant('src/view/hidden.ts', "import type { Models } from '../editor/models';"),
    plant('src/view/hidden.ts', "import type { Uri } from 'vscode';"),
    plant('src/view/hidden.ts', "import icons from '../../media/icons.json';"),
    plant('src/view/hidden.ts', "export const v = import('../editor/models');"),
    plant('src/tools/hidden.ts', "import '../adapters/files';"),
    plant('src/tools/hidden.ts', "import type { Anthropic } from '@anthropic-ai/sdk';"),
    plant('src/models/hidden.ts', "import '../tools/index';"),
    plant('src/models/hidden.ts', "import '../agent/loop';"),
    plant('src/adapters/sandbox/hidden.ts', "import '../../models/index';"),
    plant('src/adapters/sandbox/hidden.ts', "import '../../agent/ports/../loop';"),
    plant('src/adapters/sandbox/hidden.ts', "import '../../tools/x';"),
    plant('src/agui/hidden.ts', "import '../adapters/sessionLog';"),
    plant('src/cli/hidden.ts', "import '../hooks/child/load';"),
    plant('src/editor/hidden.ts', "import '../../src/view/chat';"),
    plant('src/editor/hidden.ts', "import '../view';"),
    plant('src/editor/window/hidden.ts', "import '..';"),
    plant('src/editor/window/hidden.ts', "import '../statusBar';"),
    plant('src/editor/window/hidden.ts', "import '../../editor/hooks/hooksTree';"),
    plant('src/editor/a-new-room/hidden.ts', "import '../window/settings';"),
    plant('src/view/conversation/hidden.ts', "import { html } from 'lit';"),
    plant('src/view/timeline/hidden.ts', "import '../chat/entries';"),
    plant('src/shell/line/hidden.ts', "import '../rules/rules';"),
    plant('src/shell/a-new-room/hidden.ts', "import '../paths/paths';"),
    plant('src/hooks/chain/a-new-room/hidden.ts', "import '../words/values';"),
    plant('src/hooks/chain/words/hidden.ts', "import '../../chain/running/chain';"),
    plant('src/hooks/parent/building/hidden.ts', "import '..';"),
    plant('src/hooks/parent/process/hidden.ts', "import '../host/inquest';"),
    plant('src/hooks/parent/host/hidden.ts', "import '../lasting/../runs/trial';"),
    plant('src/hooks/parent/host/hidden.ts', "import '../../parent/runs/trial';"),
    plant('src/hooks/parent/host/hidden.ts', "import '../../chain/../child/load';"),
    plant('src/adapters/a-new-room/hidden.ts', "import '../disk/writeWhole';"),
    plant('src/adapters/disk/hidden.ts', "import '../mcp/mcp';"),
    plant('src/guard/place/hidden.ts', "import '../gate/reach';"),
    plant('src/shared/a-new-room/hidden.ts', "import '../basics/json';"),
    plant('src/shared/events/hidden.ts', "import '../hooks/points';"),
    plant('src/shared/runs/hidden.ts', "import '../../shared/messages/messages';"),
    plant('src/agent/a-new-room/hidden.ts', "import '../loop/loop';"),
    plant('src/agent/judging/hidden.ts', "import '../../shell/line/line';"),
    plant('src/agent/loop/hidden.ts', "import '../judging/call';"),
    plant('src/agent/model/hidden.ts', "import '..';"),
    plant('src/guard/calls/hidden.ts', "import '../../hooks/chain/chain';"),
    plant('src/protocols/hidden.ts', "import '../guard/place';"),
    plant('src/hooks/parent/host/hidden.ts', "import '../../child';"),
    plant('src/hooks/replay/hidden.ts', "import '../lint';"),
    plant('src/hooks/lint/hidden.ts', "import '../..';"),
    plant('src/agent/ports/hidden.ts', "import '..';"),
    plant('src/agent/ports/hidden.ts', "import '../loop';"),
    plant('src/agent/ports/hidden.ts', "import '../../agent/loop';"),
    plant('src/core.ts', "import './shared/../view/chat';"),
    plant('src/cli.ts', "import './editor';"),
    plant('src/extension.ts', "import './view';"),
    plant('src/editor/hidden.ts', "import '../hooks/child';"),
    plant('src/hooks/hostProtocol.ts', "import './lint';"),
    plant('src/hooks/hostProtocol.ts', "import './testing';"),
    plant('src/hooks/child/hidden.ts', "import '../lint';"),
    plant('src/hooks/child/hidden.ts', "import '../testing';"),
    plant('src/hooks/parent/host/hidden.ts', "import '../../testing';"),
    plant('src/core.ts', "import './cli/runReport';"),
    plant('src/core.ts', "import './cliCores';"),
    plant('src/coreFiles.ts', "import './cli/runReport';"),
    plant('src/corePorts.ts', "import type { X } from './cliCores';"),
    plant('src/extension.ts', "import './cli/runReport';"),
    plant('src/extension.ts', "export const core = import('./cliCores');"),
    plant('src/tools/hidden.ts', 'export const w = (path: string) => import(path);'),
    plant('src/shell/hidden.ts', 'export const x = (path: string) => import(path);'),
    plant('src/view/hidden.ts', 'export const y = (path: string) => import(path);'),
    plant('src/agent/loop/hidden.ts', 'export const z = (path: string) => import(path);'),
    plant('src/adapters/sandbox/hidden.ts', "import { createRequire } from 'node:module';"),
    plant('src/hooks/parent/host/hidden.ts', "import Module from 'module';"),
    plant('src/editor/hidden.ts', "export const aa = module.require('../view/chat');"),
    plant('src/guard/calls/hidden.ts', "export const ab = module['require']('../../hooks/chain/chain');"),
    plant('src/cli/hidden.ts', "export const ac = process.mainModule?.require('../editor/models');"),
    plant('src/hooks/lint/hidden.ts', "export const ad = (process as any).getBuiltinModule('node:module');"),
  ];
  /** What leads outside without an import. */
  const doors = [
    plant('src/agent/loop/doors.ts', "export const a = module.require('node:fs');"),
    plant('src/tools/doors.ts', "export const b = process.getBuiltinModule('node:fs');"),
    plant('src/shared/basics/doors.ts', 'export const c = process.env.HOME;'),
    plant('src/hooks/chain/running/doors.ts', "export const d = fetch('http://localhost');"),
    plant('src/models/doors.ts', "export const e = new WebSocket('ws://localhost');"),
    plant('src/shell/doors.ts', 'export const f = global;'),
    plant('src/view/doors.ts', "export const g = new Worker(new URL('../agent/loop.ts', import.meta.url));"),
    plant('src/view/doors.ts', "export const h = fetch('http://localhost');"),
    plant('src/agent/loop/doors.ts', "export const i = globalThis.process.getBuiltinModule('node:fs');"),
    plant('src/shell/doors.ts', "export const j = globalThis['fetch']('http://localhost');"),
    plant('src/view/doors.ts', "export const k = globalThis.fetch('http://localhost');"),
    plant('src/models/doors.ts', "export const l = process.getBuiltinModule('node:fs');"),
    plant('src/shell/doors.ts', 'export const { getBuiltinModule } = process;'),
    plant('src/shell/doors.ts', "export const m = process.mainModule?.require('node:fs');"),
    plant('src/models/doors.ts', 'export const n = process.dlopen;'),
    plant('src/agent/loop/doors.ts', "export const o = new Function('return process')();"),
    plant('src/hooks/chain/running/doors.ts', "export const p = require.main?.require('node:fs');"),
    plant('src/tools/doors.ts', "export const q = new EventSource('http://localhost');"),
    plant('src/view/doors.ts', "export const r = window.fetch('http://localhost');"),
    plant('src/view/doors.ts', "export const s = navigator.sendBeacon('http://localhost');"),
    plant('src/view/doors.ts', "export const t = new window.Worker('a.js');"),
    plant('src/view/doors.ts', "export const u = self['fetch']('http://localhost');"),
    plant('src/shell/doors.ts', "export const v = (process as any).binding('fs');"),
    plant('src/models/doors.ts', "export const w = (process as any)['binding']('fs');"),
    plant('src/shell/doors.ts', "export const x = (process as any)['getBuiltin' + 'Module']('fs');"),
    plant('src/models/doors.ts', 'export const own = process as any;'),
    plant('src/agent/loop/doors.ts', "export const y = ([] as any).constructor.constructor('return process')();"),
    plant('src/shell/doors.ts', "export const z = (() => {})['constructor']('return process')();"),
    plant('src/shared/basics/doors.ts', 'export const { constructor: A } = (() => {}) as any;'),
    plant('src/view/doors.ts', "export const aa = Reflect.get(() => {}, 'constructor');"),
    plant('src/agent/loop/doors.ts', "export const ab = new BroadcastChannel('x');"),
    plant('src/models/doors.ts', "export const ac = new BroadcastChannel('x');"),
    plant('src/view/doors.ts', "export const ad = new BroadcastChannel('x');"),
    plant('src/tools/doors.ts', "export const ae = eval('process');"),
    plant('src/view/doors.ts', "export const af = window['fetch']('http://localhost');"),
    plant('src/view/doors.ts', "export const ag = (window as any)['fe' + 'tch']('http://localhost');"),
    plant('src/view/doors.ts', "export const ah = top!.fetch('http://localhost');"),
    plant('src/view/doors.ts', "export const ai = (frames as any)['fetch']('http://localhost');"),
    plant('src/view/doors.ts', 'export const aj = new RTCPeerConnection();'),
    plant('src/view/doors.ts', "export const ak = new WebTransport('https://localhost');"),
    plant('src/view/doors.ts', "localStorage.setItem('a', 'b');"),
    plant('src/view/doors.ts', "export const am = indexedDB.open('a');"),
    plant('src/shell/doors.ts', "export const ao = (() => {})[('const' + 'ructor') as 'constructor'];"),
    plant('src/agent/loop/doors.ts', "export const ap = (half: string) => ([] as any)['const' + half];"),
    plant('src/shared/basics/doors.ts', 'export const aq = (half: string) => ([] as any)[`const${half}`];'),
    plant('src/hooks/replay/doors.ts', 'export const an = navigator.userAgent;'),
    plant('src/api/doors.ts', 'export const ar = process.env.HOME;'),
    plant('src/api/doors.ts', "export const at = fetch('http://localhost');"),
    plant('src/api/doors.ts', "export const au = globalThis.process.getBuiltinModule('node:fs');"),
    plant('src/api/doors.ts', "export const av = ([] as any).constructor.constructor('return process')();"),
    plant('src/api/commandHook.ts', "export const aw = fetch('http://localhost');"),
    plant('src/api/commandHook.ts', "export const ax = ([] as any)['constructor'];"),
    plant('src/agent/loop/doors.ts', "console.log('x');"),
    plant('src/models/doors.ts', 'export const ay = __dirname;'),
    plant('src/protocols/doors.ts', 'export const az = () => new MessageChannel();'),
  ];
  /** What tells the time without the clock that a room is given. */
  const clocks = [
    plant('src/agent/clocks.ts', 'export const a = Date.now();'),
    plant('src/tools/clocks.ts', 'export const b = new Date();'),
    plant('src/shell/clocks.ts', 'export const c = new Date().toISOString();'),
    plant('src/hooks/replay/clocks.ts', 'export const d = performance.now();'),
    plant('src/protocols/clocks.ts', "export const e = Date['now']();"),
    plant('src/shared/clocks.ts', 'export const { now } = Date;'),
    plant('src/agent/clocks.ts', 'export const f = Date();'),
    plant('src/agent/clocks.ts', 'export const g = Math.random();'),
    plant('src/agent/clocks.ts', 'export const h = crypto.randomUUID();'),
    plant('src/agent/clocks.ts', 'export const i = process.hrtime();'),
    plant('src/agent/clocks.ts', 'export const j = new Date;'),
    plant('src/adapters/sandbox/clocks.ts', 'export const k = AbortSignal.timeout(1);'),
    plant('src/agent/clocks.ts', 'setTimeout(() => j, 1);'),
    plant('src/tools/clocks.ts', 'export const k = setInterval(() => b, 1);'),
    plant('src/shared/clocks.ts', 'export const later = (told: () => void) => setImmediate(told);'),
    plant('src/agent/clocks.ts', 'export const l = AbortSignal.timeout(1);'),
    plant('src/agent/clocks.ts', "export const m = AbortSignal['timeout'](1);"),
    plant('src/agent/clocks.ts', 'export const { timeout } = AbortSignal;'),
    plant('src/agent/clocks.ts', 'export const { setTimeout: n } = globalThis;'),
    plant('src/tools/clocks.ts', 'export const o = [setTimeout];'),
    plant('src/hooks/chain/running/clocks.ts', 'export const p = Date.now();'),
    plant('src/hooks/chain/running/clocks.ts', 'setTimeout(() => p, 1);'),
    plant('src/agent/clocks.ts', 'export const q = () => Date?.now();'),
    plant('src/agent/clocks.ts', 'export const r = () => Reflect.construct(Date, []);'),
    plant('src/agent/clocks.ts', 'export const s = () => [Date].map((day) => new day());'),
    plant('src/agent/clocks.ts', 'export const t = () => new Date(Date.now());'),
    plant('src/agent/clocks.ts', 'export const { random } = Math;'),
    plant('src/agent/clocks.ts', "export const u = () => Math['random']();"),
  ];
  /** What outlives whoever made it. */
  const states = [
    plant('src/agent/states.ts', 'let a = 0;'),
    plant('src/shared/states.ts', 'export let b = 0;'),
    plant('src/editor/states.ts', 'var c = 0;'),
    plant('src/view/states.ts', 'let d: string | undefined, e = 1;'),
    plant('src/hooks/child/states.ts', 'if (Math.PI > 3) { let f = 0; }'),
    plant('src/agent/states.ts', 'const o = new Map<string, number>();'),
    plant('src/shared/states.ts', 'export const p = new Set();'),
    plant('src/editor/states.ts', 'const q: Map<string, number> = new Map();'),
    plant('src/view/states.ts', 'const r: string[] = [];'),
    plant('src/view/states.ts', 'export const s = [];'),
    plant('src/guard/calls/states.ts', "const t = ['a', 'b'];"),
    plant('src/guard/calls/states.ts', 'const u: Array<() => void> = [];'),
    plant('src/adapters/sandbox/states.ts', 'export const v = new Counter();'),
    plant('src/adapters/sandbox/states.ts', 'const w: Counter = new Counter();'),
    plant('src/adapters/sandbox/states.ts', 'const x = 1, y = new Set<number>();'),
  ];
  const noStates = [
    plant('src/agent/states.ts', 'export const g = () => { let h = 0; h++; return h; };'),
    plant('src/agent/states.ts', 'for (let i = 0; i < 1; i++) g();'),
    plant(
      'src/agent/states.ts',
      'export class J { private k = 0; private readonly l = new Map(); static { let l = 0; l++; } m() { let n = this.k; n++; return n; } }',
    ),
  ];
  noStates.push(
    plant('src/agent/states.ts', "const z: ReadonlySet<string> = new Set(['a']);"),
    plant('src/agent/states.ts', 'export const aa: ReadonlyMap<string, () => void> = new Map();'),
    plant('src/agent/states.ts', "const ab: readonly string[] = ['a'];"),
    plant('src/agent/states.ts', "const ac = ['a', 'b'] as const;"),
    plant('src/agent/states.ts', 'const ad = new WeakMap<object, string>();'),
    plant('src/agent/states.ts', "const ae = new RegExp('a');"),
    plant(
      'src/agent/states.ts',
      'const af = (a: string) => { const b = new Set<string>(); const c = [a]; return b.has(c[0]!); };',
    ),
    plant('src/agent/states.ts', 'const ag = [1].map((n) => n + 1).length;'),
  );
  plant('src/agent/floating.ts', "import { later } from './later';");
  const floating = [
    plant('src/agent/floating.ts', 'later();'),
    plant('src/agent/floating.ts', '[1].map(async () => later());'),
    plant('src/agent/floating.ts', "if (later()) throw new Error('always');"),
  ];
  plant('src/agent/later.ts', 'export async function later(): Promise<void> {}');
  const circle = [
    plant('src/agent/circle.ts', "import type { Half } from './half';"),
    plant('src/agent/half.ts', "import type { Whole } from './circle';"),
  ];
  plant('src/agent/circle.ts', 'export type Whole = Half | 1;');
  plant('src/agent/half.ts', 'export type Half = Whole | 2;');

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'hooksmith-walls-'));
    const rules = readdirSync(join(root, 'test', 'lint')).filter((file) => file.endsWith('.grit'));
    mkdirSync(join(folder, 'test', 'lint'), { recursive: true });
    for (const name of ['biome.json', ...rules.map((file) => join('test', 'lint', file))])
      cpSync(join(root, name), join(folder, name));
    for (const [file, lines] of planted) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
    }
    const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
    const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=github', 'src'];
    const { stdout, stderr } = spawnSync(process.execPath, [biome, ...args], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    });
    complaints = new Map();
    circles = new Set();
    for (const [, title, file, line, text] of stdout.matchAll(/^::error title=([^,]*),file=([^,]*),line=(\d+),[^:]*::(.*)$/gm)) {
      const at = `${relative(folder, join(folder, relative(folder, file!) || file!)).replaceAll('\\', '/')}:${line}`;
      // What is planted from each room to all the others stands in circles, too.
      if (/noImportCycles/.test(title!)) circles.add(at);
      else if (/noRestricted(Imports|Globals)|noCommonJs|noGlobalEval|plugin|Promises/.test(title!)) complaints.set(at, text!);
    }
    assert.ok(complaints.size > 0, stderr);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const complaint = (at: string) => [...complaints].find(([place]) => place.endsWith(at))?.[1];

  for (const room of Object.keys(may))
    it(`${room}: what it may import passes, all else is refused`, () => {
      const own = imports.filter((one) => one.room === room);
      const wrong = own.filter(({ at, isAllowed }) => (complaint(at) === undefined) !== isAllowed);
      assert.deepEqual(
        wrong.map(({ target, isAllowed }) => `${target} is ${isAllowed ? 'refused' : 'let through'}`),
        [],
      );
      assert.ok(own.length > 20);
    });

  it('see an import however it is written', () => {
    assert.deepEqual(
      hidden.filter((at) => complaint(at) === undefined),
      [],
    );
  });

  it('have no door beside the imports', () => {
    assert.deepEqual(
      doors.filter((at) => complaint(at) === undefined),
      [],
    );
    const referring = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .filter((name) => /^\/\/\/\s*<reference/m.test(readFileSync(join(root, 'src', name), 'utf8')));
    assert.deepEqual(referring, [], 'types come by imports and by the tsconfig.json of a process');
  });

  it('let no module keep a variable', () => {
    assert.deepEqual(
      states.filter((at) => complaint(at) === undefined),
      [],
    );
    assert.deepEqual(
      noStates.filter((at) => complaint(at) !== undefined),
      [],
    );
  });

  it('let no room tell the time by itself that is given a clock', () => {
    assert.deepEqual(
      clocks.filter((at) => complaint(at) === undefined),
      [],
    );
  });

  it('let no promise float', () => {
    assert.deepEqual(
      floating.filter((at) => complaint(at) === undefined),
      [],
    );
  });

  it('let no files stand in a circle, by types alone either', () => {
    assert.deepEqual(
      circle.filter((at) => ![...circles].some((place) => place.endsWith(at))),
      [],
    );
  });

  it('are told by nobody to look away, nor is the compiler', () => {
    const away =
      /biome-ignore-|biome-ignore (?:lint(?!\/)|lint\/(?:style|nursery)(?!\/noRestrictedGlobals))|@ts-(?:ignore|nocheck|expect-error)/;
    for (const rule of [
      '-all lint: x',
      '-start lint/plugin: x',
      ' lint: x',
      ' lint/style: x',
      ' lint/style/noRestrictedImports: x',
    ])
      assert.match(`// biome-ignore${rule}`, away);
    assert.doesNotMatch('// biome-ignore lint/plugin: x', away);
    const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    assert.deepEqual(
      names.filter((name) => away.test(readFileSync(join(root, 'src', name), 'utf8'))),
      [],
    );
  });

  it('stand around each folder that there is', () => {
    const foldersIn = (room: string) =>
      readdirSync(join(root, 'src', room), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
    const walled = new Set(Object.keys(may).map((room) => room.split('/')[0]));
    assert.deepEqual(
      foldersIn('').filter((room) => !walled.has(room)),
      [],
    );
    for (const [room, its] of Object.entries(within)) assert.deepEqual(foldersIn(room).sort(), Object.keys(its).sort());
  });
});

describe('what each process may know', function () {
  this.timeout(120_000);
  const check = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.check as string;

  /** What the compiler says of a file with this text among those of the project in `folder`. */
  function errorsOf(folder: string, text: string): string[] {
    const path = join(root, folder, 'tsconfig.json');
    const { config } = ts.readConfigFile(path, ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: ['none.ts'] }, ts.sys, dirname(path));
    const name = join(root, folder, 'planted.ts');
    const host = ts.createCompilerHost(options);
    const { getSourceFile, fileExists } = host;
    host.fileExists = (file) => file === name || fileExists.call(host, file);
    host.getSourceFile = (file, ...rest) =>
      file === name ? ts.createSourceFile(file, text, ts.ScriptTarget.ES2022) : getSourceFile.call(host, file, ...rest);
    const program = ts.createProgram([name], { ...options, incremental: false, tsBuildInfoFile: undefined }, host);
    const source = program.getSourceFile(name);
    return program.getSemanticDiagnostics(source).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  }

  it('dist/host.js: the small form of zod alone, which each host of hooks reads at its start', () => {
    const text = readFileSync(join(root, 'dist', 'host.js'), 'utf8');
    assert.match(text, /node_modules\/zod\/v4\/mini\//);
    assert.doesNotMatch(text, /node_modules\/zod\/v4\/classic\//);
  });

  for (const [folder, foreign, own] of [
    ['src', "document.title = 'x';", 'process.cwd();'],
    ['src/hooks/child', "window.alert('x');", 'process.cwd();'],
    ['src/view', 'process.cwd();', "document.title = 'x';"],
  ] as const)
    it(`${folder}: its own globals and no others`, () => {
      assert.ok(check.split(' ').includes(folder), `npm run check leaves ${folder} out`);
      assert.deepEqual(errorsOf(folder, own), []);
      assert.match(errorsOf(folder, foreign).join(), /Cannot find name/);
    });
});
