/** Pages in the logbook that the agents of these examples read. */
export const PAGES = Number(process.env.PAGES ?? 300);

/** What the agents are told to do. */
export const TASK =
  'Read every page of the logbook, one after the other, and tell me which cluster has which deployment key. Never restart a cluster while you read.';

const WORDS =
  'checked cache request worker queue index value table row open close read write retry limit size path name time user'.split(
    ' ',
  );
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CLUSTERS = 'amber basalt cobalt dahlia ember fjord garnet hazel indigo jasper'.split(' ');

/** A page: some 1,000 tokens of a log. */
export function readPage(page: number): string {
  const draw = numbersFrom(page);
  const word = () => WORDS[draw() % WORDS.length];
  const lines = Array.from({ length: 44 }, (_, line) => {
    const said = Array.from({ length: 9 }, word).join(' ');
    return `${String(line).padStart(3)}  src/${word()}/${word()}.ts  ${said} in ${1 + (draw() % 90)} ms`;
  });
  const fact = factOn(page);
  if (fact !== null) lines.splice(20, 0, `The deployment key of the ${fact.cluster} cluster is ${fact.key}.`);
  return lines.join('\n');
}

/** Every third of the first thirty pages holds a key that is asked for at the end. */
export function factOn(page: number): { readonly cluster: string; readonly key: string } | null {
  if (page >= PAGES / 10 || page % 3 !== 0) return null;
  const draw = numbersFrom(page + 1_000);
  const signs = Array.from({ length: 7 }, () => SIGNS[draw() % SIGNS.length]).join('');
  return { cluster: CLUSTERS[page / 3] ?? 'last', key: `${signs}-${1_000 + (draw() % 9_000)}` };
}

/** The same numbers for the same page, always. */
function numbersFrom(page: number): () => number {
  let state = (page + 1) * 2_654_435_761;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917;
    return (state ^ (state >>> 13)) >>> 0;
  };
}
