import { type Message, resultText } from '../src/index.ts';

/** Distinct facts of some messages by kind, found by rules that share nothing with the engine's own. */
export interface SecondFinds {
  readonly paths: ReadonlySet<string>;
  readonly commands: ReadonlyMap<string, 'ok' | 'failed'>;
  readonly errors: ReadonlySet<string>;
  readonly directives: ReadonlySet<string>;
  readonly decisions: ReadonlySet<string>;
}

const PATH =
  /(?:\/|~\/|\.{1,2}\/)?(?:[A-Za-z0-9_@.+-]+\/)+[A-Za-z0-9_@+-][A-Za-z0-9_@.+-]*\.[A-Za-z][A-Za-z0-9]{0,7}\b|(?<![\w./-])[A-Za-z0-9_-]+\.(?:ts|tsx|js|json|md|go|py|rs|java|sh|yaml|yml|toml|css|html)\b/gu;
const ERROR_START = /^\s*(?:[\w.]*(?:Error|Exception)\b:?|error(?:\[\w+\])?:|fatal:|panic:|npm ERR!|FAIL\b|--- FAIL|Traceback)/u;
const SENTENCE = /[^\n.!?]+(?:[.!?](?!\s|$)[^\n.!?]*)*[.!?]?/gu;
const DIRECTIVE = /\b(?:must|never|always|don't|do not|only)\b/iu;
const DECISION =
  /\b(?:decided|decision|chose|choose|instead of|rather than|going with|go with|we'll use|i'll use|switch(?:ed)? to|agreed|settled on|the fix|best approach|should use)\b/iu;

/** Looks for facts in messages as a stranger would. */
export function secondFinds(messages: readonly Message[]): SecondFinds {
  const paths = new Set<string>();
  const commands = new Map<string, 'ok' | 'failed'>();
  const errors = new Set<string>();
  const orders = new Set<string>();
  const decisions = new Set<string>();
  const pending = new Map<string, string>();
  const sentences = (text: string, pattern: RegExp, into: Set<string>) => {
    for (const [sentence] of text.matchAll(SENTENCE))
      if (pattern.test(sentence) && sentence.trim().length > 11) into.add(sentence.trim());
  };
  for (const { role, parts } of messages) {
    for (const part of parts) {
      if (part.type === 'text') {
        for (const [path] of part.text.matchAll(PATH)) paths.add(path);
        if (role === 'user') sentences(part.text, DIRECTIVE, orders);
        if (role === 'assistant') sentences(part.text, DECISION, decisions);
      } else if (part.type === 'tool-call') {
        const text = typeof part.input === 'string' ? part.input : strings(part.input).join('\n');
        for (const [path] of text.matchAll(PATH)) paths.add(path);
        const input = part.input as { command?: unknown; cmd?: unknown } | null;
        const command = input?.command ?? input?.cmd;
        if (typeof command === 'string' && command.trim() !== '')
          pending.set(part.id, (command.trim().split('\n')[0] as string).slice(0, 120).trim());
      } else if (part.type === 'tool-result') {
        const text = resultText(part);
        for (const [path] of text.matchAll(PATH)) paths.add(path);
        const lines = text.split('\n').filter((line) => line.trim() !== '');
        if (part.isError && lines[0] !== undefined) errors.add(lines[0].trim().slice(0, 200));
        const command = pending.get(part.id);
        if (command === undefined) continue;
        const code = /(?:exited with code|exit code:?|<returncode>)\s*(\d+)/iu.exec(text)?.[1];
        commands.set(command, part.isError || (code !== undefined && code !== '0') ? 'failed' : 'ok');
        for (const line of lines) if (line.length <= 200 && ERROR_START.test(line)) errors.add(line.trim());
      }
    }
  }
  return { paths, commands, errors, directives: new Set(saidByPeople(orders)), decisions };
}

/** What comes again with other numbers is a harness', and who asks gives no order. */
function saidByPeople(orders: ReadonlySet<string>): readonly string[] {
  const shapes = Map.groupBy(orders, (order) => order.replace(/\d+/gu, '0'));
  return [...orders].filter((order) => !order.endsWith('?') && (shapes.get(order.replace(/\d+/gu, '0'))?.length ?? 0) < 3);
}

function strings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(strings) : [];
}

/** Whether a text tells of a path: as it is, or its folder and its name on one line. */
export function tellsPath(text: string, path: string): boolean {
  if (text.includes(path)) return true;
  const slash = path.lastIndexOf('/');
  const folder = path.slice(0, slash + 1).replace(/^\.\//u, '');
  const name = path.slice(slash + 1);
  return text
    .split('\n')
    .some(
      (line) =>
        line.includes(folder) &&
        (line.includes(`{${name}`) || line.includes(`,${name}`) || line.includes(`/${name}`) || line.includes(` ${name}`)),
    );
}

/** Whether a text gives a command under the outcome it had. */
export function tellsCommand(text: string, command: string, outcome: 'ok' | 'failed'): boolean {
  let section = '';
  let seen = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) section = line;
    if (!line.includes(command)) continue;
    seen = true;
    if (/failed/u.test(section) === (outcome === 'failed')) return true;
  }
  return seen && !/commands that/iu.test(text);
}

/** The sentences of a text: of at least four words, mostly plain ones, with a sign at their end. */
export function sentencesIn(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('#')) return [];
    const sentences = line.replace(/^- (?:User: )?/u, '').split(/(?<=[.!?:]["'`)*]{0,3})\s+/u);
    return sentences.filter((sentence) => {
      const words = sentence.split(/\s+/u);
      const plain = words.filter((word) => /^["'“(*_]*\p{L}[\p{L}'’-]*["'”)*_]*[.,;:!?)]*["'”)*_`]*$/u.test(word)).length;
      return plain >= 4 && plain >= words.length * 0.5 && /[.!?:]["'”`)*_]*$/u.test(sentence);
    });
  });
}
