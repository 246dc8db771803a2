import type { LabColumn } from '@tenfold/contract';
import { Star } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';

/** A column's name, what kind it is and whether it does best. */
export function ColumnTitle({ column, best }: { column: LabColumn; best: boolean }) {
  return (
    <span className="flex flex-col items-start gap-1">
      <span className="font-semibold text-sm">{column.name}</span>
      <span className="flex flex-wrap gap-1">
        {column.kind === 'preset' && <Badge>preset</Badge>}
        {column.error !== undefined ? (
          <Badge tone="critical">failed</Badge>
        ) : column.free ? (
          <Badge tone="normal">free</Badge>
        ) : (
          <Badge tone="warning">{column.estimated ? 'estimate' : 'run'}</Badge>
        )}
        {best && (
          <Badge
            tone="accent"
            title="Of those that were run and reach the target, it keeps most facts; then the cheaper one counts"
          >
            <Star aria-hidden="true" />
            best
          </Badge>
        )}
      </span>
    </span>
  );
}
