import { randomUUID } from 'node:crypto';
import type { Approval, Decision, NewToolServer, ToolServer, ToolServerPatch, WaitingCall } from '@tenfold/contract';
import type { Json } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';
import type { SecretBox } from '../secret-box.ts';
import { invalidRequest, SessionError } from '../session-error.ts';
import type { Choices } from '../settings/choices.ts';
import type { AppTool } from '../turn/app-tool.ts';
import { createApprovals } from './approvals.ts';
import { ServerRecords } from './server-records.ts';
import { type ToolClient, toolClient } from './tool-client.ts';
import {
  commandLine,
  isReach,
  NEW_SERVER,
  type OperatorToolServer,
  type Reach,
  type ServerRecord,
  toolServerRow,
  whereOf,
} from './tool-server.ts';

/** Servers of tools: who they are, where they are offered, and their calls. */
export interface ToolServers {
  readonly mayRunCommands: boolean;
  list(): Promise<readonly ToolServer[]>;
  add(wish: NewToolServer): Promise<ToolServer>;
  update(id: string, patch: ToolServerPatch): Promise<ToolServer>;
  refresh(id: string): Promise<ToolServer>;
  remove(id: string): Promise<void>;
  /** Those there are, as they were read last. */
  readonly known: ReadonlyMap<string, ServerRecord>;
  /** Learns of what other processes changed, from the versions that are read with a session. */
  learn(versions: ReadonlyMap<string, number>): Promise<void>;
  /** Tools a model is offered now, as they were last listed. */
  offered(choices: Choices): readonly AppTool[];
  waiting(session: SessionId): Promise<readonly WaitingCall[]>;
  decide(session: SessionId, call: string, decision: Decision): Promise<readonly WaitingCall[]>;
  close(): Promise<void>;
}

/** What servers of tools stand on. */
export interface ToolServerParts extends Pick<Dependencies, 'store' | 'events' | 'log' | 'lease' | 'now'> {
  /** Whether the process that held a lease will never come back to what it left. */
  isDead(lease: number | null): Promise<boolean>;
  readonly secrets: SecretBox | undefined;
  /** The only way out for servers that are reached by HTTP. */
  readonly send: typeof fetch;
  readonly operator: readonly OperatorToolServer[];
  /** One person on a machine of their own: commands may be entered in the app. */
  readonly mayRunCommands: boolean;
}

/** Tools a provider takes at most, of all servers together. */
const MAX_OFFERED = 120;

/** The servers of a store's owner, and those the operator names. */
export async function createToolServers(parts: ToolServerParts): Promise<ToolServers> {
  const { store, now, log, isDead, secrets, send, operator, mayRunCommands } = parts;
  const approvals = createApprovals(parts, isDead);
  const clients = new Map<string, ToolClient>();
  const named = new Map(operator.map((one) => [`operator-${slugOf(one.name)}`, one]));
  const records = new ServerRecords(store, now, named);
  await records.read();
  const reachOf = (id: string, { sealed }: ServerRecord): Reach => {
    const own = named.get(id)?.reach;
    if (own !== undefined) return own;
    if (sealed === null || secrets === undefined) throw new Error('it cannot be reached: how is not known here');
    const reach: unknown = JSON.parse(secrets.open(Buffer.from(sealed, 'base64'), toolServerRow(id)));
    if (!isReach(reach)) throw new Error('it cannot be reached: how is not known here');
    // A command runs only where one could be entered now.
    if (reach.kind === 'stdio' && !mayRunCommands) throw new Error('commands of this app are not run on this server');
    return reach;
  };
  const clientOf = (id: string, record: ServerRecord): ToolClient => {
    const client = clients.get(id) ?? toolClient(reachOf(id, record), send);
    clients.set(id, client);
    return client;
  };
  const drop = async (id: string) => {
    const client = clients.get(id);
    clients.delete(id);
    await client?.close();
  };
  /** What a server says of itself now. */
  const askServer = async (id: string, record: ServerRecord): Promise<Partial<ServerRecord>> => {
    try {
      return { tools: await clientOf(id, record).tools(), listedAt: now(), problem: null };
    } catch (error) {
      log.warn('tool-server-failed', { server: id, reason: reasonOf(error) });
      return { problem: problemWith(error) };
    }
  };
  const view = (id: string, record: ServerRecord): ToolServer => {
    const { name, on, approval, tools, problem, listedAt } = record;
    const reach = orNull(() => reachOf(id, record));
    return {
      id,
      name,
      kind: reach?.kind ?? 'http',
      where: reach === null ? 'not known here' : whereOf(reach),
      from: named.has(id) ? 'operator' : 'person',
      on,
      approval,
      tools: tools.map((tool) => ({
        name: tool.name,
        description: tool.description,
        approval: ownApproval(record, tool.name),
      })),
      problem,
      hasHeaders: reach?.kind === 'http' && Object.keys(reach.headers).length > 0,
      listedAt,
    };
  };
  const run = async (id: string, tool: string, input: Json, call: Parameters<AppTool['run']>[1]): Promise<string> => {
    let record = await records.get(id);
    const approval = ownApproval(record, tool) ?? record.approval;
    if (approval === 'never') throw new Error('it is not allowed');
    if (approval === 'ask') {
      const question = { id: call.id, server: record.name, tool, input };
      const { allow, remember } = await approvals.ask(call.session, question, call.signal);
      if (remember)
        await records.change(id, (now) => ({ ...now, approvals: { ...now.approvals, [tool]: allow ? 'always' : 'never' } }));
      if (!allow) throw new Error('the user did not allow it');
      // It may have been taken away meanwhile.
      record = await records.get(id);
    }
    return clientOf(id, record).call(tool, input, call.signal);
  };
  const isOn = ({ on }: ServerRecord, { session, profile }: Choices) =>
    on.everywhere ||
    (profile !== null && on.profiles.includes(profile.id)) ||
    (session.project !== null && on.projects.includes(session.project));
  return {
    mayRunCommands,
    known: records.all,
    list: async () => [...(await records.read())].map(([id, record]) => view(id, record)),
    async learn(versions) {
      for (const gone of await records.learn(versions)) await drop(gone);
    },
    async add(wish) {
      const id = randomUUID();
      const reach = reachFor(wish, mayRunCommands);
      if (secrets === undefined)
        throw new SessionError('conflict', 'Nothing can be encrypted here, so no tool server can be kept.', {
          todo: 'Open it with a secret.',
        });
      const sealed = Buffer.from(secrets.seal(JSON.stringify(reach), toolServerRow(id))).toString('base64');
      const record = { ...NEW_SERVER, name: wish.name, sealed };
      return view(id, await records.add(id, { ...record, ...(await askServer(id, record)) }));
    },
    async update(id, { name, on, approval, tools }) {
      const changed = await records.change(id, (record) => {
        const said = { ...record.approvals, ...tools };
        const approvals = Object.fromEntries(
          Object.entries(said).flatMap(([tool, how]): [string, Approval][] => (how === null ? [] : [[tool, how]])),
        );
        return {
          ...record,
          ...(name === undefined || named.has(id) ? {} : { name }),
          ...(on === undefined ? {} : { on }),
          ...(approval === undefined ? {} : { approval }),
          approvals,
        };
      });
      return view(id, changed);
    },
    async refresh(id) {
      const found = await askServer(id, await records.get(id));
      return view(id, await records.change(id, (record) => ({ ...record, ...found })));
    },
    async remove(id) {
      await records.get(id);
      if (named.has(id))
        throw new SessionError('conflict', 'This tool server is named by the operator when the server is started.', {
          todo: 'Switch it off here, or take it out of the file it is named in.',
        });
      await drop(id);
      await records.remove(id);
    },
    offered(choices) {
      const on = [...records.all].filter(([, record]) => isOn(record, choices));
      const all = on.flatMap(([id, record]) =>
        record.tools
          .filter((tool) => (ownApproval(record, tool.name) ?? record.approval) !== 'never')
          .map(
            (tool): AppTool => ({
              name: offeredName(record.name, tool.name),
              description: tool.description,
              parameters: tool.parameters,
              run: (input, call) => run(id, tool.name, input, call),
            }),
          ),
      );
      return [...new Map(all.map((tool) => [tool.name, tool])).values()].slice(0, MAX_OFFERED);
    },
    waiting: approvals.waiting,
    decide: approvals.decide,
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}

/** What was said of one tool, if anything: a server may call a tool `constructor`, which every object seems to know. */
function ownApproval({ approvals }: ServerRecord, tool: string): Approval | null {
  return (Object.hasOwn(approvals, tool) ? approvals[tool] : null) ?? null;
}

/** How a server that a person enters is reached. A command needs a machine of one's own, and to be confirmed as a whole. */
function reachFor({ url, headers = {}, command, confirm }: NewToolServer, mayRunCommands: boolean): Reach {
  if ((url === undefined) === (command === undefined))
    throw invalidRequest([{ field: 'url', message: 'Give either an address or a command.' }]);
  if (command !== undefined) {
    if (!mayRunCommands)
      throw new SessionError('forbidden', 'Commands are entered here only on a server of one person on their own machine.', {
        kept: 'Nothing was run.',
        todo: 'Have the operator name it when the server is started (--tools FILE).',
      });
    const line = commandLine(command);
    if (confirm !== line) throw invalidRequest([{ field: 'confirm', message: `To run it, confirm the whole command: ${line}` }]);
    return { kind: 'stdio', command, env: {} };
  }
  const at = URL.canParse(url ?? '') ? new URL(url ?? '') : null;
  if (at === null || (at.protocol !== 'https:' && at.protocol !== 'http:') || at.username !== '' || at.password !== '')
    throw invalidRequest([
      { field: 'url', message: 'An address such as https://tools.example/mcp is expected, without a password in it.' },
    ]);
  return { kind: 'http', url: at.href, headers };
}

/** `mcp__files__read_file`: every API takes such names, up to 64 letters. */
function offeredName(server: string, tool: string): string {
  return `mcp__${slugOf(server).slice(0, 20)}__${tool.replace(/[^\w-]+/g, '_')}`.slice(0, 64);
}

function slugOf(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, '') || 'tools'
  );
}

function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Why a server of tools does not answer; one that wants people to sign in is told of in words. */
function problemWith(error: unknown): string {
  const reason = reasonOf(error);
  return /\b401\b|unauthorized/i.test(reason)
    ? 'It wants to know who asks (401). Make a token there and give it as a header; signing in there (OAuth) is not supported.'
    : reason;
}
