/** What goes with the words of a message: what the human attached, and what a slash command stands for. In the message it is text, each part in a tag of its own. */

export interface PromptPart {
  tag: 'attached' | 'command';
  /** `file`, `folder`, `selection`, `open`, `problems`, `terminal`, `changes`, `resource` …; of a command its source. */
  kind: string;
  /** As people read it. */
  name: string;
  /** Of the file that it is from. */
  path?: string;
  /** What is not whole, and why. */
  note?: string;
  text: string;
}

const names = ['kind', 'name', 'path', 'note'] as const;

export function partText(part: PromptPart): string {
  const { tag, text } = part;
  const attributes = names.flatMap((name) => (part[name] === undefined ? [] : ` ${name}="${escaped(part[name])}"`));
  // No text ends its own part, or begins another.
  const inside = text.replace(/<(\/?)(attached|command)(?=[\s>])/g, '<$1\u200b$2');
  return `<${tag}${attributes.join('')}>\n${inside}\n</${tag}>`;
}

const whole = /<(attached|command)((?: [a-z]+="[^"<>]*")*)>\n([\s\S]*?)\n<\/\1>/g;

/** The human's own words, and the parts among them. */
export function splitParts(text: string): { own: string; parts: PromptPart[] } {
  const parts: PromptPart[] = [];
  if (!text.includes('<attached ') && !text.includes('<command ')) return { own: text, parts };
  const own = text.replace(whole, (_, tag: PromptPart['tag'], given: string, inside: string) => {
    const read = new Map([...given.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name, value]) => [name, unescaped(value!)]));
    const [kind = '', name = '', path, note] = names.map((one) => read.get(one));
    const text = inside.replaceAll('\u200b', '');
    parts.push({ tag, kind, name, ...(path === undefined ? {} : { path }), ...(note === undefined ? {} : { note }), text });
    return '';
  });
  return { own: own.trim(), parts };
}

const marks: readonly [string, string][] = [
  ['&', '&amp;'],
  ['"', '&quot;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
];
const escaped = (value: string) =>
  marks.reduce((text, [mark, word]) => text.replaceAll(mark, word), value.replace(/[\r\n]+/g, ' '));
const unescaped = (value: string) => marks.reduceRight((text, [mark, word]) => text.replaceAll(word, mark), value);
