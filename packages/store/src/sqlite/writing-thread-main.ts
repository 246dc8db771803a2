// A connection in a thread of its own: runs what it is sent, one statement after the other, and closes when it is told so.
import { parentPort, workerData } from 'node:worker_threads';
import { StoreError } from '../error.ts';
import { Connection } from './connection.ts';
import type { FromWriting, ToWriting } from './writing-thread.ts';

let connection: Connection | undefined;

parentPort?.on('message', ({ text, parameters, flushed }: ToWriting) => {
  if (text === null) {
    connection?.close();
    parentPort?.close();
    return;
  }
  const answer = runStatement(text, parameters, flushed);
  parentPort?.postMessage({ ...answer, inTransaction: connection?.inTransaction ?? false } satisfies FromWriting);
});

function runStatement(
  text: string,
  parameters: readonly unknown[],
  flushed: boolean | undefined,
): Omit<FromWriting, 'inTransaction'> {
  try {
    connection ??= new Connection(workerData.file, { busyMs: workerData.busyMs, readOnly: false });
    if (flushed !== undefined) connection.flushed = flushed;
    const statement = connection.prepare(text);
    if (statement.reader) return { rows: statement.all(parameters), number: null, changes: 0 };
    const { lastInsertRowid, changes } = statement.run(parameters);
    return { rows: [], number: Number(lastInsertRowid), changes: Number(changes) };
  } catch (error) {
    return { failed: failureOf(error), rows: [], number: null, changes: 0 };
  }
}

/** An error as it goes from thread to thread, which takes no class with it: what SQLite called it, and what it said. */
function failureOf(error: unknown): NonNullable<FromWriting['failed']> {
  if (error instanceof StoreError) return { code: String(error.facts.sqlite), message: String(error.facts.detail) };
  const { code, message = String(error) } = error as { code?: string; message?: string };
  return { ...(code !== undefined && { code }), message };
}
