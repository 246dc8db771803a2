import { Brain, Clock, TriangleAlert, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { Markdown } from '../../../markdown/markdown.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ScrollText } from '../../../ui/scroll-text.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { LiveTurn } from '../turn/live-turn.ts';
import type { LivePart } from '../turn/turn-stream.ts';
import { inOneLine } from './in-one-line.ts';
import { LongText } from './long-text.tsx';
import { Folded } from './part-view.tsx';

/** What was just sent, before the record has it. */
export function SaidRow({ turn }: { turn: LiveTurn }) {
  const { answering, saying } = turn;
  return (
    <SaidFrame
      text={saying.text}
      files={saying.attachments?.map(({ name }) => name) ?? []}
      badge={
        <>
          {answering.state === 'sending' && <span className="text-ink-faint">sending…</span>}
          {turn.problem !== null && <Badge tone="critical">not sent</Badge>}
        </>
      }
    />
  );
}

/** The frame of something said that is not in the record yet, with how it stands and what can be done. */
export function SaidFrame({
  text,
  files,
  badge,
  children,
}: {
  text: string;
  files: readonly string[];
  badge: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="mx-auto max-w-3xl px-4 py-2 md:px-6">
      <div className="mb-0.5 flex min-h-7 items-center gap-2 text-xs">
        <span className="font-semibold text-accent">You</span>
        {badge}
      </div>
      <div className="rounded-2xl rounded-tl-md bg-accent-soft px-4 py-2.5 opacity-80">
        <LongText text={text} />
        {files.map((name) => (
          <p key={name} className="text-ink-soft text-xs">
            {name}
          </p>
        ))}
      </div>
      {children !== undefined && <div className="mt-1.5 flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}

/** The answer as it comes; while it cannot come yet, why. */
export function AnsweringRow({ turn }: { turn: LiveTurn }) {
  const { answering } = turn;
  return (
    <div className="mx-auto max-w-3xl px-4 py-2 md:px-6" aria-busy="true">
      <div className="mb-0.5 flex min-h-7 items-center gap-2 text-xs">
        <span className="font-semibold">Assistant</span>
        {answering.state === 'queued' ? <Waiting waitsFor={answering.waitsFor} /> : <Spinner className="text-xs" />}
      </div>
      {answering.warnings.map((warning) => (
        <p key={warning} className="mb-1 flex items-center gap-1.5 text-sm text-warning">
          <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
          {warning}
        </p>
      ))}
      {answering.parts.map((part) => (
        <Live key={part.id + part.type} part={part} />
      ))}
    </div>
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

function Live({ part }: { part: LivePart }) {
  if (part.type === 'tool') return <LiveTool part={part} />;
  if (part.type === 'text') return <Markdown text={part.text} streaming />;
  return (
    <Folded icon={<Brain />} title="Thinking" hint={inOneLine(part.text.slice(-160))}>
      <ScrollText text={part.text} label="Thinking" />
    </Folded>
  );
}

function LiveTool({ part }: { part: LivePart & { type: 'tool' } }) {
  const { name, input, output, isError } = part;
  const icon = output === undefined ? <Spinner /> : isError ? <TriangleAlert className="text-critical" /> : <Wrench />;
  const text = [JSON.stringify(input, null, 2), ...(output === undefined ? [] : [output])].join('\n\n');
  return (
    <Folded icon={icon} title={name} hint={inOneLine(input)}>
      <ScrollText text={text} label={name} mono />
    </Folded>
  );
}
