import { counted, formatCount, type Status } from '@tenfold/core';
import { page, pageWidth } from './draw/page.ts';
import { drawGauge } from './draw/status.ts';
import { type TableRow, tableLines } from './draw/table.ts';
import { tame } from './draw/width.ts';
import { about, duration } from './draw/words.ts';
import { eachConversation } from './file/conversations-of.ts';
import { nameOf } from './file/read-text.ts';
import { messagesOf, modelOf, statusFor } from './model-choice.ts';
import type { ReadingOptions } from './options.ts';
import { noteAbout, noteLeftOut } from './reading-notes.ts';
import type { Screen, Terminal } from './terminal.ts';

/** What is told of a conversation. Of millions, nothing else is kept. */
interface Counted {
  readonly id: string | undefined;
  readonly line: number;
  readonly messages: number;
  readonly model: string;
  readonly tokens: number;
  readonly exact: boolean;
  readonly percent: number;
}

/** A file, and its conversations. */
interface CountedFile {
  readonly file: string;
  readonly list: readonly Counted[];
}

/** Counts every conversation of the files and prints what they weigh. */
export async function countFiles(given: readonly string[], options: ReadingOptions, terminal: Terminal): Promise<void> {
  const started = performance.now();
  const files: CountedFile[] = [];
  let last: Status | undefined;
  for (const file of given) {
    const list: Counted[] = [];
    for await (const conversation of eachConversation(file, options)) {
      noteLeftOut(file, [conversation], terminal.err);
      const model = modelOf(conversation, options.model);
      last = statusFor(conversation, model);
      const { used: tokens, exact, percent } = last;
      const { id, line } = conversation;
      list.push({ id, line, messages: messagesOf(conversation), model, tokens, exact, percent });
    }
    files.push({ file, list });
  }
  const ms = performance.now() - started;
  const all = files.flatMap(({ list }) => list);
  noteAbout(new Set(all.map(({ model }) => model)), terminal.err);
  const { out } = terminal;
  const [one, ...others] = all;
  if (options.json) out.writeJson(asJson(files, sum(all), ms));
  else if (one === undefined || last === undefined || others.length > 0) drawMany(files, sum(all), ms, out);
  else out.write(page(drawOne(given[0] ?? '', one.messages, last, ms, out)));
}

function asJson(files: readonly CountedFile[], total: Sum, ms: number) {
  const conversations = ({ list }: CountedFile) =>
    list.length < 2
      ? {}
      : {
          conversations: list.map(({ id, percent: _, ...one }) => ({ ...(id === undefined ? {} : { id }), ...one })),
        };
  const sums = { ...total, ms: Math.round(ms * 10) / 10 };
  const [only, ...others] = files;
  if (only !== undefined && others.length === 0) return { ...sums, ...conversations(only) };
  return { ...sums, files: files.map((one) => ({ file: one.file, ...sum(one.list), ...conversations(one) })) };
}

type Sum = Pick<Counted, 'tokens' | 'messages' | 'model' | 'exact'>;

function sum(all: readonly Counted[]): Sum {
  const models = new Set(all.map(({ model }) => model));
  return {
    tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
    messages: all.reduce((sum, one) => sum + one.messages, 0),
    model: models.size === 1 ? ([...models][0] as string) : 'several',
    exact: all.every(({ exact }) => exact),
  };
}

function drawOne(file: string, messages: number, status: Status, ms: number, screen: Screen): string[] {
  const width = pageWidth(screen);
  const facts = [counted(messages, 'message'), ...(status.exact ? [] : ['≈ close, not exact']), duration(ms)];
  return [...drawGauge(status, screen, width), screen.paint('dim', about(nameOf(file), facts, width))];
}

/** Lines that are written at a time. */
const AT_ONCE = 1_000;

function drawMany(files: readonly CountedFile[], total: Sum, ms: number, screen: Screen): void {
  const tokens = ({ tokens: used, exact }: Pick<Counted, 'tokens' | 'exact'>) => `${exact ? '' : '≈'}${formatCount(used)}`;
  const rows: Iterable<TableRow> = {
    *[Symbol.iterator]() {
      for (const { file, list } of files)
        for (const one of list) {
          const where = list.length > 1 ? (one.id ?? `line ${one.line}`) : nameOf(file);
          yield [tame(where), formatCount(one.messages), tokens(one), `${Math.round(one.percent)}%`, tame(one.model)];
        }
      yield { cells: ['total', formatCount(total.messages), tokens(total), '', ''], style: 'bold' };
    },
  };
  const [only, ...others] = files;
  const columns = [
    { title: only !== undefined && others.length === 0 ? nameOf(only.file) : 'conversation', least: 12, cut: 'middle' },
    { title: 'messages', align: 'right', spare: 1 },
    { title: 'tokens', align: 'right' },
    { title: 'of room', align: 'right', spare: 2 },
    { title: 'model', least: 10, spare: 3 },
  ] as const;
  let lines: string[] = [];
  for (const line of tableLines(columns, rows, pageWidth(screen), screen)) {
    if (lines.push(line) < AT_ONCE) continue;
    screen.write(page(lines));
    lines = [];
  }
  const count = files.reduce((all, { list }) => all + list.length, 0);
  const facts = `${counted(count, 'conversation')} in ${counted(files.length, 'file')} · ${duration(ms)}`;
  screen.write(page([...lines, screen.paint('dim', facts)]));
}
