import { condense, type FlatAsk, type Message } from '../../src/index.ts';
import { secondFinds, tellsCommand, tellsPath } from '../second-extractor.ts';
import { count, GO_ON, type RecordedRun, type Share } from './recorded-runs.ts';

const KINDS = ['paths', 'commands', 'errors', 'directives', 'decisions'] as const;

/** What is left of the facts a stranger finds, where a model wrote a summary of a usual length. */
export interface RealSized {
  readonly source: string;
  readonly index: number;
  readonly before: number;
  readonly after: number;
  readonly warned: boolean;
  readonly kept: Readonly<Record<(typeof KINDS)[number], Share>>;
}

const SMALLEST = 40_000;
/** As most models answer, however much they are given and allowed. */
const LENGTH = 900;

/** Folds conversations by a summarizer that tells every so manieth sentence of what was said, up to its usual length. */
export async function realSized(runs: readonly RecordedRun[], missed: (line: string) => void): Promise<RealSized[]> {
  const found: RealSized[] = [];
  for (const run of runs.filter(({ tokens }) => tokens >= SMALLEST)) {
    const messages = [...run.messages, GO_ON];
    const {
      folds,
      messages: left,
      report,
    } = await condense(messages, { budget: Math.floor(run.tokens * 0.9), answer: summaryOfUsualLength });
    found.push({
      source: run.source,
      index: run.index,
      before: folds.reduce((sum, fold) => sum + fold.before, 0),
      after: folds.reduce((sum, fold) => sum + fold.after, 0),
      warned: report.warnings.some((warning) => warning.includes('does not carry')),
      kept: keptOf(messages, left, folds.map(({ text }) => text).join('\n'), (line) =>
        missed(`${run.source} ${run.index} ${line}`),
      ),
    });
  }
  return found;
}

/** Every so manieth sentence of what was said, up to the length models usually answer with. */
export function summaryOfUsualLength({ material }: FlatAsk): string {
  const said = material
    .split('\n')
    .filter((line) => /^[A-Z][^{}<>]{40,240}[.!]$/u.test(line))
    .toSorted((a, b) => a.length - b.length);
  const step = Math.max(1, Math.floor(said.length / 40));
  let text = '## Key Points';
  for (let at = 0; at < said.length && count.text(text) < LENGTH; at += step) text += `\n- ${said[at]}`;
  return text;
}

function keptOf(
  messages: readonly Message[],
  left: readonly Message[],
  text: string,
  missed: (line: string) => void,
): RealSized['kept'] {
  const rest = new Set(left);
  const finds = secondFinds(messages.filter((message) => !rest.has(message)));
  const tally = <T>(kind: string, facts: Iterable<T>, told: (fact: T) => boolean): Share => {
    const all = [...facts];
    const lost = all.filter((fact) => !told(fact));
    for (const fact of lost) missed(`lost ${kind}: ${JSON.stringify(fact)}`);
    return { found: all.length, kept: all.length - lost.length };
  };
  return {
    paths: tally('path', finds.paths, (fact) => tellsPath(text, fact)),
    commands: tally('command', finds.commands, ([command, outcome]) => tellsCommand(text, command, outcome)),
    errors: tally('error', finds.errors, (fact) => text.includes(fact)),
    directives: tally('directive', finds.directives, (fact) => text.includes(fact)),
    decisions: tally('decision', finds.decisions, (fact) => text.includes(fact)),
  };
}
