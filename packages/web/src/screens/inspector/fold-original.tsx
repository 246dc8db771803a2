import type { ContextRow, Entry } from '@tenfold/contract';
import { useOriginal } from '../../queries/folding.ts';
import { BeforeAfter } from '../../ui/before-after.tsx';
import { originalText, partText } from '../../ui/entry-text.ts';
import { joined } from '../../ui/joined.ts';
import { whole } from '../../ui/numbers.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** What a fold stands for, in place: the messages themselves, and what changed. */
export function FoldOriginal({ session, foldId, row }: { session: string; foldId: string; row: ContextRow }) {
  const { data, error, refetch } = useOriginal(session, foldId);
  if (error !== null) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Spinner label="Fetching the original…" />;
  const folded = row.kind === 'stand-in' ? -1 : row.parts.findIndex((part) => part.foldId === foldId);
  const sent = row.parts[folded]?.text ?? row.parts.map(({ text }) => text).join('\n');
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
    <ol className="max-h-[28rem] overflow-auto rounded-lg border border-line">
      {entries.map(({ id, position, role, parts, tokens }, index) => (
        <li key={id} className={joined('px-3 py-2', index > 0 && 'border-line border-t')}>
          <p className="text-ink-faint text-xs tabular-nums">
            {position + 1} · {role} · {whole(tokens)} tokens
          </p>
          <p className="whitespace-pre-wrap break-words text-sm">{parts.map(partText).join('\n')}</p>
        </li>
      ))}
    </ol>
  );
}
