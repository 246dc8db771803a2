import { Kbd } from './kbd.tsx';

/** The keys of a screen, where there is a keyboard to expect. */
export function KeyHints({ hints }: { hints: Readonly<Record<string, string>> }) {
  return (
    <footer className="hidden shrink-0 flex-wrap gap-x-4 gap-y-1 border-line border-t bg-surface px-4 py-1.5 text-ink-faint text-xs md:flex">
      {Object.entries(hints).map(([key, does]) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <Kbd>{key}</Kbd>
          {does}
        </span>
      ))}
    </footer>
  );
}
