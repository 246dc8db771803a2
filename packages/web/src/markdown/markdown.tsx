import { lazy, memo, Suspense } from 'react';

const Body = lazy(async () => ({ default: (await import('./markdown-body.tsx')).MarkdownBody }));

/** Beyond this many characters a text is shown as it is: no renderer is quick with it. */
const MAX_LENGTH = 60_000;

/** Markdown; until its renderer is loaded, and for very long texts, the plain characters. */
export const Markdown = memo(function Markdown({ text, streaming = false }: { text: string; streaming?: boolean }) {
  const plain = (
    <p dir="auto" className="whitespace-pre-wrap">
      {text}
    </p>
  );
  if (text.length > MAX_LENGTH) return plain;
  return (
    <Suspense fallback={plain}>
      <Body text={text} streaming={streaming} />
    </Suspense>
  );
});
