import { useEffect, useState } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import type { Coloured } from './highlight.ts';
import { languageOf } from './languages.ts';

/** Beyond this many characters code is shown without colours: reading it stays fluent. */
const MOST_COLOURED = 40_000;

/** Code as it is, coloured when its language is known, with a way to copy it. */
export function CodeBlock({ code, fence = '' }: { code: string; fence?: string }) {
  const lines = useHighlighted(code, fence);
  return (
    <figure className="group/code my-3 overflow-hidden rounded-xl border border-line bg-sunken">
      <figcaption className="flex items-center justify-between border-line border-b px-3 py-0.5 text-ink-faint text-xs">
        <span className="font-mono">{fence || 'text'}</span>
        <CopyButton text={() => code} label="Copy code" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className="max-h-[32rem] overflow-auto p-3 font-mono text-[0.8125rem] leading-relaxed">
        <code>{lines === null ? code : lines.map(renderLine)}</code>
      </pre>
    </figure>
  );
}

function renderLine(line: readonly Coloured[], index: number) {
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

function useHighlighted(code: string, fence: string): readonly (readonly Coloured[])[] | null {
  const [coloured, setColoured] = useState<{ code: string; lines: readonly (readonly Coloured[])[] } | null>(null);
  const language = languageOf(fence);
  useEffect(() => {
    if (language === null || code.length > MOST_COLOURED) return;
    let current = true;
    import('./highlight.ts')
      .then(({ highlight }) => highlight(code, language))
      .then((lines) => {
        if (current) setColoured({ code, lines });
      })
      // Without colours the code is still all there.
      .catch(() => {});
    return () => {
      current = false;
    };
  }, [code, language]);
  return coloured?.code === code ? coloured.lines : null;
}
