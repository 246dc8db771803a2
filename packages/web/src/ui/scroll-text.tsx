import { joined } from './joined.ts';

/** Text as it is, never as markup, in a box that scrolls. */
export function ScrollText({
  text,
  label,
  mono = false,
  className,
}: {
  text: string;
  label: string;
  mono?: boolean;
  className?: string;
}) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse.
      tabIndex={0}
      aria-label={label}
      className={joined('max-h-96 overflow-auto rounded-lg bg-sunken p-3', className)}
    >
      <pre className={joined('whitespace-pre-wrap', mono ? 'font-mono text-xs' : 'font-sans text-sm')}>{text}</pre>
    </section>
  );
}
