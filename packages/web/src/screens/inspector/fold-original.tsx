import type { ContextRow, Entry } from '../../api/contract.ts';
import { useOriginal } from '../../queries/folding.ts';
import { joined } from '../../ui/joined.ts';
import { whole } from '../../ui/numbers.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ScrollText } from '../../ui/scroll-text.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextDiff } from '../../ui/text-diff.tsx';
import { originalText, partText } from './entry-text.ts';

/** What a fold stands for, in place: the messages themselves, and what changed. */
export function FoldOriginal({ session, foldId, row }: { session: string; foldId: string; row: ContextRow }) {
  const { data, error, refetch } = useOriginal(session, foldId);
  if (error !== null) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Spinner label="Fetching the original…" />;
  const sent = row.parts.find((part) => part.foldId === foldId)?.text ?? row.parts.map(({ text }) => text).join('\n');
  return (
    <Tabs
      label="Before and after"
      tabs={[
        {
          value: 'diff',
          label: 'Diff',
          content: <TextDiff before={originalText(data, foldId)} after={sent} label="What condensing changed" />,
        },
        {
          value: 'beside',
          label: 'Side by side',
          content: (
            <div className="grid gap-3 lg:grid-cols-2">
              <ScrollText text={originalText(data, foldId)} label="Before" />
              <ScrollText text={sent} label="After" />
            </div>
          ),
        },
        { value: 'messages', label: `Original (${data.length})`, content: <Messages entries={data} /> },
      ]}
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
