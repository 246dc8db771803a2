import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as z from 'zod';
import { placeOf } from './own-strategies.ts';
import { BadSetting, VARIABLES } from './settings.ts';

const text = z.string().min(1);
const amount = z.int().min(0);

/** What an operator can say in a file. Everything but where things lie is a variable of the environment by another name. */
const ConfigFile = z
  .strictObject({
    home: text,
    host: text,
    port: amount.max(65_535),
    publicUrl: text,
    trustedProxies: z.array(text),
    issuer: text,
    audience: text,
    issuerKeys: text,
    clientId: text,
    quotaTokens: amount,
    quotaMegabytes: amount,
    privateAddresses: z.boolean(),
    drainSeconds: amount,
    strategies: text,
    tools: text,
  })
  .partial();

type Field = keyof z.infer<typeof ConfigFile>;

const { token, secret, database, ...places } = VARIABLES;

const VARIABLE_OF: Readonly<Record<Field, string>> = {
  ...places,
  publicUrl: 'TENFOLD_PUBLIC_URL',
  trustedProxies: 'TENFOLD_TRUSTED_PROXIES',
  audience: 'TENFOLD_AUDIENCE',
  issuerKeys: 'TENFOLD_ISSUER_KEYS',
  clientId: 'TENFOLD_CLIENT_ID',
  quotaTokens: 'TENFOLD_QUOTA_TOKENS',
  quotaMegabytes: 'TENFOLD_QUOTA_MB',
  privateAddresses: 'TENFOLD_PRIVATE_ADDRESSES',
  drainSeconds: 'TENFOLD_DRAIN_SECONDS',
};

/** Secrets, and the variables they belong into. */
const SECRETS: Readonly<Record<string, string>> = { token, secret, database, clientSecret: 'TENFOLD_CLIENT_SECRET' };

/** What an operator's file says, as variables of the environment; nothing without one. @throws BadSetting */
export function configFile(name: string | undefined): Readonly<Record<string, string>> {
  if (!name) return {};
  const file = resolve(name);
  const folder = dirname(file);
  const read = ConfigFile.safeParse(parseConfig(file));
  if (!read.success) throw new BadSetting(`${file}: ${configProblem(read.error)} Nothing was started.`);
  const { home, tools, strategies } = read.data;
  const resolved = {
    ...(home && { home: resolve(folder, home) }),
    ...(tools && { tools: resolve(folder, tools) }),
    ...(strategies && { strategies: strategiesAt(strategies, folder, file) }),
  };
  return Object.fromEntries(
    Object.entries({ ...read.data, ...resolved }).map(([field, value]) => [VARIABLE_OF[field as Field], String(value)]),
  );
}

function parseConfig(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === undefined ? `is no JSON: ${message}` : `cannot be read (${code})`;
    throw new BadSetting(`The configuration file ${file} ${why}. Nothing was started.`);
  }
}

/** The first thing that is wrong, in words. */
function configProblem({ issues: [issue] }: z.ZodError): string {
  const [unknown = ''] = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  if (unknown in SECRETS) return `${unknown} is a secret, which is set by ${SECRETS[unknown]} and not in a file.`;
  if (unknown !== '') return `${unknown} is not known; a file can say ${Object.keys(ConfigFile.shape).join(', ')}.`;
  const at = issue?.path.join('.') ?? '';
  return `${at === '' ? '' : `${at}: `}${issue?.message ?? 'it cannot be read'}.`;
}

function strategiesAt(from: string, folder: string, file: string): string {
  try {
    return placeOf(from, folder);
  } catch {
    throw new BadSetting(
      `${file}: the strategies ${from} are not found. Name a file (./mine.mjs) or a package that is installed in ${folder}. Nothing was started.`,
    );
  }
}
