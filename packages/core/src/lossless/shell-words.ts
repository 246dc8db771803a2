/** A word of a command line, or an operator between words. */
export interface ShellWord {
  readonly text: string;
  readonly operator: boolean;
}

const OPERATORS = ['&&', '||', '>>', '<<', '|', '&', ';', '<', '>', '(', ')', '\n'] as const;

const STARTS = '&|><;()\n';

/** The words and operators of a command line, quotes taken off, bodies of here-documents left out. One pass, any text. */
export function shellWords(command: string): readonly ShellWord[] {
  const words: ShellWord[] = [];
  let word = '';
  let inWord = false;
  const close = () => {
    if (inWord) words.push({ text: word, operator: false });
    word = '';
    inWord = false;
  };
  for (let at = 0; at < command.length; ) {
    const char = command[at] as string;
    const operator = !STARTS.includes(char) ? undefined : OPERATORS.find((candidate) => command.startsWith(candidate, at));
    if (operator !== undefined) {
      close();
      words.push({ text: operator, operator: true });
      at += operator.length;
      if (operator === '<<') at = afterHereDocument(command, at);
    } else if (char === ' ' || char === '\t') {
      close();
      at++;
    } else {
      const { text, end } = wordPiece(command, at);
      word += text;
      inWord = true;
      at = end;
    }
  }
  close();
  return words;
}

/** A quoted string, an escaped character, or a plain one. */
function wordPiece(command: string, at: number): { text: string; end: number } {
  const char = command[at] as string;
  if (char === '\\') return { text: command[at + 1] ?? '', end: at + 2 };
  if (char !== '"' && char !== "'") return { text: char, end: at + 1 };
  let end = at + 1;
  while (end < command.length && command[end] !== char) end += char === '"' && command[end] === '\\' ? 2 : 1;
  const inside = command.slice(at + 1, end);
  return { text: char === '"' ? inside.replace(/\\(["\\$`])/gu, '$1') : inside, end: end + 1 };
}

/** Where the command goes on after a here-document's body; the words between its mark and its body stay. */
function afterHereDocument(command: string, at: number): number {
  const mark = /^-?\s*(["']?)([\w.-]+)\1/u.exec(command.slice(at, at + 80));
  if (mark === null) return at;
  const word = mark[2] as string;
  const body = command.indexOf('\n', at);
  const rest = body < 0 ? '' : command.slice(at + mark[0].length, body).trim();
  // What follows on the mark's own line is still command; only a bare mark lets the body be skipped whole.
  if (body < 0 || rest !== '') return at + mark[0].length;
  const end = command.indexOf(`\n${word}`, body);
  return end < 0 ? command.length : end + 1 + word.length;
}
