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
