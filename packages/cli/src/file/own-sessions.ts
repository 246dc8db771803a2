import { access, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { openCodeExport } from './opencode-export.ts';

/** A session another program keeps on this machine. */
export interface OwnSession {
  readonly program: Program;
  /** Where it stands, as a person is told. */
  readonly name: string;
  /** When something was last written to it, in milliseconds. */
  readonly changed: number;
  text(): Promise<string>;
}

/** Where programs keep their sessions depends on these. */
export interface UserEnvironment {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Programs whose sessions are found. */
export const PROGRAMS = ['claude', 'codex', 'opencode'] as const;
export type Program = (typeof PROGRAMS)[number];

/** The folders and files looked at for a program's sessions, the first of them the usual one. */
export function placesOf(program: Program, { home, env }: UserEnvironment): readonly string[] {
  if (program === 'codex') return [path.join(env.CODEX_HOME || path.join(home, '.codex'), 'sessions')];
  if (program === 'opencode') {
    const folder = path.join(env.XDG_DATA_HOME || path.join(home, '.local', 'share'), 'opencode');
    return [path.resolve(folder, env.OPENCODE_DB || 'opencode.db'), path.join(folder, 'storage')];
  }
  const config = env.XDG_CONFIG_HOME || path.join(home, '.config');
  const folders = env.CLAUDE_CONFIG_DIR ? [env.CLAUDE_CONFIG_DIR] : [path.join(home, '.claude'), path.join(config, 'claude')];
  return folders.map((folder) => path.join(folder, 'projects'));
}

/** Sessions of the programs asked for, newest first. A place that is not there has none. */
export async function ownSessions(programs: readonly Program[], where: UserEnvironment): Promise<readonly OwnSession[]> {
  const found = await Promise.all(
    programs.map(async (program) => {
      const places = placesOf(program, where);
      if (program === 'opencode') return openCodeSessions(places[0] as string, places[1] as string);
      // Deeper files of Claude Code, and those called so, are what its sub-agents said.
      const [depth, isSession] =
        program === 'claude'
          ? [1, (name: string) => !name.startsWith('agent-')]
          : [3, (name: string) => name.startsWith('rollout-')];
      const files = await Promise.all(places.map((place) => filesIn(place, depth, '.jsonl')));
      return sessionFiles(
        program,
        files.flat().filter((file) => isSession(path.basename(file))),
      );
    }),
  );
  return found.flat().sort((a, b) => b.changed - a.changed);
}

async function sessionFiles(program: Program, files: readonly string[]): Promise<readonly OwnSession[]> {
  const found = await Promise.all(
    files.map(async (file) => {
      // A link may lead nowhere, and a session may be deleted meanwhile.
      const about = await stat(file).catch(() => null);
      return about?.isFile() ? [{ program, name: file, changed: about.mtimeMs, text: () => readFile(file, 'utf8') }] : [];
    }),
  );
  return found.flat();
}

/** Files with this ending, so many folders deep. */
async function filesIn(folder: string, depth: number, ending: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const inside = entries.map((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return depth > 0 ? filesIn(name, depth - 1, ending) : [];
    return depth === 0 && name.endsWith(ending) ? [name] : [];
  });
  return (await Promise.all(inside)).flat();
}

/** opencode keeps one database; before version 1.2 it kept a file for every message and part. Both are told as its own export has it. */
async function openCodeSessions(database: string, storage: string): Promise<readonly OwnSession[]> {
  const isThere = await access(database).then(
    () => true,
    () => false,
  );
  return isThere ? inDatabase(database) : inStorage(storage);
}

async function inDatabase(file: string): Promise<readonly OwnSession[]> {
  const { sessionsOfOpenCode } = await import('./opencode-database.ts');
  return sessionsOfOpenCode(file).map(({ id, changed, text }) => ({ program: 'opencode', name: `${file} ${id}`, changed, text }));
}

async function inStorage(storage: string): Promise<readonly OwnSession[]> {
  const files = await filesIn(path.join(storage, 'session'), 1, '.json');
  return (await sessionFiles('opencode', files)).map((session) => ({
    ...session,
    async text() {
      const messages = await textsIn(path.join(storage, 'message', path.basename(session.name, '.json')));
      const parts = await Promise.all(messages.map(({ id }) => textsIn(path.join(storage, 'part', id))));
      return openCodeExport(
        await session.text(),
        messages.map(({ text }, at) => ({ info: text, parts: (parts[at] ?? []).map((part) => part.text) })),
      );
    },
  }));
}

/** opencode's ids rise with time, and are the names of its files. */
async function textsIn(folder: string): Promise<{ readonly id: string; readonly text: string }[]> {
  const files = (await filesIn(folder, 0, '.json')).sort();
  return Promise.all(files.map(async (file) => ({ id: path.basename(file, '.json'), text: await readFile(file, 'utf8') })));
}
