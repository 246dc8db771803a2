import { randomUUID } from 'node:crypto';
import { type ClientAttachment, api as contract, isCommand, type Session, type TurnWish } from '@tenfold/contract';
import { expandPastes } from '@tenfold/core';
import { useApp, useInput, usePaste } from 'ink';
import { createElement as h, type ReactElement, useEffect, useReducer, useRef, useState } from 'react';
import { tame } from '../draw/width.ts';
import type { Screen } from '../terminal.ts';
import { type ChatApi, Refusal } from './api.ts';

import { chatAfter, EMPTY_CHAT } from './chat-state.ts';
import { ChatView } from './chat-view.ts';
import { completed } from './completion.ts';
import { useDraftedStatus } from './drafted-status.ts';
import { type Editor, EMPTY_EDITOR, edited, lineMoved, pasted, typed } from './editor.ts';
import { follow } from './follow.ts';
import { runCommand } from './local-commands.ts';
import type { Troubles } from './troubles.ts';
import { lookedBack, remembered, typedLines } from './typed-lines.ts';

/** What a chat begins with. */
interface ChatStart {
  readonly api: ChatApi;
  readonly first: Session;
  readonly screen: Screen;
  /** Lines typed in earlier chats, the oldest first. */
  readonly earlier: readonly string[];
  /** Keeps a line for later chats. */
  keep(line: string): void;
  readonly troubles: Pick<Troubles, 'listen'>;
}

/** The terminal chat on one server, starting with one conversation. */
export function ChatApp({ api, first, screen, earlier, keep, troubles }: ChatStart): ReactElement {
  const { exit } = useApp();
  const [session, setSession] = useState({ id: first.id, title: first.title, opened: 0 });
  const [state, change] = useReducer(chatAfter, EMPTY_CHAT);
  const [editor, setEditor] = useState(EMPTY_EDITOR);
  const [files, setFiles] = useState<readonly ClientAttachment[]>([]);
  const turns = useRef(new Set<AbortController>());
  const lines = useRef(typedLines(earlier));
  const status = useDraftedStatus(api, session.id, state.status, editor.composition);

  useEffect(() => follow(api, session, change), [api, session]);
  useEffect(() => troubles.listen((text) => change({ type: 'remark', text, bad: true })), [troubles]);

  usePaste((text) => setEditor((now) => pasted(now, text)));
  useInput((input, key) => {
    if (key.ctrl && input === 'c') stopOrLeave();
    else if (key.tab) setEditor((now) => typed(now, completed(now.composition.text).slice(now.composition.text.length)));
    else if (key.upArrow || key.downArrow) setEditor(lookAt(key.upArrow ? -1 : 1));
    else if (key.return && !key.shift && !key.meta) void submit(editor);
    else if (input.length > 1 && input.endsWith('\r')) {
      // Fast typing can arrive in one piece with its Enter.
      void submit(typed(editor, input.slice(0, -1)));
    } else setEditor((now) => edited(now, input, key));
  });

  return h(ChatView, { state: { ...state, status }, editor, files, title: session.title });

  /** The line above or below; beyond the first and last of what is typed, lines that were sent before. */
  function lookAt(by: -1 | 1): Editor {
    const inside = lineMoved(editor, by);
    if (inside !== undefined) return inside;
    const looked = lookedBack(lines.current, editor, by);
    lines.current = looked?.typed ?? lines.current;
    return looked?.editor ?? editor;
  }

  /** The first Ctrl-C stops an answer, the next one leaves. */
  function stopOrLeave(): void {
    if (turns.current.size === 0) exit();
    else
      void api.call(contract.turns.stop, { session: session.id }).catch(() => {
        for (const turn of turns.current) turn.abort();
      });
  }

  async function submit({ composition }: Editor): Promise<void> {
    // A slash alone is one that was only begun.
    const runs = (isCommand(composition.text) || composition.text.trim() === '/') && composition.pastes.length === 0;
    if (composition.text.trim() === '' && files.length === 0) return;
    setEditor(EMPTY_EDITOR);
    lines.current = remembered(lines.current, expandPastes(composition));
    keep(expandPastes(composition));
    if (runs) await command(composition.text).catch((error: unknown) => fail(error, composition));
    else {
      setFiles([]);
      const text = expandPastes(composition);
      await send({ ...(text.trim() === '' ? {} : { text }), attachments: [...files] }, () => {
        setEditor({ composition, caret: composition.text.length });
        setFiles(files);
      });
    }
  }

  /** Asks for an answer. What was not stored comes back, so that nothing has to be typed twice; what was is not sent again. */
  async function send(wish: TurnWish, putBack: () => void): Promise<void> {
    const running = new AbortController();
    const idempotencyKey = randomUUID();
    turns.current.add(running);
    change({ type: 'sending', again: wish.regenerate ?? false });
    try {
      const ask = { session: session.id, body: { ...wish, idempotencyKey } };
      for await (const chunk of api.stream(contract.turns.send, ask, running.signal)) change({ type: 'turn', chunk });
    } catch (error) {
      const query = { session: session.id, query: { keys: idempotencyKey } };
      const isStored = wish.regenerate || (await api.call(contract.entries.appended, query).catch(() => null))?.keys.length === 1;
      if (!isStored) putBack();
      change({ type: 'remark', text: words(error), bad: true });
    } finally {
      turns.current.delete(running);
      change({ type: 'settled' });
    }
  }

  /** A command that was refused is done with; one that never got there comes back. */
  function fail(error: unknown, composition: Editor['composition']): void {
    if (!(error instanceof Refusal)) setEditor({ composition, caret: composition.text.length });
    change({ type: 'remark', text: words(error), bad: true });
  }

  async function command(line: string): Promise<void> {
    change({ type: 'remark', text: `> ${tame(line)}` });
    const outcome = await runCommand(line, { api, session: session.id, screen, files });
    const { text, bad, open, quit, draft } = outcome;
    change({ type: 'remark', text, bad: bad ?? false });
    if (outcome.files !== undefined) setFiles(outcome.files);
    if (draft !== undefined) setEditor(typed(EMPTY_EDITOR, draft));
    if (outcome.send !== undefined) await send(outcome.send, () => {});
    if (quit) exit();
    if (open === undefined) return;
    const { title } = await api.call(contract.sessions.get, { session: open });
    setSession(({ opened }) => ({ id: open, title, opened: opened + 1 }));
  }
}

/** What went wrong, and what can be done about it here. */
function words(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isFull = error instanceof Refusal && error.code === 'context-full';
  return isFull ? `${error.detail} ${error.kept}\n${CHOICES}` : error.message;
}

const CHOICES =
  '/retry condenses again · /truncate cuts long results, which can be undone · /send-anyway sends it as it is, at your own risk';
