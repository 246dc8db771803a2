import type { Attachment, Part } from '@tenfold/core';
import { Clock, TriangleAlert } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { LiveTurn } from '../turn/live-turn.ts';

/** How something that was just sent stands. */
export function SaidMarks({ turn: { answering, problem } }: { turn: LiveTurn }) {
  if (problem !== null) return <Badge tone="critical">not sent</Badge>;
  return answering.state === 'sending' ? <span className="text-ink-faint">sending…</span> : null;
}

/** What was said, as the record will have it. */
export function saidParts(text: string, files: readonly Pick<Attachment, 'name' | 'mediaType'>[] = []): readonly Part[] {
  return [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...files.map((file) => ({ ...file, type: 'attachment' as const })),
  ];
}

/** How an answer under way stands; while it cannot come yet, why. */
export function AnsweringMarks({ turn: { answering } }: { turn: LiveTurn }) {
  return (
    <>
      {answering.state === 'queued' ? <Waiting waitsFor={answering.waitsFor} /> : <Spinner className="text-xs" />}
      {answering.warnings.map((warning) => (
        <span key={warning} className="flex items-center gap-1.5 text-sm text-warning">
          <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
          {warning}
        </span>
      ))}
    </>
  );
}

function Waiting({ waitsFor }: { waitsFor: 'hard' | 'turn' | null }) {
  return (
    <Badge tone="warning">
      <Clock aria-hidden="true" />
      {waitsFor === 'hard' ? 'Queued: the context is full and is condensed first' : 'Queued: after the answer before it'}
    </Badge>
  );
}
