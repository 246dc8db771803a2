import { homedir } from 'node:os';
import type { Conversation } from '@tenfold/dialects';
import { BadInput } from './bad-input.ts';
import { conversationsIn, type Pick } from './file/conversations-of.ts';
import { type OwnSession, ownSessions, PROGRAMS, type Program, placesOf } from './file/own-sessions.ts';

/** A session of another program, read. */
export interface ReadSession {
  /** The program and where it keeps it, without the person's own folder. */
  readonly name: string;
  readonly program: Program;
  readonly conversations: readonly Conversation[];
}

const MAX_TRIED = 20;

/** The newest session in which something was said, of one program or of any. */
export async function newestSession(program: Program | undefined, pick: Pick): Promise<ReadSession> {
  const programs = program === undefined ? PROGRAMS : [program];
  const where = { home: homedir(), env: process.env };
  const sessions = await ownSessions(programs, where);
  let refused: unknown;
  for (const session of sessions.slice(0, MAX_TRIED)) {
    try {
      const conversations = await conversationsIn(await session.text(), session.name, pick);
      return {
        name: `${NAMES[session.program]} ${session.name.replace(where.home, '~')}`,
        program: session.program,
        conversations,
      };
    } catch (error) {
      refused ??= error;
    }
  }
  throw (
    refused ??
    new BadInput(
      nothingFound(
        programs,
        programs.flatMap((each) => placesOf(each, where)),
      ),
    )
  );
}

const NAMES: Readonly<Record<OwnSession['program'], string>> = { claude: 'Claude Code', codex: 'Codex', opencode: 'opencode' };

function nothingFound(programs: readonly Program[], places: readonly string[]): string {
  const names = programs
    .map((program) => NAMES[program])
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1');
  return `no session of ${names} was found; looked at ${places.join(', ')}. A file can be named instead: tenfold xray FILE`;
}
