/** Runs test files of hooks, each in a process of its own, and tells of each test as it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FileCoverage } from '../../shared/hooks/fileCoverage';
import { coverageOf } from './coverage';
import { bundleTest } from './testFiles';
import { type FromTests, fromTests, type Progress, progress, stray, type TestFailure } from './testProtocol';

export interface TestPlace {
  file: string;
  /** 1-based. */
  line: number;
  column: number;
}

export interface TestResult extends Pick<FromTests, 'status' | 'durationMs'>, TestPlace {
  /** Names of the suites around it, and its own; none where it is the file that failed. */
  path: string[];
  failure?: TestFailure & { place?: TestPlace };
}

export interface TestRun {
  /** Of the built product. */
  dist: string;
  /** Where relative paths of calls start. */
  cwd: string;
  signal?: AbortSignal;
  /** How long no test may end until the process is stopped; none counts while a debugger may hold it. */
  quietMs?: number;
  /** Only tests with one of these names. */
  names?: readonly string[];
  /** The process waits for a debugger at this port; `bundle` is what it runs. */
  onDebugger?(port: number, bundle: string): void;
  /** Asks for the lines that were reached. */
  onCoverage?(files: FileCoverage[]): void;
  onResult(result: TestResult): void;
  /** What tests print. */
  onOutput?(text: string): void;
}

const longestQuietMs = 120_000;

export async function runTestFile(file: string, run: TestRun): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hooksmith-tests-'));
  try {
    const bundle = join(realpathSync(folder), 'test.mjs');
    const problems = await bundleTest(file, bundle, run.dist);
    for (const { message, ...place } of problems)
      run.onResult({ ...place, path: [], status: 'failed', durationMs: 0, failure: { message, stack: '', place } });
    if (problems.length === 0) await runBundle(file, bundle, run);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runBundle(file: string, bundle: string, run: TestRun): Promise<void> {
  const { signal, quietMs = longestQuietMs, onDebugger, onCoverage, onResult, onOutput } = run;
  const coverage = join(dirname(bundle), 'coverage');
  const places = new Places(file, bundle, run.dist);
  const end = new TestsEnd();
  return new Promise((done) => {
    const child = start(file, bundle, coverage, run);
    const timer = onDebugger
      ? undefined
      : setTimeout(() => {
          end.quiet = `no test ended for ${quietMs / 1000} s, and the process was stopped: a test waits for ever, or something, as a timer, is left open`;
          child.kill('SIGKILL');
        }, quietMs);
    const over = (failed?: string) => {
      clearTimeout(timer);
      if (failed !== undefined && !signal?.aborted) {
        const stack = end.errors || (end.stray?.stack ?? '');
        const place = places.thrownAt(stack) ?? { file, line: 1, column: 1 };
        const failure = { message: failed, stack, place };
        onResult({ ...place, path: [], status: 'failed', durationMs: 0, failure });
      }
      done();
    };
    child.stdout?.on('data', (chunk) => onOutput?.(String(chunk)));
    let waits = onDebugger;
    child.stderr?.on('data', (chunk) => {
      const port = waits && /Debugger listening on ws:\/\/[^/]+:(\d+)\//.exec(String(chunk))?.[1];
      if (port) {
        waits?.(Number(port), bundle);
        waits = undefined;
      }
      end.errors = (end.errors + String(chunk)).slice(-20_000);
      onOutput?.(String(chunk));
    });
    child.on('message', (message) => {
      const { data: stage } = progress.safeParse(message);
      if (stage) end.reached.add(stage.reached);
      end.stray ??= stray.safeParse(message).data?.stray;
      const read = fromTests.safeParse(message);
      if (!read.success) return;
      timer?.refresh();
      const result = places.resultOf(read.data);
      if (result.status === 'failed') end.failed++;
      onResult(result);
    });
    child.on('error', ({ message }) => over(message));
    child.on('close', (code, killed) => {
      if (onCoverage && existsSync(coverage)) onCoverage(coverageOf(coverage, bundle));
      over(end.problem(code, killed));
    });
  });
}

function start(file: string, bundle: string, coverage: string, run: TestRun): ChildProcess {
  const { dist, cwd, signal, names = [], onDebugger, onCoverage } = run;
  return spawn(
    process.execPath,
    [
      '--enable-source-maps',
      ...(onDebugger ? ['--inspect-brk=127.0.0.1:0'] : []),
      ...names.map((name) => `--test-name-pattern=${exactly(name)}`),
      `--test-reporter=${pathToFileURL(join(dist, 'testReporter.mjs')).href}`,
      '--test-reporter-destination=stdout',
      bundle,
    ],
    {
      cwd,
      signal,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...process.env,
        // The editor's own program is Node too, where it is told so.
        ELECTRON_RUN_AS_NODE: '1',
        HOOKSMITH_TEST_FILE: file,
        ...(onCoverage ? { NODE_V8_COVERAGE: coverage } : {}),
      },
    },
  );
}

/** Node's own: it waits for that alone, and nothing is left that could bring it about. */
const endlessAwait = 13;

/** What is known of a process of tests as it ends. */
class TestsEnd {
  failed = 0;
  errors = '';
  /** The first that nobody caught. */
  stray: TestFailure | undefined;
  /** Why it was stopped. */
  quiet: string | undefined;
  readonly reached = new Set<Progress['reached']>();

  /** What went wrong beside its tests. */
  problem(code: number | null, killed: string | null): string | undefined {
    if (this.quiet !== undefined) return this.quiet;
    // The last to be told is the end of its tests, where it has any.
    const isWhole = this.reached.has(this.reached.has('tests') ? 'end of tests' : 'idle');
    if (isWhole && ((code === 0 && !killed) || this.failed > 0)) return undefined;
    // It fell before, or between, its tests. What an exit of its own printed is not why.
    if (code === 0) return 'the process ended before its tests did';
    if (code === endlessAwait) return "an 'await' at the top level, of the test or of what it imports, never ends";
    return errorIn(this.errors) ?? this.stray?.message ?? `the process of the tests ended with ${killed ?? `code ${code}`}`;
  }
}

/** Places in what the author wrote, for those in what runs. */
class Places {
  private readonly map: SourceMap;
  private readonly real: string;
  private readonly ours: string;

  constructor(
    private readonly file: string,
    private readonly bundle: string,
    dist: string,
  ) {
    this.map = sourceMapOf(bundle);
    this.real = realpathSync(file);
    this.ours = join(dist, '..', 'src') + sep;
  }

  resultOf({ file: at = this.bundle, line = 1, column = 1, failure, ...rest }: FromTests): TestResult {
    const named = at.startsWith('file:') ? fileURLToPath(at) : at;
    const place =
      named === this.bundle
        ? (originalPlace(this.map, line, column) ?? { file: this.file, line: 1, column: 1 })
        : { file: named, line, column };
    const thrownAt = failure && this.thrownAt(failure.stack);
    return {
      ...rest,
      ...this.told(place),
      ...(failure ? { failure: { ...failure, ...(thrownAt ? { place: thrownAt } : {}) } } : {}),
    };
  }

  thrownAt(stack: string): TestPlace | undefined {
    const place = placeInStack(stack, this.ours);
    return place && this.told(place);
  }

  /** By the name that the file was given. */
  private told(place: TestPlace): TestPlace {
    return place.file === this.real ? { ...place, file: this.file } : place;
  }
}

/** A pattern that this name matches, and no other. */
const exactly = (name: string): string => `/^${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$/`;

function sourceMapOf(bundle: string): SourceMap {
  const text = readFileSync(bundle, 'utf8');
  const data = text.slice(text.lastIndexOf('base64,') + 'base64,'.length);
  return new SourceMap(JSON.parse(Buffer.from(data, 'base64').toString('utf8')));
}

function originalPlace(map: SourceMap, line: number, column: number): TestPlace | undefined {
  const found = map.findEntry(line - 1, column - 1);
  if (!('originalSource' in found)) return undefined;
  return { file: found.originalSource, line: found.originalLine + 1, column: found.originalColumn + 1 };
}

/** The first place in a stack that is neither Node's nor a package's, nor in the sources that our own code was built from. */
function placeInStack(stack: string, ours: string): TestPlace | undefined {
  for (const [, file, line, column] of stack.matchAll(
    /(?:\(|at |^)((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^\n()]*?):(\d+)(?::(\d+))?(?:\)|$)/gm,
  )) {
    const path = file!.startsWith('file:') ? fileURLToPath(file!) : file!;
    if (/[/\\](?:node_modules|dist)[/\\]/.test(path) || path.startsWith(ours)) continue;
    return { file: path, line: Number(line), column: Number(column ?? 1) };
  }
  return undefined;
}

const errorIn = (stderr: string): string | undefined => /^(?:\w*Error(?: \[\w+\])?: .+)$/m.exec(stderr)?.[0];
