import { type Shape, shapeOf } from './shape.ts';

/** A text of any length: a beginning, what is said again and again, an end that fits nothing. */
export interface Adversary {
  readonly name: string;
  make(length: number): string;
}

const COMMON = [
  ...'aZs0_ \t\n\r.,-=/\\"\'`<>()[]{}:;#*+|&%$@!?~^é中あ한',
  ...[
    '\u{1f600}',
    '\ud800',
    '\udc00',
    '\u200b',
    '\u0301',
    '\u3164',
    '\u0000',
    '\u001b',
    '\u2026',
    '\u201c',
    '\u2013',
    '\u00a0',
    '\u2028',
  ],
];
/** Behind what is repeated: nothing, and what most expressions do not want there. */
const ENDS = ['', '\u0000', '\nx'];
const MAX_PUMPS = 40;

/** Texts made of the expression's own letters, classes and repetitions, and of long runs of what is common. */
export function adversariesOf(source: string, flags: string): readonly Adversary[] {
  const signs = [...new Set([...COMMON, ...source])];
  const shape = shapeOf(source);
  const members = new Map<string, readonly string[]>();
  const membersOf = (atom: string): readonly string[] => {
    let known = members.get(atom);
    if (known === undefined) {
      const one = new RegExp(`^(?:${atom})$`, flags.replace(/[gym]/g, ''));
      known = signs.filter((sign) => one.test(sign));
      members.set(atom, known);
    }
    return known;
  };
  const pumps = new Map<string, { readonly before: string; readonly pump: string }>();
  collect(shape, '', (before, pump) => pumps.set(`${before}\n${pump}`, { before, pump }));

  const texts = new Map<string, { readonly before: string; readonly pump: string; readonly end: string }>();
  const add = (before: string, pump: string, end: string) => {
    if (pump !== '') texts.set(`${before}|${pump}|${end}`, { before, pump, end });
  };
  for (const { before, pump } of [...pumps.values()].slice(0, MAX_PUMPS)) {
    for (const end of ENDS) {
      add(before, pump, end);
      add('', before + pump, end);
    }
    add('', before, '\u0000');
  }
  const used = [...new Set([...members.values()].flatMap((list) => list.slice(0, 3)))].slice(0, 10);
  for (const sign of signs) add('', sign, '\u0000');
  for (const one of used) for (const other of used) if (one !== other) add('', one + other, '\u0000');
  const whole = sample(shape);
  add('', whole, '');
  for (let cut = 1; cut < Math.min(whole.length, 40); cut++) add('', whole.slice(0, cut), '\u0000');

  return [...texts.values()].map(({ before, pump, end }) => ({
    name: ascii(JSON.stringify([before, pump, end])),
    make: (length: number) =>
      before + pump.repeat(Math.max(1, Math.floor((length - before.length - end.length) / pump.length))) + end,
  }));

  function sample(of: Shape): string {
    if (of.kind === 'one') return membersOf(of.source)[0] ?? '';
    if (of.kind === 'sequence') return of.parts.map(sample).join('');
    if (of.kind === 'either') return sample(of.parts[0] as Shape);
    if (of.kind === 'repeat') return sample(of.part).repeat(Math.max(of.least, Math.min(1, of.most)));
    return '';
  }

  /** Every repetition without an end: what may stand before it, and what it may repeat. */
  function collect(of: Shape, before: string, tell: (before: string, pump: string) => void): void {
    if (of.kind === 'sequence') {
      let seen = before;
      for (const part of of.parts) {
        collect(part, seen, tell);
        seen += sample(part);
      }
    } else if (of.kind === 'either') for (const part of of.parts) collect(part, before, tell);
    else if (of.kind === 'repeat') {
      if (of.most > 8) {
        const pump = of.part;
        if (pump.kind === 'one') for (const sign of membersOf(pump.source).slice(0, 4)) tell(before, sign);
        tell(before, sample(pump));
        // Of what is repeated, each part may be met alone.
        if (pump.kind === 'either') for (const part of pump.parts) tell(before, sample(part));
      }
      collect(of.part, before, tell);
    }
  }
}

/** Without what a terminal or a reader of lines takes for an order. */
function ascii(text: string): string {
  return text.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
