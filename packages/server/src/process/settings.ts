import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { isPostgresUrl } from '@tenfold/store';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { isAddressRange } from '../guard/headers.ts';
import type { IssuerSettings } from '../guard/issuer.ts';
import type { OidcSettings } from '../guard/oidc.ts';
import type { Quotas } from '../guard/quotas.ts';

/** How the gateway is to run; vendors that are not named are their own. */
export interface GatewayWish extends Partial<Omit<GatewayOptions, 'upstreams'>> {
  readonly upstreams?: Partial<GatewayOptions['upstreams']>;
}

/** What may be said on the command line. */
export interface ServeFlags {
  /** A file that says what no flag and no variable does. */
  readonly config?: string;
  readonly home?: string;
  readonly host?: string;
  readonly port?: string;
  readonly token?: string;
  /** Issuer of people's tokens (JWT), whom they are for, and where its keys are. */
  readonly issuer?: string;
  readonly audience?: string;
  readonly issuerKeys?: string;
  /** Where people reach it, behind a proxy. */
  readonly publicUrl?: string;
  readonly secret?: string;
  /** A PostgreSQL database instead of the file in the home. */
  readonly database?: string;
  /** A file or package with strategies of one's own. */
  readonly strategies?: string;
  /** A file that names servers of tools (MCP). */
  readonly tools?: string;
  /** False for `--no-open`. */
  readonly open?: boolean;
  /** False for `--no-web`; or the app is built when somebody first asks for a page of it. */
  readonly web?: boolean | 'when asked';
  /** False for `--no-worker`. */
  readonly worker?: boolean;
  /** Where a worker tells of its work. */
  readonly metricsPort?: string;
  readonly gateway?: GatewayWish;
}

/** How long a server that goes is still there. */
export interface Drain {
  /** For balancers to see that it goes, while it answers everything. */
  readonly noticeMs: number;
  /** For answers under way to come to their end. */
  readonly turnsMs: number;
}

/** What is decided when the server is started. */
export type StartupKey = 'home' | 'host' | 'port' | 'token' | 'issuer' | 'secret' | 'database' | 'strategies' | 'tools';

/** How the server is to run. */
export interface ServeSettings {
  readonly home: string;
  readonly host: string;
  readonly port: number;
  readonly token: string | null;
  /** Who vouches for people beside this server. */
  readonly issuer?: IssuerSettings | null;
  /** Where people sign in with a browser. */
  readonly oidc?: OidcSettings | null;
  /** Where people reach it, where that is not where it listens. */
  readonly publicUrl?: string | undefined;
  /** Addresses of proxies whose word about the client is taken. */
  readonly proxies?: readonly string[];
  /** How much each person may use. */
  readonly quotas?: Quotas;
  /** Whether models and tools in private networks are called, for administrators; as usual when not given. */
  readonly privateAddresses?: boolean;
  /** Seals keys at rest instead of the key file. */
  readonly secret: string | undefined;
  /** URL of the PostgreSQL database, where it is not the file in the home. */
  readonly database?: string | undefined;
  /** File or package with strategies of one's own. */
  readonly strategies?: string | undefined;
  /** File that names servers of tools (MCP). */
  readonly tools?: string | undefined;
  readonly open: boolean;
  /** How long it goes on beside others once it is to stop. */
  readonly drain?: Drain;
  /** False where others do the work nobody waits for. */
  readonly worker?: boolean;
  /** Port of a worker's own `/metrics`, where it is to have one. */
  readonly metricsPort?: number | undefined;
  /** How requests to the vendors' paths pass through; as usual when not given. */
  readonly gateway?: GatewayWish;
  /** Who decided it, where that was not the default. */
  readonly decidedBy?: Readonly<Partial<Record<StartupKey, Decider>>>;
}

/** Who can decide what is not as usual. */
export type Decider = 'flag' | 'environment' | 'file';

/** What a person set cannot be used: one line that says what and what is expected. */
export class BadSetting extends Error {
  override readonly name = 'BadSetting';
}

type Environment = Readonly<Record<string, string | undefined>>;

const PORT = 4310;
/** Balancers look about once a second; most answers take less than this. */
export const DRAIN: Drain = { noticeMs: 2_000, turnsMs: 20_000 };

/** Flags over environment over the operator's file (as variables) over defaults. */
export function serveSettings(
  flags: ServeFlags,
  own: Environment,
  platform: string = process.platform,
  file: Environment = {},
): ServeSettings {
  const environment = { ...file, ...Object.fromEntries(Object.entries(own).filter(([, value]) => value)) };
  const host = flags.host ?? (environment.TENFOLD_HOST || '127.0.0.1');
  const token = flags.token ?? (environment.TENFOLD_TOKEN || null);
  const issuer = issuerSettings(flags, environment);
  const publicUrl = publicUrlOf(flags, environment);
  const isReached = !isLoopback(host) || publicUrl !== undefined;
  if (isReached && token === null && issuer === null)
    throw new BadSetting(
      `${publicUrl ?? host} can be reached by others, so a token is needed: set TENFOLD_TOKEN (or --token) to a long random text. Nothing was started.`,
    );
  if (token !== null && token.length < 16)
    throw new BadSetting('The token is too short: at least 16 characters are needed. Nothing was started.');
  return {
    home: homeFolder(flags, environment, platform),
    host,
    port: portOf(flags.port ?? (environment.TENFOLD_PORT || String(PORT))),
    token,
    issuer,
    oidc: oidcOf(issuer, environment),
    publicUrl,
    proxies: proxiesOf(environment),
    quotas: quotasOf(environment),
    // One person's own machine has models of its own; a server that others reach stands beside things they must not.
    privateAddresses: flagIn(environment, 'TENFOLD_PRIVATE_ADDRESSES') ?? (!isReached && issuer === null),
    secret: flags.secret ?? (environment.TENFOLD_SECRET || undefined),
    database: databaseOf(flags, environment),
    strategies: flags.strategies ?? (environment.TENFOLD_STRATEGIES || undefined),
    tools: flags.tools ?? (environment.TENFOLD_TOOLS || undefined),
    open: flags.open ?? true,
    worker: flags.worker ?? true,
    metricsPort: metricsPortOf(flags.metricsPort ?? environment.TENFOLD_METRICS_PORT),
    drain: { ...DRAIN, ...drainOf(environment) },
    ...(flags.gateway === undefined ? {} : { gateway: flags.gateway }),
    decidedBy: decidedBy(flags, own, file),
  };
}

/** The variable that decides what no flag does. */
export const VARIABLES: Readonly<Record<StartupKey, string>> = {
  home: 'TENFOLD_HOME',
  host: 'TENFOLD_HOST',
  port: 'TENFOLD_PORT',
  token: 'TENFOLD_TOKEN',
  issuer: 'TENFOLD_ISSUER',
  secret: 'TENFOLD_SECRET',
  database: 'TENFOLD_DATABASE_URL',
  strategies: 'TENFOLD_STRATEGIES',
  tools: 'TENFOLD_TOOLS',
};

function decidedBy(flags: ServeFlags, environment: Environment, file: Environment): NonNullable<ServeSettings['decidedBy']> {
  const by: Partial<Record<StartupKey, Decider>> = {};
  for (const [key, variable] of Object.entries(VARIABLES) as [StartupKey, string][]) {
    if (flags[key] !== undefined) by[key] = 'flag';
    else if (environment[variable]) by[key] = 'environment';
    else if (file[variable]) by[key] = 'file';
  }
  return by;
}

/** Who vouches for people. Its keys are where OIDC providers have them, unless another place is named. */
function issuerSettings(flags: ServeFlags, environment: Environment): IssuerSettings | null {
  const issuer = flags.issuer ?? (environment.TENFOLD_ISSUER || undefined);
  if (issuer === undefined) return null;
  const keys = flags.issuerKeys ?? (environment.TENFOLD_ISSUER_KEYS || `${issuer.replace(/\/$/, '')}/.well-known/jwks.json`);
  // Who signs in with a browser gets tokens for the client that asks.
  const audience = flags.audience ?? (environment.TENFOLD_AUDIENCE || environment.TENFOLD_CLIENT_ID || undefined);
  if (audience === undefined)
    throw new BadSetting(
      'Tokens of an issuer count only if they are for this server: say what their `aud` is (--audience, TENFOLD_AUDIENCE; Supabase says authenticated). Nothing was started.',
    );
  for (const url of [issuer, keys])
    if (!URL.canParse(url) || !isSafe(new URL(url)))
      throw new BadSetting(`${url} cannot be an issuer or its keys: an https address is expected. Nothing was started.`);
  return { issuer, audience, keys };
}

/** Signing in with a browser: the client that the issuer knows this server as. */
function oidcOf(issuer: IssuerSettings | null, environment: Environment): OidcSettings | null {
  const { TENFOLD_CLIENT_ID: clientId, TENFOLD_CLIENT_SECRET: secret } = environment;
  if (!clientId) return null;
  if (issuer === null)
    throw new BadSetting('TENFOLD_CLIENT_ID names a client of an issuer: set TENFOLD_ISSUER too. Nothing was started.');
  return { issuer: issuer.issuer, clientId, clientSecret: secret || undefined };
}

function publicUrlOf(flags: ServeFlags, environment: Environment): string | undefined {
  const said = flags.publicUrl ?? (environment.TENFOLD_PUBLIC_URL || undefined);
  if (said === undefined) return undefined;
  if (!URL.canParse(said) || !isSafe(new URL(said)) || new URL(said).pathname !== '/')
    throw new BadSetting(
      `${said} is not an address people can use: https://host is expected, without a path. Nothing was started.`,
    );
  return new URL(said).origin;
}

function proxiesOf({ TENFOLD_TRUSTED_PROXIES: said = '' }: Environment): readonly string[] {
  const ranges = said.split(',').flatMap((part) => part.trim() || []);
  const wrong = ranges.find((range) => !isAddressRange(range));
  if (wrong !== undefined)
    throw new BadSetting(
      `${wrong} is not an address or range: TENFOLD_TRUSTED_PROXIES is like 10.0.0.0/8,127.0.0.1. Nothing was started.`,
    );
  return ranges;
}

function quotasOf(environment: Environment): Quotas {
  const amount = (name: string, unit: number) => {
    const said = environment[name];
    if (!said) return undefined;
    if (!/^\d{1,12}$/.test(said)) throw new BadSetting(`${name} is a whole number, not ${said}. Nothing was started.`);
    return Number(said) * unit;
  };
  const [tokens, bytes] = [amount('TENFOLD_QUOTA_TOKENS', 1), amount('TENFOLD_QUOTA_MB', 1_000_000)];
  return { ...(tokens !== undefined && { tokens }), ...(bytes !== undefined && { bytes }) };
}

function flagIn(environment: Environment, name: string): boolean | undefined {
  const said = environment[name];
  if (!said) return undefined;
  if (!/^(?:[01]|true|false)$/.test(said)) throw new BadSetting(`${name} is 1 or 0, not ${said}. Nothing was started.`);
  return said === '1' || said === 'true';
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** The database that is meant, where it is not the file in the home. What was written is never repeated: it may hold a password. */
function databaseOf({ database }: Pick<ServeFlags, 'database'>, environment: Environment): string | undefined {
  const url = database ?? (environment.TENFOLD_DATABASE_URL || undefined);
  if (url === undefined || (isPostgresUrl(url) && URL.canParse(url))) return url;
  throw new BadSetting(
    'The database is named by a URL such as postgres://user:password@host:5432/name (--database, TENFOLD_DATABASE_URL). Nothing was started.',
  );
}

/** Where everything is kept: as said, else where the platform keeps an app's data (XDG on Linux). */
export function homeFolder(
  { home }: Pick<ServeFlags, 'home'>,
  environment: Environment,
  platform: string = process.platform,
): string {
  const said = home ?? environment.TENFOLD_HOME;
  if (said) return resolve(said);
  const user = environment.HOME ?? environment.USERPROFILE ?? '.';
  if (platform === 'win32') return join(environment.LOCALAPPDATA ?? join(user, 'AppData', 'Local'), 'tenfold');
  if (platform === 'darwin') return join(user, 'Library', 'Application Support', 'tenfold');
  return join(environment.XDG_DATA_HOME || join(user, '.local', 'share'), 'tenfold');
}

/** True for an address only this machine can reach. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}

function drainOf({ TENFOLD_DRAIN_SECONDS: said }: Environment): { turnsMs?: number } {
  if (!said) return {};
  if (!/^\d{1,4}$/.test(said))
    throw new BadSetting(`TENFOLD_DRAIN_SECONDS is a whole number of seconds, not ${said}. Nothing was started.`);
  return { turnsMs: Number(said) * 1_000 };
}

function metricsPortOf(text: string | undefined): number | undefined {
  return text ? portOf(text) : undefined;
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new BadSetting(`${text} is not a port: a whole number from 0 to 65535 is expected. Nothing was started.`);
  return port;
}
