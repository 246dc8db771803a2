import type { ContextRow, Entry } from '@tenfold/contract';
import { Diff, Lock, LockOpen, Undo2 } from 'lucide-react';
import { useOriginal, usePeel, useProtect } from '../../queries/folding.ts';
import { BeforeAfter } from '../../ui/before-after.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { originalText, partText } from '../../ui/entry-text.ts';
import { Fetching } from '../../ui/fetching.tsx';
import { counted, whole } from '../../ui/figures.ts';
import { joined } from '../../ui/joined.ts';
import { ScrollText } from '../../ui/scroll-text.tsx';
import { RowState } from './row-head.tsx';
import { typeWords, wordsOf } from './shown-rows.ts';

/** All of a row's text, what it stands for, and what can be done with it. */
export function RowBody({
  row,
  readOnly,
  diffing,
  onDiff,
}: {
  row: ContextRow;
  readOnly: boolean;
  diffing: boolean;
  onDiff: () => void;
}) {
  const protect = useProtect();
  const peel = usePeel();
  const foldIds = [...new Set([row.foldId, ...row.parts.map(({ foldId }) => foldId)].filter((id) => id !== undefined))];
  return (
    <div className="grid gap-3 pt-1 pr-2 pb-4 pl-4 md:pl-12">
      <div className="flex flex-wrap gap-1 md:hidden">
        <RowState row={row} />
      </div>
      {row.parts.map((part, index) => (
        <div key={index}>
          <p className="mb-1 text-ink-faint text-xs">
            {typeWords(part.type)} · {counted(part.tokens, 'token')}
            {part.foldKind === undefined ? '' : ` · condensed: ${part.foldKind}`}
          </p>
          <ScrollText
            text={wordsOf(part)}
            label={`Row ${row.row + 1}, ${typeWords(part.type)}`}
            mono={row.kind === 'tools' || part.type.startsWith('tool')}
          />
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        {foldIds.length > 0 && (
          <Button
            small
            icon={<Diff />}
            label={diffing ? 'Hide the original' : 'Original and diff'}
            onClick={onDiff}
            aria-expanded={diffing}
          />
        )}
        {row.foldId !== undefined && !readOnly && (
          <Button
            small
            icon={<Undo2 />}
            label="Bring back the original"
            disabled={peel.isPending}
            onClick={() => peel.mutate(row.foldId as string)}
          />
        )}
        {row.entryId !== undefined && !readOnly && (
          <Button
            small
            icon={row.protected ? <LockOpen /> : <Lock />}
            label={row.protected ? 'Unprotect' : `Protect: keeps ${whole(row.tokens)} tokens in every request`}
            disabled={protect.isPending}
            onClick={() => protect.mutate({ entry: { id: row.entryId as string }, value: !row.protected })}
          />
        )}
        <CopyButton text={() => row.parts.map(wordsOf).join('\n')} label="Copy this row" />
      </div>
      {diffing && foldIds.map((id) => <FoldOriginal key={id} foldId={id} row={row} />)}
    </div>
  );
}

/** What a fold stands for, in place: the messages themselves, and what changed. */
function FoldOriginal({ foldId, row }: { foldId: string; row: ContextRow }) {
  const original = useOriginal(foldId);
  const { data } = original;
  if (data === undefined) return <Fetching of={original} label="Fetching the original…" />;
  const folded = row.kind === 'stand-in' ? -1 : row.parts.findIndex((part) => part.foldId === foldId);
  const words = row.parts.map(wordsOf);
  const sent = words[folded] ?? words.join('\n');
  return (
    <BeforeAfter
      about="Condensing"
      before={originalText(data, folded < 0 ? null : folded)}
      after={sent}
      diffFirst={row.kind !== 'stand-in'}
      more={[{ value: 'messages', label: `Original (${data.length})`, content: <Messages entries={data} /> }]}
    />
  );
}

function Messages({ entries }: { entries: readonly Entry[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <ol tabIndex={0} className="max-h-[28rem] overflow-auto rounded-lg border border-line">
      {entries.map(({ id, position, role, parts, tokens }, index) => (
        <li key={id} className={joined('px-3 py-2', index > 0 && 'border-line border-t')}>
          <p className="text-ink-faint text-xs tabular-nums">
            {position + 1} · {role} · {whole(tokens)} tokens
          </p>
          <p className="whitespace-pre-wrap text-sm">{parts.map(partText).join('\n')}</p>
        </li>
      ))}
    </ol>
  );
}
