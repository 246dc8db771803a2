import type { PartFold } from '@tenfold/contract';
import { type Json, type Part, resultText } from '@tenfold/core';
import { Brain, FileText, TriangleAlert, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { Markdown } from '../../../markdown/markdown.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { bytes, duration } from '../../../ui/figures.ts';
import { joined } from '../../../ui/joined.ts';
import { ScrollText } from '../../../ui/scroll-text.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { imageOf } from './attachment-image.ts';
import { inOneLine } from './in-one-line.ts';
import { LongText } from './long-text.tsx';
import { textFileIn } from './text-file.ts';
import type { ToolOutcome } from './tool-outcomes.ts';

/** One piece of a message: words, thinking, a tool's call or answer, a file. */
export function PartView({
  part,
  plain,
  fold,
  result,
  coming = false,
}: {
  part: Part;
  plain: boolean;
  fold: PartFold | undefined;
  result: ToolOutcome | 'running' | undefined;
  coming?: boolean;
}) {
  return (
    <>
      <Original part={part} plain={plain} result={result} coming={coming} />
      {fold !== undefined && <Shortened fold={fold} />}
    </>
  );
}

function Shortened({ fold }: { fold: PartFold }) {
  return (
    <Disclosure
      className="mt-1 text-ink-faint"
      summary={<span className="text-xs">Condensed by {fold.kind}: the model sees something shorter here</span>}
    >
      <ScrollText text={fold.text} label="What the model sees instead" mono />
    </Disclosure>
  );
}

function Original({
  part,
  plain,
  result,
  coming,
}: {
  part: Part;
  plain: boolean;
  result: ToolOutcome | 'running' | undefined;
  coming: boolean;
}) {
  switch (part.type) {
    case 'text': {
      const file = plain ? textFileIn(part.text) : null;
      if (file !== null)
        return (
          <Folded icon={<FileText />} title={file.name} hint={`${file.mediaType}, ${bytes(file.bytes)}`}>
            <ScrollText text={file.text} label={file.name} mono />
          </Folded>
        );
      return plain ? <LongText text={part.text} /> : <Markdown text={part.text} streaming={coming} />;
    }
    case 'reasoning':
      return (
        <Folded icon={<Brain />} title="Thinking" hint={inOneLine(coming ? part.text.slice(-160) : part.text)}>
          <ScrollText text={part.text} label="Thinking" />
        </Folded>
      );
    case 'tool-call':
      return (
        <Folded icon={<ToolIcon result={result} />} title={part.name} hint={hintOf(part.input, result)} state={stateOf(result)}>
          <ScrollText text={JSON.stringify(part.input, null, 2)} label={`Input of ${part.name}`} mono />
          {typeof result === 'object' && (
            <div className="mt-2">
              <p className="mb-1 text-ink-soft text-xs">{result.isError ? 'Failed' : 'Result'}</p>
              <ScrollText text={result.text} label={`Result of ${part.name}`} mono />
              {result.fold !== undefined && <Shortened fold={result.fold} />}
            </div>
          )}
        </Folded>
      );
    case 'tool-result': {
      const text = resultText(part);
      return (
        <Folded
          icon={part.isError ? <TriangleAlert className="text-critical" /> : <Wrench />}
          title={part.isError ? 'Failed' : 'Result'}
          hint={inOneLine(text)}
        >
          <ScrollText text={text} label="Result" mono />
        </Folded>
      );
    }
    case 'attachment': {
      const image = imageOf(part);
      return (
        <figure className="my-1 inline-flex max-w-full flex-col gap-1 rounded-lg border border-line bg-surface p-2 text-xs">
          {image !== null && (
            <img src={image} alt={part.name ?? 'Attached'} className="max-h-56 max-w-full rounded object-contain" />
          )}
          <figcaption className="flex items-center gap-1.5 text-ink-soft">
            <FileText className="size-3.5 shrink-0" aria-hidden="true" />
            <span className="truncate">{part.name ?? 'unnamed'}</span>
            <span className="text-ink-faint">
              {part.mediaType}
              {part.bytes === undefined ? '' : `, ${bytes(part.bytes)}`}
            </span>
          </figcaption>
        </figure>
      );
    }
    case 'opaque':
      return (
        <Folded icon={<FileText />} title={`Kept as it came (${part.dialect})`} hint="">
          <ScrollText text={JSON.stringify(part.value, null, 2)} label="Kept as it came" mono />
        </Folded>
      );
  }
}

/** What was asked and, once it is there, how what came back begins. */
function hintOf(input: Json, result: ToolOutcome | 'running' | undefined): string {
  return typeof result === 'object' ? `${inOneLine(input)} → ${inOneLine(result.text)}` : inOneLine(input);
}

/** How a call stands, and how long it took. */
function stateOf(result: ToolOutcome | 'running' | undefined): string {
  if (result === undefined) return 'no result';
  if (result === 'running') return 'running';
  const word = result.isError ? 'failed' : 'done';
  return result.took === null || result.took === undefined ? word : `${word} · ${duration(result.took)}`;
}

function ToolIcon({ result }: { result: ToolOutcome | 'running' | undefined }) {
  if (result === 'running') return <Spinner />;
  return result?.isError ? <TriangleAlert className="text-critical" aria-label="Failed" /> : <Wrench />;
}

/** Something that is there to be looked into, and stays out of the way until then. */
function Folded({
  icon,
  title,
  hint,
  state,
  children,
}: {
  icon: ReactNode;
  title: string;
  hint: string;
  state?: string;
  children: ReactNode;
}) {
  return (
    <Disclosure
      className="my-1 rounded-lg border border-line bg-surface px-2 py-0.5"
      summary={
        <span className="flex min-w-0 items-center gap-2 text-xs [&_svg]:size-3.5 [&_svg]:shrink-0">
          {icon}
          <span className="shrink-0 font-medium font-mono">{title}</span>
          <span className="min-w-0 flex-1 truncate font-mono text-ink-faint">{hint}</span>
          {state !== undefined && (
            <span className={joined('shrink-0 tabular-nums', state.startsWith('failed') ? 'text-critical' : 'text-ink-faint')}>
              {state}
            </span>
          )}
        </span>
      }
    >
      <div className="pt-1 pb-2">{children}</div>
    </Disclosure>
  );
}
