import type { Run } from '../../../api/contract.ts';
import { useFolds } from '../../../queries/folding.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { EvidenceTable } from './evidence-table.tsx';
import { FoldDiff, FoldText } from './fold-texts.tsx';

/** Most folds shown one by one; a lossless run may have hundreds. */
const MOST = 20;

/** What a run kept, what stands in, the difference and the report. */
export function DividerDetails({
  session,
  run,
  tab,
  onTab,
}: {
  session: string;
  run: Run;
  tab: string;
  onTab: (tab: string) => void;
}) {
  const { data } = useFolds(session);
  const folds = (data ?? []).filter((fold) => fold.run === run.id && fold.text !== '');
  const more = folds.length > MOST && <p className="text-ink-faint text-sm">… and {folds.length - MOST} more.</p>;
  const loading = data === undefined && <Spinner label="Fetching…" />;
  return (
    <Tabs
      label="About this condensation"
      value={tab}
      onChange={onTab}
      tabs={[
        { value: 'kept', label: 'Kept', content: <EvidenceTable evidence={run.evidence} /> },
        {
          value: 'summary',
          label: 'Summary',
          content: (
            <div className="grid gap-2">
              {loading}
              {folds.slice(0, MOST).map((fold) => (
                <FoldText
                  key={fold.id}
                  session={session}
                  fold={fold}
                  editable={fold.kind === 'summary' && fold.active && !fold.covered}
                />
              ))}
              {more}
            </div>
          ),
        },
        {
          value: 'diff',
          label: 'Diff',
          content: (
            <div className="grid gap-2">
              {loading}
              {folds.slice(0, MOST).map((fold) => (
                <FoldDiff key={fold.id} session={session} fold={fold} />
              ))}
              {more}
            </div>
          ),
        },
        {
          value: 'report',
          label: 'Report',
          content: <pre className="whitespace-pre-wrap font-mono text-xs leading-relaxed">{run.text}</pre>,
        },
      ]}
    />
  );
}
