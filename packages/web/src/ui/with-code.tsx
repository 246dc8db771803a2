import { Fragment, type ReactNode } from 'react';

/** A text whose commands stand between backticks, as a terminal shows it, with the commands set as code. */
export function WithCode({ text }: { text: string }): ReactNode {
  const pieces = text.split('`');
  // A backtick without another is a letter like any.
  if (pieces.length % 2 === 0) return text;
  return pieces.map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : <Fragment key={at}>{piece}</Fragment>));
}
