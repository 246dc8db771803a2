import type { EvidenceItem } from '../evidence/item.ts';
import { inOrder, listLines } from '../evidence/ledger.ts';
import { LISTS, type ListName, lineOf, listOf, USER_MARK } from '../evidence/ledger-format.ts';
import { isProse } from '../evidence/sentences.ts';
import { SECTIONS } from '../prompts.ts';
import { type Section, TECHNICAL, TOOLS, type Unit } from './unit.ts';

const LISTS_OF: Readonly<Partial<Record<Section, readonly ListName[]>>> = {
  [TECHNICAL]: ['values', 'errors', 'files'],
  [TOOLS]: ['failed', 'worked'],
};

/** A summary under its headings: units in the order they were said, lists under them. Headings with nothing under them are left out. */
export function compose(units: readonly Unit[], listed: readonly EvidenceItem[]): string {
  const blocks = SECTIONS.flatMap((heading, section) => {
    const lines = [...unitLines(units.filter((unit) => unit.section === section)), ...listsOf(section as Section, listed)];
    return lines.length === 0 ? [] : [`## ${heading}\n${lines.join('\n')}`];
  });
  return blocks.join('\n\n').toWellFormed();
}

/** Neighbours of one passage share a line, as they did where they come from; code keeps its own lines. */
function unitLines(units: readonly Unit[]): readonly string[] {
  const lines: string[] = [];
  let last: Unit | null = null;
  for (const unit of units) {
    const text = unit.text.includes('\n') ? unit.text : pointed(unit);
    const joins: boolean =
      last !== null && last.passage === unit.passage && last.byUser === unit.byUser && flows(last.text, unit);
    if (joins) lines[lines.length - 1] += ` ${text}`;
    else lines.push(unit.text.includes('\n') ? text : `${unit.byUser ? USER_MARK : '- '}${text}`);
    last = unit;
  }
  return lines;
}

const UNENDED = /[\p{L}\p{N}][)\]'"`*_]*$/u;

/** A unit as the point of a list. What nobody ended, such as a remark, gets a full stop; a user's words stay as they are. */
function pointed({ text, byUser }: Unit): string {
  const line = lineOf(text).replace(/^[-*•]\s+/u, '');
  return !byUser && UNENDED.test(line) && isProse(line) ? `${line}.` : line;
}

const OWN_LINE = /^(?:\d{1,3}[.)]|[#|>*•-])\s|\n/u;

/** A user's sentences share a line only where each of them can be told from the other again. */
function flows(before: string, { text, byUser }: Unit): boolean {
  const ended = byUser ? /[.!?。！？…]["'”’)\]*_`]*$/u : /[.!?。！？…)]["'”’)\]*_`]*$/u;
  return ended.test(before) && !OWN_LINE.test(text) && !before.includes('\n') && !(byUser && /^\p{Ll}/u.test(text));
}

function listsOf(section: Section, listed: readonly EvidenceItem[]): readonly string[] {
  return (LISTS_OF[section] ?? []).flatMap((name) => {
    const items = inOrder(listed.filter((item) => listOf(item) === name));
    return items.length === 0 ? [] : [LISTS[name], ...listLines(name, items)];
  });
}
