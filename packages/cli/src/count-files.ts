import { counted, formatCount, type Status } from '@tenfold/core';
import type { Conversation } from '@tenfold/dialects';
import { page, pageWidth } from './draw/page.ts';
import { drawGauge } from './draw/status.ts';
import { drawTable } from './draw/table.ts';
import { tame } from './draw/width.ts';
import { about, duration } from './draw/words.ts';
import { conversationsOf } from './file/conversations-of.ts';
import { nameOf } from './file/read-text.ts';
import { messagesOf, modelOf, statusFor } from './model-choice.ts';
import type { ReadingOptions } from './options.ts';
import { noteAbout, noteLeftOut } from './reading-notes.ts';
import type { Screen, Terminal } from './terminal.ts';

interface Counted {
  readonly file: string;
  readonly conversation: Conversation;
  readonly messages: number;
  readonly model: string;
  readonly status: Status;
}

/** Counts every conversation of the files and prints what they weigh. */
export async function countFiles(files: readonly string[], options: ReadingOptions, terminal: Terminal): Promise<void> {
  const started = performance.now();
  const all: Counted[] = [];
  for (const file of files) {
    const conversations = await conversationsOf(file, options);
    noteLeftOut(file, conversations, terminal.err);
    for (const conversation of conversations) {
      const model = modelOf(conversation, options.model);
      all.push({ file, conversation, messages: messagesOf(conversation), model, status: statusFor(conversation, model) });
    }
  }
  const ms = performance.now() - started;
  noteAbout(
    all.map(({ conversation }) => conversation),
    options.model,
    terminal.err,
  );
  const { out } = terminal;
  if (options.json) out.writeJson(asJson(all, files, ms));
  else out.write(page(all.length === 1 ? drawOne(all[0] as Counted, ms, out) : drawMany(all, files, ms, out)));
}

function asJson(all: readonly Counted[], files: readonly string[], ms: number) {
  const conversations = (list: readonly Counted[]) =>
    list.length < 2
      ? {}
      : {
          conversations: list.map(({ conversation: { id, line }, ...one }) => ({
            ...(id === undefined ? {} : { id }),
            line,
            ...sum([one]),
          })),
        };
  const total = { ...sum(all), ms: Math.round(ms * 10) / 10 };
  if (files.length === 1) return { ...total, ...conversations(all) };
  const byFile = files.map((file) => ({ file, list: all.filter((one) => one.file === file) }));
  return { ...total, files: byFile.map(({ file, list }) => ({ file, ...sum(list), ...conversations(list) })) };
}

function sum(all: readonly Pick<Counted, 'status' | 'messages' | 'model'>[]) {
  const models = new Set(all.map(({ model }) => model));
  return {
    tokens: all.reduce((tokens, { status }) => tokens + status.used, 0),
    messages: all.reduce((messages, one) => messages + one.messages, 0),
    model: models.size === 1 ? [...models][0] : 'several',
    exact: all.every(({ status }) => status.exact),
  };
}

function drawOne({ status, messages, file }: Counted, ms: number, screen: Screen): string[] {
  const width = pageWidth(screen);
  const facts = [counted(messages, 'message'), ...(status.exact ? [] : ['≈ close, not exact']), duration(ms)];
  return [...drawGauge(status, screen, width), screen.paint('dim', about(nameOf(file), facts, width))];
}

function drawMany(all: readonly Counted[], files: readonly string[], ms: number, screen: Screen): string[] {
  const total = sum(all);
  const tokens = (used: number, exact: boolean) => `${exact ? '' : '≈'}${formatCount(used)}`;
  const inFile = new Map<string, number>();
  for (const { file } of all) inFile.set(file, (inFile.get(file) ?? 0) + 1);
  const rows = all.map(({ file, conversation: { id, line }, messages, status, model }) => {
    const where = (inFile.get(file) ?? 0) > 1 ? (id ?? `line ${line}`) : nameOf(file);
    const percent = `${Math.round(status.percent)}%`;
    return [tame(where), formatCount(messages), tokens(status.used, status.exact), percent, tame(model)];
  });
  const sumRow = ['total', formatCount(total.messages), tokens(total.tokens, total.exact), '', ''];
  const columns = [
    { title: files.length === 1 ? nameOf(files[0] as string) : 'conversation', least: 12, cut: 'middle' },
    { title: 'messages', align: 'right', spare: 1 },
    { title: 'tokens', align: 'right' },
    { title: 'of room', align: 'right', spare: 2 },
    { title: 'model', least: 10, spare: 3 },
  ] as const;
  const table = drawTable(columns, [...rows, { cells: sumRow, style: 'bold' }], pageWidth(screen), screen);
  const facts = `${counted(all.length, 'conversation')} in ${counted(files.length, 'file')} · ${duration(ms)}`;
  return [...table, screen.paint('dim', facts)];
}
