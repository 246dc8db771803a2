import type { ClientAttachment, ContextStatus } from '@tenfold/contract';
import { messageText } from '@tenfold/core';
import { Box, Static, Text, useWindowSize } from 'ink';
import { createElement as h, type ReactElement } from 'react';
import { fit, tame, tameText, wrapped } from '../draw/width.ts';
import { sizeOf } from './chat-file.ts';
import type { ChatState, Said } from './chat-state.ts';
import { fittingCommands } from './completion.ts';
import type { Editor } from './editor.ts';
import { statusLine } from './status-line.ts';

/** What is shown. */
interface ChatShown {
  readonly state: ChatState;
  readonly editor: Editor;
  readonly files: readonly ClientAttachment[];
  readonly title: string;
}

/** The talk so far, the answer as it comes, what is typed, and the gauge. What is finished is written once and scrolls away. */
export function ChatView({ state, editor, files, title }: ChatShown): ReactElement {
  const { said, answering, queued, waiting, status, online } = state;
  const { columns } = useWindowSize();
  return h(
    Box,
    { flexDirection: 'column' },
    h(Static<Said>, { items: [...said], children: (item) => h(SaidLine, { item, columns, key: item.key }) }),
    answering === null ? null : h(Text, null, answering === '' ? '…' : tameText(answering)),
    queued ? h(Text, { color: 'yellow' }, 'Queued: the context is being condensed before this is sent.') : null,
    ...waiting.map(({ id, text }, index) =>
      h(Text, { color: 'yellow', key: id }, `Waits: ${fit(tame(text), columns - 34)} · /queue ${index + 1} takes it back`),
    ),
    status?.folding ? h(Text, { color: 'magenta' }, status.folding.scope) : null,
    online ? null : h(Text, { color: 'red' }, 'Tenfold is not answering. What you typed is kept; trying again …'),
    h(Composer, { editor, title }),
    files.length === 0
      ? null
      : h(Text, { color: 'cyan' }, `With it: ${files.map(({ name, bytes }) => `${tame(name)} (${sizeOf(bytes)})`).join(', ')}`),
    h(Completion, { text: editor.composition.text }),
    status === null ? null : h(Gauge, { status }),
  );
}

const NAMES = 7;
const ROLES: Readonly<Record<string, readonly [name: string, color: string]>> = {
  user: ['you', 'blue'],
  assistant: ['ai', 'green'],
  tool: ['tool', 'gray'],
  system: ['system', 'gray'],
};

function SaidLine({ item, columns }: { item: Said; columns: number }): ReactElement {
  if (item.kind === 'divider')
    return h(Box, { marginTop: 1 }, h(Text, { color: 'magenta' }, wrapped(`── ${item.text} ── /undo takes it back`, columns)));
  if (item.kind === 'remark')
    return h(Box, { marginTop: 1 }, h(Text, item.bad ? { color: 'red' } : { dimColor: true }, wrapped(item.text, columns)));
  const [name, color] = ROLES[item.entry.role] ?? [item.entry.role, 'white'];
  const calls = item.entry.parts.flatMap((part) => (part.type === 'tool-call' ? [`(calls ${part.name})`] : []));
  const text = tameText([messageText(item.entry), ...calls].filter(Boolean).join('\n'));
  const shown = wrapped(item.entry.role === 'tool' ? firstLines(text, 3) : text, columns - NAMES);
  return h(
    Box,
    { marginTop: 1, width: columns },
    h(Box, { width: NAMES, flexShrink: 0 }, h(Text, { color, bold: true }, name)),
    h(Box, { width: columns - NAMES }, h(Text, item.entry.role === 'tool' ? { dimColor: true } : null, shown)),
  );
}

function firstLines(text: string, count: number): string {
  const lines = text.split('\n');
  return lines.length <= count
    ? text
    : `${lines.slice(0, count).join('\n')}\n… ${lines.length - count} more ${lines.length - count === 1 ? 'line' : 'lines'}`;
}

function Composer({ editor: { composition, caret }, title }: { editor: Editor; title: string }): ReactElement {
  const { text } = composition;
  const under = text.slice(caret, caret + 1);
  return h(
    Box,
    { borderStyle: 'round', borderColor: 'gray', paddingX: 1, marginTop: 1 },
    text === ''
      ? h(Text, { dimColor: true }, `Write to ${fit(tame(title) || 'the model', 30)} · Enter sends · /help · Ctrl-C leaves`)
      : h(
          Text,
          null,
          text.slice(0, caret),
          h(Text, { inverse: true }, under === '' || under === '\n' ? ' ' : under),
          under === '\n' ? '\n' : '',
          text.slice(caret + 1),
        ),
  );
}

function Completion({ text }: { text: string }): ReactElement | null {
  const fitting = fittingCommands(text);
  if (fitting.length === 0) return null;
  return h(Text, { dimColor: true }, fitting.map(([usage, does]) => `${usage}  ${does}`).join('\n'));
}

const LEVELS = { normal: 'green', warning: 'yellow', critical: 'red' } as const;

function Gauge({ status }: { status: ContextStatus }): ReactElement {
  return h(Text, { color: LEVELS[status.level] }, statusLine(status));
}
