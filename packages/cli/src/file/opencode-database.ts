import { DatabaseSync } from 'node:sqlite';
import { BadInput } from '../bad-input.ts';
import { openCodeExport } from './opencode-export.ts';

/** Sessions in the database of opencode 1.2 and later, newest first. It is opened for reading only. */
export function sessionsOfOpenCode(file: string) {
  return rowsOf<Session>(
    file,
    'select id, title, directory, time_updated from session where parent_id is null order by time_updated desc limit 50',
  ).map(({ time_updated: changed, ...info }) => ({
    id: info.id,
    changed,
    async text(): Promise<string> {
      const messages = rowsOf<Piece>(
        file,
        'select id, data from message where session_id = ? order by time_created, id',
        info.id,
      );
      const parts = rowsOf<Piece>(file, 'select message_id as id, data from part where session_id = ? order by part.id', info.id);
      const byMessage = Map.groupBy(parts, ({ id }) => id);
      return openCodeExport(
        JSON.stringify(info),
        messages.map(({ id, data }) => ({ info: data, parts: (byMessage.get(id) ?? []).map((part) => part.data) })),
      );
    },
  }));
}

interface Session {
  readonly id: string;
  readonly title: string;
  readonly directory: string;
  readonly time_updated: number;
}

interface Piece {
  readonly id: string;
  readonly data: string;
}

function rowsOf<Row>(file: string, sql: string, ...values: string[]): Row[] {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return database.prepare(sql).all(...values) as Row[];
    } finally {
      database.close();
    }
  } catch (error) {
    throw new BadInput(`${file}: expected the sessions of opencode, found something else (${(error as Error).message})`);
  }
}
