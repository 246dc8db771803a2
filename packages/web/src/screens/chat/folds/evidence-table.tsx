import type { EvidenceScore } from '@tenfold/contract';
import { joined } from '../../../ui/joined.ts';
import { kindName } from '../../../ui/kind-name.ts';

/** Facts found in what was condensed, by kind, and how many are still in the context. */
export function EvidenceTable({ evidence }: { evidence: EvidenceScore | null }) {
  const rows = Object.entries(evidence ?? {}).flatMap(([kind, score]) => (score && score.found > 0 ? [{ kind, ...score }] : []));
  if (rows.length === 0) return <p className="text-ink-soft text-sm">No facts to keep were found in what was condensed.</p>;
  return (
    <table className="w-full max-w-md text-sm tabular-nums">
      <caption className="sr-only">Evidence kept by kind</caption>
      <thead>
        <tr className="text-ink-faint text-xs">
          <th scope="col" className="text-left font-normal">
            Kind
          </th>
          <th scope="col" className="text-right font-normal">
            Kept
          </th>
          <th scope="col" className="w-32 pl-4 text-left font-normal">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ kind, found, kept }) => (
          <tr key={kind}>
            <th scope="row" className="py-0.5 text-left font-normal">
              {kindName(kind)}
            </th>
            <td className="text-right">
              {kept} of {found}
              {kept < found && <span className="text-ink-faint">, {found - kept} lost</span>}
            </td>
            <td className="pl-4">
              <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-full bg-line">
                <span className={joined('block h-full', toneOf(kept / found))} style={{ width: `${(100 * kept) / found}%` }} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Green where nearly all is kept, red where most is lost. */
function toneOf(share: number): string {
  return share >= 0.8 ? 'bg-normal' : share >= 0.5 ? 'bg-warning' : 'bg-critical';
}
