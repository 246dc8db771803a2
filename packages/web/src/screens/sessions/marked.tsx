/** A run of a snippet: found or around it. */
export interface SnippetPiece {
  readonly text: string;
  readonly found: boolean;
}

/** Splits a snippet at its «marks», so that it is shown as text and never as markup. */
export function marked(snippet: string): SnippetPiece[] {
  return snippet
    .split(/(«[^«»]*»)/)
    .filter((text) => text !== '')
    .map((text) =>
      text.startsWith('«') && text.endsWith('»') && text.length > 1
        ? { text: text.slice(1, -1), found: true }
        : { text, found: false },
    );
}

/** A snippet with what was found in it lit up. */
export function Marked({ snippet }: { snippet: string }) {
  return marked(snippet).map(({ text, found }, index) =>
    found ? (
      <mark key={index} className="rounded bg-warning-soft px-0.5 text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
