import { WrapText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { joined } from '../ui/joined.ts';
import type { Coloured } from './highlight.ts';
import { languageOf } from './languages.ts';

/** Beyond this many characters code is shown without colours: reading it stays fluent. */
const MAX_COLOURED = 40_000;
/** Code that grows is coloured again no sooner than this; what came since stands without colours. */
const COLOUR_AGAIN_MS = 250;

/** Code as it is, coloured when its language is known, with ways to copy and to wrap it. */
export function CodeBlock({ code, fence = '' }: { code: string; fence?: string }) {
  const lines = useHighlighted(code, fence);
  const [wraps, setWraps] = useState(false);
  const coloured = lines.reduce((length, line) => length + lengthOf(line), 0);
  return (
    <figure className="group/code my-3 overflow-hidden rounded-xl border border-line bg-sunken">
      <figcaption className="flex items-center gap-0.5 border-line border-b px-3 py-0.5 text-ink-faint text-xs">
        <span className="min-w-0 flex-1 truncate font-mono">{fence || 'text'}</span>
        <IconButton label="Wrap long lines" icon={<WrapText />} pressed={wraps} onClick={() => setWraps(!wraps)} />
        <CopyButton text={() => code} label="Copy code" />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        dir="ltr"
        className={joined(
          'max-h-[32rem] overflow-auto p-3 font-mono text-[0.8125rem] leading-relaxed',
          wraps && 'whitespace-pre-wrap',
        )}
      >
        <code>
          {lines.map(renderLine)}
          {code.slice(coloured)}
        </code>
      </pre>
    </figure>
  );
}

type Line = readonly Coloured[];

function renderLine(line: Line, index: number) {
  return (
    <span key={index}>
      {line.map(({ text, color }, at) => (
        <span key={at} style={{ color }}>
          {text}
        </span>
      ))}
      {'\n'}
    </span>
  );
}

function lengthOf(line: Line): number {
  return line.reduce((length, { text }) => length + text.length, 1);
}

/** The lines that are coloured so far; of code that grows, those that were complete. */
function useHighlighted(code: string, fence: string): readonly Line[] {
  const [coloured, setColoured] = useState({ code: '', lines: [] as readonly Line[] });
  const language = languageOf(fence);
  const stands = code.startsWith(coloured.code);
  const due = useRef(0);
  useEffect(() => {
    if (language === null || code.length > MAX_COLOURED) return;
    let current = true;
    const timer = setTimeout(
      async () => {
        try {
          const lines = await (await import('./highlight.ts')).highlight(code, language);
          if (current) setColoured({ code, lines });
        } catch {
          // Without colours the code is still all there.
        }
        due.current = performance.now() + COLOUR_AGAIN_MS;
      },
      Math.max(0, due.current - performance.now()),
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [code, language]);
  if (!stands) return [];
  return coloured.code === code ? coloured.lines : coloured.lines.slice(0, -1);
}
