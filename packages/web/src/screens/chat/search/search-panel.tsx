import type { SearchHit } from '@tenfold/contract';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type RefObject, useDeferredValue, useEffect, useState } from 'react';
import { useSearch } from '../../../queries/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { joined } from '../../../ui/joined.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { keyName } from '../../../ui/screen-keys.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { Marked } from '../../sessions/marked.tsx';

/** Finds words in the whole history, folded or not. */
export function SearchPanel({
  fieldRef,
  onJump,
  onClose,
}: {
  fieldRef: RefObject<HTMLInputElement | null>;
  onJump: (position: number) => void;
  onClose: () => void;
}) {
  const [q, setQ] = useState('');
  const [at, setAt] = useState(-1);
  const { data: hits = [], error, isFetching } = useSearch(useDeferredValue(q));
  useEffect(() => fieldRef.current?.focus(), [fieldRef]);
  const go = (index: number) => {
    const hit = hits[index];
    if (hit === undefined) return;
    setAt(index);
    onJump(hit.position);
  };
  const step = (by: number) => hits.length > 0 && go((at + by + hits.length) % hits.length);
  return (
    <search aria-label="Search this conversation" className="border-line border-b bg-surface px-4 py-2">
      <div className="mx-auto max-w-3xl">
        <div className="flex items-center gap-1">
          <SearchField
            label="Search the whole history"
            value={q}
            onChange={(next) => {
              setQ(next);
              setAt(-1);
            }}
            inputRef={fieldRef}
            className="flex-1"
            onKeyDown={(event) => {
              // Pressed again inside it, the browser's own search opens.
              if (keyName(event) === 'mod f') event.stopPropagation();
              else if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
              else if (event.key === 'Escape' && q === '') onClose();
            }}
          />
          <span role="status" className="w-20 text-center text-ink-soft text-xs tabular-nums">
            {q === ''
              ? ''
              : hits.length === 0
                ? isFetching
                  ? '…'
                  : 'nothing'
                : at < 0
                  ? `${hits.length} found`
                  : `${at + 1} of ${hits.length}`}
          </span>
          <IconButton label="Previous hit" icon={<ChevronUp />} disabled={hits.length === 0} onClick={() => step(-1)} />
          <IconButton label="Next hit" icon={<ChevronDown />} disabled={hits.length === 0} onClick={() => step(1)} />
          <IconButton label="Close search" icon={<X />} onClick={onClose} />
        </div>
        {error !== null && <ProblemNotice error={error} />}
        {q !== '' && hits.length > 0 && (
          <ul className="mt-1 max-h-48 overflow-y-auto">
            {hits.map((hit, index) => (
              <Hit key={hit.entryId} hit={hit} current={index === at} onGo={() => go(index)} />
            ))}
          </ul>
        )}
      </div>
    </search>
  );
}

function Hit({ hit, current, onGo }: { hit: SearchHit; current: boolean; onGo: () => void }) {
  return (
    <li>
      <button
        type="button"
        aria-current={current || undefined}
        onClick={onGo}
        className={joined(
          'flex min-h-8 w-full flex-wrap items-baseline gap-x-2 rounded-md px-2 py-1 text-left text-sm hover:bg-sunken sm:flex-nowrap',
          current && 'bg-accent-soft',
        )}
      >
        <span className="shrink-0 text-ink-faint text-xs sm:w-20">
          #{hit.position + 1} {hit.role}
        </span>
        <span className="min-w-0 truncate max-sm:order-last max-sm:basis-full sm:flex-1">
          <Marked snippet={hit.snippet} />
        </span>
        {!hit.inContext && <Badge>not in context</Badge>}
      </button>
    </li>
  );
}
