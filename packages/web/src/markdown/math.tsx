import { useEffect, useRef } from 'react';

/** Mathematics, set once its renderer is loaded; until then, and when it cannot be read, as it was written. */
export function Mathematics({ tex, display }: { tex: string; display: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let current = true;
    import('./set-mathematics.ts').then(
      ({ setMathematics }) => {
        if (current && place.current !== null) setMathematics(tex, display, place.current);
      },
      // Unset it can still be read.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [tex, display]);
  // React never touches what is set into it: another text is another element.
  return (
    <span key={tex} ref={place} className={display ? 'markdown-math' : undefined} dir="ltr">
      {tex}
    </span>
  );
}
