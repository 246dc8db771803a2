/** Ends the lines of a text that comes in pieces as most do: what is looked at by line is fast and right then, however it was written. */
export function plainLineEnds(): (piece: string) => string {
  let isTorn = false;
  return (piece) => {
    if (piece === '') return piece;
    const rest = isTorn && piece.startsWith('\n') ? piece.slice(1) : piece;
    isTorn = piece.endsWith('\r');
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest;
  };
}
