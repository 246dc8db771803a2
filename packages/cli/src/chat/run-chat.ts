import { api as contract, type Session } from '@tenfold/contract';
import { render } from 'ink';
import { createElement } from 'react';
import { BadInput } from '../bad-input.ts';
import type { Screen } from '../terminal.ts';
import type { ServerPackage } from '../with-server.ts';
import { type ChatApi, chatApi } from './api.ts';
import { ChatApp } from './chat-app.ts';
import { createTroubles } from './troubles.ts';
import { keepTypedLine, readTypedLines, typedLinesFile } from './typed-lines-file.ts';

/** Chats until the person leaves. A server that already serves the home is used; otherwise one runs as long as the chat. */
export async function runChat(
  server: ServerPackage,
  options: { readonly home?: string; readonly session?: string; readonly new?: boolean },
  screen: Screen,
): Promise<void> {
  if (screen.live) screen.write('Opening your conversations …\n');
  const troubles = createTroubles();
  const flags = options.home === undefined ? {} : { home: options.home };
  const { url, home, token, stop } = await server.reachHere(flags, troubles.log);
  try {
    const api = chatApi(url, token);
    const first = await firstSession(api, options);
    const file = typedLinesFile(home);
    const earlier = await readTypedLines(file);
    const keep = (line: string) => void keepTypedLine(file, line);
    const app = render(createElement(ChatApp, { api, first, screen, earlier, keep, troubles }), {
      exitOnCtrlC: false,
      incrementalRendering: true,
    });
    await app.waitUntilExit();
  } finally {
    troubles.listen((text) => screen.write(`${text}\n`));
    await stop();
  }
}

async function firstSession(api: ChatApi, options: { readonly session?: string; readonly new?: boolean }): Promise<Session> {
  const create = () => api.call(contract.sessions.create, { body: {} });
  if (options.new) return create();
  if (options.session !== undefined)
    return api.call(contract.sessions.get, { session: options.session }).catch(() => {
      throw new BadInput(
        `There is no conversation ${options.session}. tenfold chat without --session opens the latest; /sessions lists them.`,
      );
    });
  const { sessions } = await api.call(contract.sessions.list, { query: { limit: 1 } });
  return sessions[0] ?? create();
}
