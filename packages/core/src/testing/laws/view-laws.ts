import { positionsOf } from '../../conversation.ts';
import { cutText, TRUNCATED } from '../../cut.ts';
import { neutralise } from '../../fence.ts';
import type { Fold, PartTarget } from '../../fold.ts';
import type { Json, Message, Part } from '../../message.ts';
import { foldPart, partStandIn, partText } from '../../part-folds.ts';
import { shownWhole } from '../../protection.ts';
import { callOf } from '../../rules/tool-pairs.ts';
import { unitsOf } from '../../rules/units.ts';
import type { EntryRow, StandInRow } from '../../view.ts';
import { firstOf, type Law } from './law.ts';
import type { Moment, Trial } from './trial.ts';

/** A law about what is seen at every moment of a trial. */
function atEveryMoment(id: string, name: string, wrong: (moment: Moment, trial: Trial) => string | null): Law {
  const broken: Law['broken'] = (trial) =>
    firstOf(trial.moments, (moment) => {
      const what = wrong(moment, trial);
      return what === null ? null : `after ${moment.after}: ${what}`;
    });
  return { id, name, broken };
}

function entryRows({ view }: Moment): readonly EntryRow[] {
  return view.rows.filter((row) => row.kind === 'entry');
}

function standIns({ view }: Moment): readonly StandInRow[] {
  return view.rows.filter((row) => row.kind === 'stand-in');
}

function bytes(value: unknown): string {
  return JSON.stringify(value);
}

const order = atEveryMoment('V1', 'what is sent is in the order of the transcript', ({ view, sent }) => {
  let last = -1;
  for (const row of view.rows) {
    if (row.index <= last) return `row ${row.index} stands behind row ${last}`;
    if (row.kind === 'stand-in' && (row.index < row.from || row.index > row.to)) return `a stand-in stands outside its span`;
    last = row.index;
  }
  const wanted = view.rows.flatMap((row) => row.message ?? []);
  if (wanted.length !== sent.length) return `${wanted.length} rows speak, ${sent.length} messages are sent`;
  return firstOf(wanted.keys(), (at) => (bytes(wanted[at]) === bytes(sent[at]) ? null : `message ${at} is not its row's`));
});

const decomposition = atEveryMoment('V2', 'every entry is shown or covered, never both', (moment) => {
  const { transcript } = moment.conversation;
  const seen = new Uint8Array(transcript.length);
  for (const row of entryRows(moment)) {
    if (row.entry !== transcript[row.index]) return `row ${row.index} shows another entry`;
    seen[row.index] = (seen[row.index] ?? 0) + 1;
  }
  for (const { from, to, covers } of standIns(moment)) {
    let covered = 0;
    for (let index = from; index <= to; index++) {
      if (seen[index] === 1) continue;
      seen[index] = 2;
      covered++;
    }
    if (covered !== covers) return `a stand-in says it covers ${covers} entries and covers ${covered}`;
  }
  const missing = seen.indexOf(0);
  if (missing >= 0) return `entry ${missing} is neither shown nor covered`;
  return firstOf(entryRows(moment), changedOutsideFolds);
});

/** An entry shows its own bytes but where a fold applies. */
function changedOutsideFolds(row: EntryRow): string | null {
  const folds = new Map(row.folds.map((fold) => [(fold.target as PartTarget).index, fold]));
  if (folds.size === 0) return row.message === row.entry.message ? null : `entry ${row.index} is changed without a fold`;
  return firstOf(row.entry.message.parts.entries(), ([index, part]) => {
    const fold = folds.get(index);
    const wanted = fold === undefined ? part : foldPart(part, partStandIn(fold));
    return bytes(row.message.parts[index]) === bytes(wanted)
      ? null
      : `part ${index} of entry ${row.index} is not what its fold says`;
  });
}

const protection = atEveryMoment('V3', 'protected entries are sent byte for byte', ({ conversation, sent, view }) => {
  const whole = shownWhole(conversation);
  const places = view.rows.filter((row) => row.message !== null);
  const shown = new Map(places.map((row, at) => [row.index, sent[at]]));
  return firstOf(conversation.transcript.entries(), ([index, entry]) =>
    whole[index] !== 1 || bytes(shown.get(index)) === bytes(entry.message) ? null : `entry ${index} is protected and changed`,
  );
});

const opening = atEveryMoment('V4', 'the opening and the newest system text are sent byte for byte', ({ conversation, sent }) => {
  const { transcript } = conversation;
  const first = transcript.findIndex(({ message }) => message.role !== 'system');
  const newest = transcript.findLastIndex(({ message }) => message.role === 'system');
  const held = transcript.filter((_, index) => index <= first || index === newest);
  const all = new Set(sent.map(bytes));
  return firstOf(held, ({ message }) => (all.has(bytes(message)) ? null : 'a message of the opening is changed or missing'));
});

const references = atEveryMoment('R1', 'a reference has its origin whole above it', (moment) => {
  const rows = new Map(entryRows(moment).map((row) => [row.index, row]));
  const at = positionsOf(moment.conversation.transcript);
  const byId = new Map(moment.conversation.folds.map((fold) => [fold.id, fold]));
  const wrong = (fold: Fold, index: number): string | null => {
    const below = fold.over === undefined ? undefined : byId.get(fold.over);
    if (fold.over !== undefined && below === undefined) return `the fold on entry ${index} rests on one that is gone`;
    return firstOf(fold.origins ?? [], (origin) => {
      const there = at.get(origin.entry) ?? -1;
      const row = rows.get(there);
      if (row === undefined) return `entry ${index} refers to entry ${there}, which is not shown`;
      const above = there < index || (there === index && origin.part < (fold.target as PartTarget).index);
      if (!above) return `entry ${index} refers to entry ${there}, which is not above it`;
      const { transcript } = moment.conversation;
      const [call, own] = [callOf(transcript, there, origin.part), callOf(transcript, index, (fold.target as PartTarget).index)];
      if (call > own) return `entry ${index} answers a call above entry ${there}, which it refers to`;
      const on = row.folds.find(({ target }) => (target as PartTarget).index === origin.part);
      return on === undefined || on.lossless ? null : `entry ${index} refers to entry ${there}, which is cut`;
    });
  };
  return firstOf(rows.values(), (row) => firstOf(row.folds, (fold) => wrong(fold, row.index)));
});

const groups = atEveryMoment('G1', 'folds of a group apply together or not at all', (moment) => {
  const shown = new Set(entryRows(moment).map((row) => row.entry.id));
  const applied = new Set(entryRows(moment).flatMap((row) => row.folds.map((fold) => fold.id)));
  const covered = new Set(moment.conversation.folds.flatMap((fold) => fold.over ?? []));
  const parts = moment.conversation.folds.filter(
    ({ target, group, id }) => group !== undefined && target.kind === 'part' && shown.has(target.entry) && !covered.has(id),
  );
  return firstOf(Map.groupBy(parts, (fold) => fold.group).values(), (members) => {
    const there = members.filter((fold) => applied.has(fold.id)).length;
    return there === 0 || there === members.length ? null : `${there} of ${members.length} folds of a group apply`;
  });
});

const units = atEveryMoment('S1', 'a call is shown with its result or not at all', (moment, { moments }) => {
  const { transcript } = moment.conversation;
  const together = unitsOf(transcript);
  const shown = new Set(entryRows(moment).map((row) => row.index));
  // A result can come after its call was folded: such a pair is torn by what was said, not by a run.
  const known = moments[0]?.conversation.transcript.length ?? 0;
  return firstOf(shown, (index) => {
    const [from, to] = together.of(index);
    for (let other = from; other <= to; other++)
      if (!shown.has(other) && (to < known || from >= known))
        return `entry ${index} is shown, entry ${other} of its transaction is not`;
    return null;
  });
});

/** What stands in a part for its words: in a call, its longest parameter. */
function fencedText(part: Part): string {
  return (
    (part.type === 'tool-call' ? stringsIn(part.input).find((text) => text.includes('\nA record of ')) : partText(part)) ?? ''
  );
}

function stringsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(stringsIn);
}

/** The body of a fenced text; null when it is not fenced as it should be. */
function fencedBody(text: string): string | null {
  const match =
    /^\[Compressed Message Summary\]\nA record of [^\n]*, not instructions, [^\n]* Recall id: ([^\n]*)\n<record>\n([\s\S]*)\n<\/record ([^>]*)>$/u.exec(
      text,
    );
  return match === null || match[1] !== match[3] ? null : (match[2] ?? null);
}

const fences = atEveryMoment('N1', "a summarizer's words stand inside the fence", (moment) => {
  const texts = [
    ...standIns(moment).flatMap(({ message }) => (message === null ? [] : message.parts)),
    ...entryRows(moment).flatMap((row) =>
      row.folds
        .filter((fold) => fold.kind === 'summary')
        .map((fold) => row.message.parts[(fold.target as PartTarget).index] as Part),
    ),
  ].map(fencedText);
  return firstOf(texts, (text) => {
    const body = fencedBody(text);
    if (body === null) return `a stand-in is not fenced: ${text.slice(0, 80)}`;
    return neutralise(body) === body ? null : 'a fence begins or ends inside a fence';
  });
});

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const unicode = atEveryMoment(
  'N2',
  'stand-ins are well-formed and cut between graphemes',
  (moment) =>
    firstOf(entryRows(moment), (row) =>
      firstOf(row.folds, (fold) => {
        if (!fold.text.isWellFormed()) return `fold ${fold.id} is not well-formed`;
        const part = row.entry.message.parts[(fold.target as PartTarget).index] as Part;
        const source = partText(part);
        if (fold.kind !== 'truncation' || part.type === 'tool-call' || source === null) return null;
        return tornGrapheme(fold.text, source.toWellFormed());
      }),
    ) ?? firstOf(standIns(moment), ({ fold }) => (fold.text.isWellFormed() ? null : `fold ${fold.id} is not well-formed`)),
);

function tornGrapheme(cut: string, source: string): string | null {
  const end = cut.indexOf(TRUNCATED);
  if (end <= 0) return null;
  const kept = cut.slice(0, end - 1);
  if (!source.startsWith(kept)) return null;
  const segment = graphemes.segment(source).containing(kept.length);
  return segment === undefined || segment.index === kept.length
    ? null
    : `a grapheme is torn after ${cutText(kept, { maxChars: 40 })}`;
}

const validity = (validate: (messages: readonly Message[], trial: Trial) => string | null) =>
  atEveryMoment('D1', 'every API takes what is sent', ({ sent }, trial) => validate(sent, trial));

/** The laws of what is seen; with `validate`, also what an API would say to it. */
export function viewLaws(validate?: (messages: readonly Message[], trial: Trial) => string | null): readonly Law[] {
  const structural = [order, decomposition, protection, opening, references, groups, units, fences, unicode];
  return validate === undefined ? structural : [...structural, validity(validate)];
}
