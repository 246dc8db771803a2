import path from 'node:path';
import { api as contract, Provider } from '@tenfold/contract';
import { modelFor } from '@tenfold/core';
import { BadInput } from '../bad-input.ts';
import { type ChatApi, chatApi } from '../chat/api.ts';
import { conversationsIn } from '../file/conversations-of.ts';
import { readText } from '../file/read-text.ts';
import type { Terminal } from '../terminal.ts';
import { version } from '../version.ts';
import { withServer } from '../with-server.ts';
import { openRunFolder } from '../wrap/run-folder.ts';
import { serveOverHttp, serveOverStdio } from './serve-mcp.ts';

/** What `tenfold mcp` can be told. */
export interface McpRun {
  readonly home?: string;
  readonly session?: string;
  readonly file?: string;
  readonly http?: true | number;
}

/** A file with one conversation, and the model it was held with. */
interface Transcript {
  readonly file: string;
  readonly text: string;
  readonly model: string | undefined;
}

/** Serves the tools until the client leaves or a signal comes. A transcript file is read into a home that is removed again. */
export async function runMcp({ file, ...given }: McpRun, { err }: Terminal): Promise<void> {
  if (file === undefined) return serveTools({ ...given, stopped: signalled() }, err);
  const text = await readText(file);
  const [{ model } = {}, ...others] = await conversationsIn(text, file);
  if (others.length > 0) throw new BadInput(`${file}: expected one conversation, found ${others.length + 1}`);
  const options = { ...given, stopped: signalled() };
  const folder = openRunFolder();
  try {
    await serveTools({ ...options, home: folder.path }, err, (api) => imported(api, { file, text, model }));
  } finally {
    folder.remove();
  }
}

async function serveTools(
  { home, session, http, stopped }: Omit<McpRun, 'file'> & { readonly stopped: Promise<void> },
  screen: Terminal['err'],
  chosen: (api: ChatApi) => Promise<string | null> = async (api) => findSession(api, session),
): Promise<void> {
  await withServer(async (server) => {
    const reached = await server.reachHere({ port: '0', ...(home === undefined ? {} : { home }) });
    try {
      const api = chatApi(reached.url, reached.token);
      const deps = { api, session: await chosen(api), version: version() };
      if (http === undefined) return await serveOverStdio(deps, stopped);
      const serving = await serveOverHttp(deps, http === true ? 0 : http);
      screen.write(`${serving.url}\n`);
      await stopped;
      await serving.close();
    } finally {
      await reached.stop();
    }
  });
}

async function findSession(api: ChatApi, session: string | undefined): Promise<string | null> {
  if (session === undefined) return null;
  const { id } = await api.call(contract.sessions.get, { session }).catch(() => {
    throw new BadInput(`There is no conversation ${session}. tenfold mcp without --session serves all of them.`);
  });
  return id;
}

async function imported(api: ChatApi, { file, text, model }: Transcript): Promise<string> {
  const body = { name: path.basename(file).slice(0, 200), text };
  const { sessions, skipped } = await api.call(contract.exchange.importFile, { body }).catch((error: Error) => {
    throw new BadInput(`${file}: ${error.message}`);
  });
  const [first] = sessions;
  if (first === undefined) throw new BadInput(`${file}: ${skipped[0]?.reason ?? 'Nothing was said in it.'}`);
  await measureBy(api, first.id, model);
  return first.id;
}

/** How full it is depends on the model it was held with. */
async function measureBy(api: ChatApi, session: string, named: string | undefined): Promise<void> {
  if (named === undefined) return;
  const [vendor, ...rest] = modelFor(named).id.split(':');
  const provider = Provider.safeParse(vendor);
  if (!provider.success) return;
  const model = rest.join(':');
  const { id } = await api.call(contract.profiles.add, { body: { name: model, provider: provider.data, model } });
  await api.call(contract.sessions.update, { session, body: { profileId: id } });
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}
