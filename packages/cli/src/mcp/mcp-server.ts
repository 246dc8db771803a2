import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { api as contract, type Session } from '@tenfold/contract';
import { counted, formatCount } from '@tenfold/core';
import * as z from 'zod';
import type { ChatApi } from '../chat/api.ts';

/** What a server of tools stands on: the conversations, and the one meant when a call names none. */
export interface McpDependencies {
  readonly api: ChatApi;
  /** Null for the one used last. */
  readonly session: string | null;
  readonly version: string;
}

const session = z
  .string()
  .optional()
  .describe('id of the conversation; by default the one this server was started for, else the latest');
const reads = { readOnlyHint: true, openWorldHint: false };
const writes = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
/** Claude Code shows the model only the names of tools that lack it. */
const _meta = { 'anthropic/alwaysLoad': true };

/** Recall, expand and the other tools of a conversation, and its checkpoints and summaries as resources. */
export function mcpServer(deps: McpDependencies): McpServer {
  const server = new McpServer({ name: 'tenfold', title: 'Tenfold', version: deps.version });
  addReading(server, deps);
  addWriting(server, deps);
  addResources(server, deps);
  return server;
}

function addReading(server: McpServer, deps: McpDependencies): void {
  const { api } = deps;
  server.registerTool(
    'recall',
    {
      title: 'Recall',
      description:
        'Searches the whole conversation, what was condensed included, and gives back the passages word for word. Use it before you say that something is not known.',
      inputSchema: z.object({
        query: z.string().describe('names, numbers or words the passage must have'),
        limit: z.int().min(1).max(20).optional().describe('passages at most; 5 by default'),
        session,
      }),
      annotations: reads,
      _meta,
    },
    ({ query, limit, session: named }) =>
      toolAnswer(async () => {
        const q = query.slice(0, 1_000);
        const ask = { session: await sessionOf(deps, named), query: { q, ...(limit === undefined ? {} : { limit }) } };
        return (await api.call(contract.search.recall, ask)).text;
      }),
  );
  server.registerTool(
    'expand',
    {
      title: 'Expand',
      description: 'Gives back what a record in the context stands for, or one message by its number, word for word.',
      inputSchema: z.object({ record: z.string().describe('id of the record, or the number of a message'), session }),
      annotations: reads,
      _meta,
    },
    ({ record, session: named }) =>
      toolAnswer(async () => (await api.call(contract.search.expand, { session: await sessionOf(deps, named), record })).text),
  );
  server.registerTool(
    'status',
    {
      title: 'Status',
      description: 'Says how full the context of the conversation is, what fills it and what is condensed.',
      inputSchema: z.object({ session }),
      annotations: reads,
      _meta,
    },
    ({ session: named }) =>
      toolAnswer(async () => {
        const id = await sessionOf(deps, named);
        const { text, breakdown, foldable } = await api.call(contract.contexts.status, { session: id });
        const { folds } = await api.call(contract.folds.list, { session: id });
        const kinds = Object.entries(breakdown).filter(([, tokens]) => tokens > 0);
        return [
          text,
          ...kinds.map(([kind, tokens]) => `${kind}: ${formatCount(tokens)}`),
          `can be condensed: ${formatCount(foldable)}`,
          `summaries in force: ${folds.length}`,
        ].join('\n');
      }),
  );
  server.registerTool(
    'list_sessions',
    {
      title: 'Conversations',
      description: 'Lists the conversations, the latest first, or those in whose title or text these words stand.',
      inputSchema: z.object({ query: z.string().max(1_000).optional(), limit: z.int().min(1).max(100).optional() }),
      annotations: reads,
      _meta,
    },
    ({ query, limit = 20 }) =>
      toolAnswer(async () => {
        const { session: own } = deps;
        const { sessions } =
          own === null
            ? await api.call(contract.sessions.list, { query: { limit, ...(query ? { q: query } : {}) } })
            : { sessions: [await api.call(contract.sessions.get, { session: own })] };
        return sessions.length === 0 ? 'There are no conversations.' : sessions.map(lineOf).join('\n');
      }),
  );
}

function addWriting(server: McpServer, deps: McpDependencies): void {
  const { api } = deps;
  server.registerTool(
    'protect',
    {
      title: 'Protect',
      description: 'Keeps a message in the context word for word, whatever is condensed later, or lets it go again.',
      inputSchema: z.object({
        message: z.int().min(1).describe('number of the message, as recall gives it'),
        protected: z.boolean().optional().describe('false lets it go again'),
        session,
      }),
      annotations: { ...writes, idempotentHint: true },
      _meta,
    },
    ({ message, protected: on = true, session: named }) =>
      toolAnswer(async () => {
        const id = await sessionOf(deps, named);
        const { entries } = await api.call(contract.entries.list, { session: id, query: { before: message, limit: 1 } });
        const entry = entries.find(({ position }) => position === message - 1);
        if (entry === undefined) return `There is no message ${message}.`;
        await api.call(contract.entries.protect, { session: id, entry: entry.id, body: { protected: on } });
        return on ? `Message ${message} stays in the context.` : `Message ${message} may be condensed again.`;
      }),
  );
  server.registerTool(
    'checkpoint',
    {
      title: 'Checkpoint',
      description: 'Saves where the conversation stands, so that it can be gone back to.',
      inputSchema: z.object({ label: z.string().max(200).optional(), session }),
      annotations: writes,
      _meta,
    },
    ({ label, session: named }) =>
      toolAnswer(async () => {
        const ask = { session: await sessionOf(deps, named), body: label === undefined ? {} : { label } };
        const made = await api.call(contract.checkpoints.create, ask);
        return `Checkpoint saved: "${made.label}" (${made.id})`;
      }),
  );
  server.registerTool(
    'compact',
    {
      title: 'Compact',
      description:
        'Condenses the older part of the conversation beside it. Nothing is lost: recall and expand still reach all of it.',
      inputSchema: z.object({ session }),
      annotations: writes,
      _meta,
    },
    ({ session: named }) =>
      toolAnswer(async () => {
        const ask = { session: await sessionOf(deps, named), body: { line: '/compact' } };
        return (await api.call(contract.commands.run, ask)).message;
      }),
  );
}

function addResources(server: McpServer, deps: McpDependencies): void {
  const { api } = deps;
  const text = (uri: URL, content: string) => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: content }] });
  server.registerResource(
    'checkpoints',
    new ResourceTemplate('tenfold://sessions/{session}/checkpoints', { list: () => listResources(deps, 'checkpoints') }),
    { title: 'Checkpoints', description: 'Saved states of a conversation, newest first', mimeType: 'text/plain' },
    async (uri, variables) => {
      const { checkpoints } = await api.call(contract.checkpoints.list, {
        session: await sessionOf(deps, String(variables.session)),
      });
      const lines = checkpoints.map(
        ({ id, label, createdAt, position }) => `${dateOf(createdAt)}  ${label}  after message ${position + 1}  ${id}`,
      );
      return text(uri, lines.join('\n') || 'There are no checkpoints.');
    },
  );
  server.registerResource(
    'summaries',
    new ResourceTemplate('tenfold://sessions/{session}/summaries', { list: () => listResources(deps, 'summaries') }),
    { title: 'Summaries', description: 'What stands for the condensed parts of a conversation', mimeType: 'text/plain' },
    async (uri, variables) => {
      const { folds } = await api.call(contract.folds.list, { session: await sessionOf(deps, String(variables.session)) });
      const bodies = folds.filter(({ kind }) => kind === 'summary').map((fold) => `[${fold.id}]\n${fold.text}`);
      return text(uri, bodies.join('\n\n') || 'Nothing is condensed into a summary.');
    },
  );
}

/** The conversation meant; where this server was started for one, no other can be reached. */
async function sessionOf({ api, session: own }: McpDependencies, named: string | undefined): Promise<string> {
  if (own !== null) {
    if (named !== undefined && named !== own) throw new Error(`this server was started for the conversation ${own} only`);
    return own;
  }
  if (named !== undefined) return named;
  const { sessions } = await api.call(contract.sessions.list, { query: { limit: 1 } });
  const [latest] = sessions;
  if (latest === undefined) throw new Error('there are no conversations yet');
  return latest.id;
}

const MAX_LISTED = 20;

async function listResources({ api, session: own }: McpDependencies, what: 'checkpoints' | 'summaries') {
  const shown =
    own === null
      ? (await api.call(contract.sessions.list, { query: { limit: MAX_LISTED } })).sessions
      : [await api.call(contract.sessions.get, { session: own })];
  return {
    resources: shown.map(({ id, title }) => ({ uri: `tenfold://sessions/${id}/${what}`, name: `${what} of ${title}` })),
  };
}

function lineOf({ id, title, updatedAt, entries }: Session): string {
  return `${id}  ${dateOf(updatedAt)}  ${counted(entries, 'message')}  ${title}`;
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}

/** A tool's answer, or what went wrong told to the model. */
async function toolAnswer(work: () => Promise<string>) {
  try {
    return { content: [{ type: 'text' as const, text: await work() }] };
  } catch (error) {
    return { isError: true, content: [{ type: 'text' as const, text: error instanceof Error ? error.message : String(error) }] };
  }
}
