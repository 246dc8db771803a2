import { databaseName } from './home.ts';
import { type Decider, type ServeSettings, type StartupKey, VARIABLES } from './settings.ts';

/** Something that was decided when the server was started and cannot be changed while it runs. */
export interface StartupValue {
  readonly key: StartupKey;
  readonly title: string;
  readonly description: string;
  readonly value: string;
  readonly from: Decider | 'default';
  /** What decides it: the flag or the variable by name. */
  readonly flag: string | null;
  readonly variable: string;
}

type Known = Omit<StartupValue, 'key' | 'value' | 'from' | 'variable'> & { shown(settings: ServeSettings): string };

const KNOWN: Readonly<Record<StartupKey, Known>> = {
  home: {
    title: 'Folder',
    description: 'Where conversations, settings and keys are kept.',
    flag: '--home',
    shown: ({ home }) => home,
  },
  host: {
    title: 'Address',
    description: 'Where the server can be reached. 127.0.0.1 means only from this machine.',
    flag: '--host',
    shown: ({ host }) => host,
  },
  port: {
    title: 'Port',
    description: 'The number after the address; 0 takes any that is free.',
    flag: '--port',
    shown: ({ port }) => String(port),
  },
  token: {
    title: 'Token',
    description: 'Whoever wants in must know it, where one is set. It is never shown.',
    flag: '--token',
    shown: ({ token }) => (token === null ? 'none needed' : 'set'),
  },
  issuer: {
    title: 'Sign-in',
    description: 'Who vouches for people by signed tokens, beside the tokens of this server.',
    flag: '--issuer',
    shown: ({ issuer }) => issuer?.issuer ?? 'nobody',
  },
  secret: {
    title: 'Encryption of keys',
    description: 'What provider keys are encrypted with: a file in the folder, or a secret of yours. It is never shown.',
    flag: '--secret',
    shown: ({ secret }) => (secret === undefined ? 'key file' : 'your secret'),
  },
  database: {
    title: 'Database',
    description: 'Where conversations are stored: a file in the folder, or a PostgreSQL database. Its password is never shown.',
    flag: '--database',
    shown: ({ database }) => (database === undefined ? 'a file in the folder' : databaseName(database)),
  },
  strategies: {
    title: 'Own strategies',
    description: 'A file or package with ways to condense of your own, beside those that come with the app.',
    flag: '--strategies',
    shown: ({ strategies = 'none' }) => strategies,
  },
  tools: {
    title: 'Tool servers',
    description: 'A file that names servers of tools (MCP) which models may be offered.',
    flag: '--tools',
    shown: ({ tools = 'none' }) => tools,
  },
};

/** How the server was started, and who decided each part of it. */
export function startupValues(settings: ServeSettings): readonly StartupValue[] {
  return (Object.entries(KNOWN) as [StartupKey, Known][]).map(([key, { shown, ...about }]) => ({
    key,
    ...about,
    variable: VARIABLES[key],
    value: shown(settings),
    from: settings.decidedBy?.[key] ?? 'default',
  }));
}
