/** A text is not a conversation in any format that is read here. Names the line where one is to blame, what was expected and what stood there. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly expected: string;
  readonly found: string;
  readonly line?: number;

  constructor(facts: { readonly expected: string; readonly found: string; readonly line?: number }) {
    super(`${facts.line === undefined ? '' : `line ${facts.line}: `}expected ${facts.expected}, found ${facts.found}`);
    this.expected = facts.expected;
    this.found = facts.found;
    if (facts.line !== undefined) this.line = facts.line;
  }
}
