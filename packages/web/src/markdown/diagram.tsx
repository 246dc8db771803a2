import { Code, Workflow } from 'lucide-react';
import { useEffect, useState } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { CodeBlock } from './code-block.tsx';

/** Text that still grows is drawn once it rests. */
const RESTS_MS = 400;

/** A diagram as a picture once it is drawn; until then, where it cannot be, and at will as it was written. */
export function Diagram({ text }: { text: string }) {
  const [drawn, setDrawn] = useState<{ readonly text: string; readonly picture: string | null }>();
  const [asText, setAsText] = useState(false);
  const dark = isDark();
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const svg = await import('../diagrams/draw-beside.ts').then(({ drawBeside }) => drawBeside(text, dark)).catch(() => null);
      const picture = svg === null ? null : `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
      if (current) setDrawn({ text, picture });
    }, RESTS_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, dark]);
  // What was drawn last stays while more comes.
  if (drawn === undefined || drawn.picture === null) return <CodeBlock code={text} fence="mermaid" />;
  return (
    <figure className="my-3 overflow-hidden rounded-xl border border-line bg-surface">
      <figcaption className="flex items-center gap-0.5 border-line border-b px-3 py-0.5 text-ink-faint text-xs">
        <span className="flex-1">Diagram</span>
        <IconButton
          label={asText ? 'Show the diagram' : 'Show as text'}
          icon={asText ? <Workflow /> : <Code />}
          onClick={() => setAsText(!asText)}
        />
        <CopyButton text={() => text} label="Copy as text" />
      </figcaption>
      {asText ? (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          dir="ltr"
          className="max-h-[32rem] overflow-auto p-3 font-mono text-[0.8125rem] leading-relaxed"
        >
          {text}
        </pre>
      ) : (
        <div className="overflow-x-auto p-3">
          <img src={drawn.picture} alt={`Diagram, as text: ${text.slice(0, 500)}`} className="mx-auto h-auto max-w-full" />
        </div>
      )}
    </figure>
  );
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
