import type { AnswerOf, api } from '@tenfold/contract';
import { counted } from '../../ui/figures.ts';

/** The largest file the server takes. */
export const IMPORT_LIMIT = 64 * 1024 * 1024;

/** What the server made of a file. */
type Imported = AnswerOf<typeof api.exchange.importFile>;

/** What became of one file. */
export interface FileReport {
  readonly name: string;
  readonly result: Imported | null;
  /** Why nothing of it was taken over. */
  readonly error: unknown;
}

/** A file on its way to the server. */
type Send = (file: { name: string; text: string; signal: AbortSignal }) => Promise<Imported>;

/** Imports files one after the other. One that fails is reported and the others go on, until the signal ends it. */
export async function importFiles(
  files: readonly Pick<File, 'name' | 'size' | 'text'>[],
  send: Send,
  { signal, progress }: { readonly signal: AbortSignal; progress(done: number): void },
): Promise<FileReport[]> {
  const reports: FileReport[] = [];
  for (const file of files) {
    if (!signal.aborted) progress(reports.length);
    reports.push(signal.aborted ? { name: file.name, result: null, error: CANCELLED } : await importFile(file, send, signal));
  }
  return reports;
}

const CANCELLED = new Error('The import was cancelled.');

async function importFile(file: Pick<File, 'name' | 'size' | 'text'>, send: Send, signal: AbortSignal): Promise<FileReport> {
  const { name, size } = file;
  if (size > IMPORT_LIMIT)
    return { name, result: null, error: new Error('The file is over 64 MB. Split it and import the pieces.') };
  try {
    return { name, result: await send({ name, text: await file.text(), signal }), error: null };
  } catch (error) {
    return { name, result: null, error: signal.aborted ? CANCELLED : error };
  }
}

/** `2 conversations imported, 3 records skipped, 1 file not readable` */
export function importWords(reports: readonly FileReport[]): string {
  const count = (amount: number, one: string, many: string) => (amount === 0 ? [] : [counted(amount, one, many)]);
  const results = reports.flatMap(({ result }) => result ?? []);
  const made = results.reduce((sum, { sessions }) => sum + sessions.length, 0);
  const cancelled = reports.filter(({ error }) => error === CANCELLED).length;
  const words = [
    ...count(made, 'conversation imported', 'conversations imported'),
    ...count(
      results.reduce((sum, { skipped }) => sum + skipped.length, 0),
      'record skipped',
      'records skipped',
    ),
    ...count(cancelled, 'file cancelled', 'files cancelled'),
    ...count(reports.length - results.length - cancelled, 'file not readable', 'files not readable'),
  ];
  return words.length === 0 ? 'Nothing to import' : words.join(', ');
}
