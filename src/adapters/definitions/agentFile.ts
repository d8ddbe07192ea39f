/** One definition of an agent: Markdown with YAML front matter, whose body is the system prompt. What is wrong with it is named at its place. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isMap, LineCounter, parseDocument, type YAMLMap } from 'yaml';
import * as z from 'zod';
import { type AgentDefinition, mainAgent } from '../../agent/ports/agents';
import { withoutMark } from '../../shared/basics/byteOrderMark';
import { nearest } from '../../shared/basics/nearest';
import { splitFrontMatter } from './frontMatter';

/** 1-based. */
export interface AgentProblem {
  file: string;
  line: number;
  column: number;
  message: string;
  severity: 'error' | 'warning';
}

/** A tool, or an agent, that a file names, and where. */
export interface Mention extends Pick<AgentProblem, 'file' | 'line' | 'column'> {
  tool?: string;
  agent?: string;
}

const namePattern = /^[A-Za-z0-9][\w-]*$/;
const toolList = z
  .union([z.string(), z.array(z.string())], 'must be names, as a list or with commas between them')
  .transform((given) => (typeof given === 'string' ? given.split(',') : given).map((name) => name.trim()).filter(Boolean));
const text = 'must be a text';
const frontMatter = z.object({
  name: z.string(text).regex(namePattern, 'must be letters, digits, - and _').optional(),
  description: z.string(text).min(1, 'must not be empty').nullish(),
  tools: toolList.nullish(),
  disallowedTools: toolList.nullish(),
  model: z.string(text).nullish(),
  handoffs: toolList.nullish(),
});
/** Understood by other programs that read these files; they mean nothing here. */
const foreignKeys: readonly string[] = [
  'color',
  'permissionMode',
  'mcpServers',
  'hooks',
  'maxTurns',
  'skills',
  'memory',
  'effort',
  'background',
  'isolation',
  'initialPrompt',
];

interface ParsedHead {
  read: string;
  lines: LineCounter;
  document: ReturnType<typeof parseDocument>;
}

/** The front matter begins on the second line of the file. */
function placeIn({ lines }: ParsedHead, offset: number | undefined): Place {
  if (offset === undefined) return top;
  const { line, col } = lines.linePos(offset);
  return [line + 1, col];
}

/**
 * Claude Code takes values that YAML does not, as in `description: Use this: it helps` and `tools: *`: where a head is no YAML, it is read once more with those
 * in quotes. `read` is the text to which places in the document belong.
 */
function parseHead(head: string): ParsedHead {
  const parsed = (read: string) => {
    const lines = new LineCounter();
    return { read, lines, document: parseDocument(read, { lineCounter: lines }) };
  };
  const strict = parsed(head);
  if (strict.document.errors.length === 0) return strict;
  const quoted = head.replace(
    /^([A-Za-z]\w*:[ \t]+)([^\s'"|>&![{#].*?)([ \t]*\r?)$/gm,
    (whole, key: string, value: string, end: string) =>
      /:( |$)|^[*@`%]/.test(value) ? `${key}'${value.replaceAll("'", "''")}'${end}` : whole,
  );
  const loose = parsed(quoted);
  return loose.document.errors.length === 0 ? loose : strict;
}

interface AgentFile {
  definition?: AgentDefinition;
  mentions?: Mention[];
  problems: AgentProblem[];
}

export function readAgent(file: string): AgentFile {
  let text: string;
  try {
    text = withoutMark(readFileSync(file, 'utf8'));
  } catch (error) {
    return {
      problems: [{ file, line: 1, column: 1, severity: 'error', message: `cannot be read: ${(error as Error).message}` }],
    };
  }
  return new AgentReader(file).read(text);
}

type Head = z.infer<typeof frontMatter>;
type Place = readonly [line: number, column: number];
const top: Place = [1, 1];

class AgentReader {
  private readonly problems: AgentProblem[] = [];

  constructor(private readonly file: string) {}

  read(text: string): AgentFile {
    const parts = splitFrontMatter(text);
    if (!parts)
      return this.refused(top, 'an agent begins with front matter: a line ---, then name and description, then a line ---');
    const parsed = parseHead(parts.head);
    const { contents, errors } = parsed.document;
    for (const { pos, message } of errors)
      this.problem(placeIn(parsed, pos[0]), message.split('\n', 1)[0]!.replace(/ at line \d+.*$/, ''));
    if (errors.length > 0) return { problems: this.problems };
    if (!isMap(contents)) return this.refused([2, 1], 'the front matter must be a list of `name: value` lines');
    const head = this.headOf(parsed);
    if (!head) return { problems: this.problems };
    const name = head.name ?? basename(this.file, '.md');
    if (!namePattern.test(name)) return this.refused(top, `${name} is no name for an agent: use letters, digits, - and _`);
    if (name !== mainAgent && !head.description)
      return this.refused(top, 'description is needed: it tells the model what the agent is for');
    this.warnOfKeys(parsed, contents);
    const definition = this.definitionOf(name, head, parts.body.trim());
    return { definition, mentions: this.mentionsOf(parsed, head), problems: this.problems };
  }

  private problem([line, column]: Place, message: string, severity: AgentProblem['severity'] = 'error'): void {
    this.problems.push({ file: this.file, line, column, message, severity });
  }

  private refused(place: Place, message: string): AgentFile {
    this.problem(place, message);
    return { problems: this.problems };
  }

  private headOf(parsed: ParsedHead): Head | undefined {
    const { success, data, error } = frontMatter.safeParse(parsed.document.toJS());
    if (success) return data;
    for (const { path, message } of error.issues) {
      const node = parsed.document.getIn(path as string[], true) as { range?: [number, number, number] } | undefined;
      this.problem(placeIn(parsed, node?.range?.[0]), `${path.join('.')} ${message}`);
    }
    return undefined;
  }

  private warnOfKeys(parsed: ParsedHead, { items }: YAMLMap): void {
    const known = Object.keys(frontMatter.shape);
    for (const pair of items) {
      const { value: key, range } = pair.key as { value: unknown; range?: [number, number, number] };
      if (typeof key !== 'string' || known.includes(key) || foreignKeys.includes(key)) continue;
      const near = nearest(key, known, 1);
      const meant = near.length > 0 ? `; did you mean ${near.join(', ')}?` : '';
      this.problem(placeIn(parsed, range?.[0]), `${key} is not known here${meant}`, 'warning');
    }
  }

  private mentionsOf(parsed: ParsedHead, { tools, disallowedTools, handoffs }: Head): Mention[] {
    const named = { tools, disallowedTools, handoffs };
    return Object.entries(named).flatMap(([field, names]) =>
      (names ?? []).map((name): Mention => {
        const { range } = parsed.document.get(field, true) as { range: [number, number, number] };
        const [line, column] = placeIn(parsed, range[0] + parsed.read.slice(range[0], range[1]).indexOf(name));
        return { file: this.file, line, column, [field === 'handoffs' ? 'agent' : 'tool']: name };
      }),
    );
  }

  private definitionOf(name: string, head: Head, system: string): AgentDefinition {
    const { description, tools, disallowedTools, model, handoffs } = head;
    const isMain = name === mainAgent;
    if (isMain && model)
      this.problem(top, 'the model of the conversation is chosen where it is held: model counts for other agents', 'warning');
    if (system === '' && !isMain) this.problem(top, 'the agent has no system prompt: write it below the front matter', 'warning');
    return {
      name,
      file: this.file,
      description: description ?? '',
      system,
      ...(tools ? { tools } : {}),
      ...(disallowedTools ? { disallowedTools } : {}),
      ...(model && model !== 'inherit' && !isMain ? { model } : {}),
      ...(handoffs ? { handoffs } : {}),
    };
  }
}
