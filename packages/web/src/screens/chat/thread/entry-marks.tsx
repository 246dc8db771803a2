import { useNavigate } from '@tanstack/react-router';
import type { Entry } from '@tenfold/contract';
import { messageText } from '@tenfold/core';
import { Layers, Lock, LockOpen, Pencil, RotateCcw } from 'lucide-react';
import { useFolds, useProtect } from '../../../queries/folding.ts';
import { useSessionId } from '../../../state/session-id.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { dollars, duration, short, when, whole } from '../../../ui/figures.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { modelName } from '../../../ui/names.ts';
import { Popover } from '../../../ui/popover.tsx';
import { ScrollText } from '../../../ui/scroll-text.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useThread } from './in-thread.ts';

/** How a message of the record stands. What it weighs and cost shows when it is pointed at. */
export function EntryMarks({ entry, took }: { entry: Entry; took: number | null }) {
  return (
    <>
      {(entry.protected || isOpening(entry)) && (
        <Badge tone="accent" title={lockWords(entry)}>
          <Lock aria-hidden="true" />
          protected
        </Badge>
      )}
      {entry.aborted && <Badge tone="warning">stopped early</Badge>}
      <span className="flex min-w-0 items-center gap-2 opacity-0 transition-opacity focus-within:opacity-100 group-hover/entry:opacity-100 group-focus-within/row:opacity-100 has-data-popup-open:opacity-100">
        <EntryFacts entry={entry} took={took} />
        {entry.foldedBy !== null && <FoldedMark fold={entry.foldedBy} />}
      </span>
    </>
  );
}

function lockWords(entry: Entry): string {
  const kept = `keeps ${whole(entry.tokens)} tokens in every request`;
  return isOpening(entry) ? `The beginning of a conversation is never condensed; ${kept}` : `Never condensed; ${kept}`;
}

/** What a message weighs; of an answer also who gave it and what it cost. All of it is a press away. */
function EntryFacts({ entry, took }: { entry: Entry; took: number | null }) {
  const { model, cost, tokens } = entry;
  const weight = [`${short(tokens)} tokens`, ...(cost === undefined || cost === null ? [] : [dollars(cost)])].join(' · ');
  return (
    <Popover
      title={model === undefined ? 'This message' : 'This answer'}
      trigger={
        <button
          type="button"
          className="inline-flex min-h-6 min-w-0 items-center rounded-md px-1 text-ink-faint tabular-nums hover:bg-sunken hover:text-ink"
        >
          <span className="truncate">
            {model !== undefined && `${modelName(model)} · `}
            {weight}
          </span>
        </button>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 tabular-nums [&_dd]:text-right [&_dt]:text-ink-soft">
        {facts(entry, took).map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt>{name}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}

/** What is known of a message; what is not is null. */
function facts({ createdAt, tokens, inputTokens, outputTokens, model, cost }: Entry, took: number | null) {
  return [
    ['Model', model === undefined ? null : modelName(model)],
    ['Written', when(createdAt)],
    ['Took', took === null ? null : duration(took)],
    ['Tokens, counted here', whole(tokens)],
    ['Billed for the request', inputTokens === null ? null : whole(inputTokens)],
    ['Billed for the answer', outputTokens === null ? null : whole(outputTokens)],
    ['Cost', cost === undefined ? null : dollars(cost)],
  ].filter(([, value]) => value !== null);
}

/** Says that a message is not in the context any more, and shows what stands there instead. */
function FoldedMark({ fold }: { fold: string }) {
  const { data: folds } = useFolds();
  const shown = folds?.find(({ id }) => id === fold);
  return (
    <Popover
      title="What the model sees instead"
      onHover
      trigger={
        <button
          type="button"
          className="inline-flex min-h-6 items-center gap-1 whitespace-nowrap rounded-full px-1.5 text-ink-faint text-xs hover:bg-sunken hover:text-ink"
        >
          <Layers className="size-3.5" aria-hidden="true" />
          <span>
            condensed<span className="max-sm:sr-only">, not in context</span>
          </span>
        </button>
      }
    >
      {shown === undefined ? (
        <p className="text-ink-soft">It is part of a condensed span.</p>
      ) : (
        <>
          <p className="mb-2 text-ink-soft text-xs">
            Messages {shown.from + 1}–{shown.to + 1}: {whole(shown.before)} → {whole(shown.after)} tokens, by {shown.by}.
          </p>
          <ScrollText text={shown.text || 'Nothing: its place is covered by the summary before it.'} label="Stand-in" />
        </>
      )}
    </Popover>
  );
}

/** What can be done with a message, once it is pointed at or touched; with the last one, by touch, at once. */
export function EntryActions({ entry }: { entry: Entry }) {
  const { edit, regenerate } = useThread();
  const cost = `keeps ${short(entry.tokens)} tokens in every request`;
  const protect = useProtect(() => toast(entry.protected ? 'No longer protected' : `Protected: ${cost}`));
  return (
    <div className="flex items-center gap-0.5 opacity-0 transition-opacity focus-within:opacity-100 group-hover/entry:opacity-100 group-focus-within/row:opacity-100 pointer-coarse:group-last/row:opacity-100">
      <CopyButton text={() => messageText(entry)} label="Copy as Markdown" />
      {entry.role === 'user' && <IconButton label="Edit and send again" icon={<Pencil />} onClick={() => edit(entry)} />}
      {entry.model !== undefined && <SeeRequest entry={entry} />}
      {entry.role === 'assistant' && <IconButton label="Answer again" icon={<RotateCcw />} onClick={() => regenerate(entry)} />}
      {(entry.protected || !isOpening(entry)) && (
        <IconButton
          label={entry.protected ? 'Stop protecting' : `Protect: ${cost}`}
          icon={entry.protected ? <Lock /> : <LockOpen />}
          pressed={entry.protected}
          disabled={protect.isPending}
          onClick={() => protect.mutate({ entry, value: !entry.protected })}
        />
      )}
    </div>
  );
}

/** The way to what was sent for an answer. */
function SeeRequest({ entry }: { entry: Entry }) {
  const session = useSessionId();
  const navigate = useNavigate();
  return (
    <IconButton
      label="See what was sent for it"
      icon={<Layers />}
      onClick={() => void navigate({ to: '/s/$session/inspector', params: { session }, search: { request: entry.id } })}
    />
  );
}

/** Whether a message is part of how the conversation begins, which no strategy touches. */
function isOpening({ position, role }: Pick<Entry, 'position' | 'role'>): boolean {
  return position === 0 || role === 'system';
}
