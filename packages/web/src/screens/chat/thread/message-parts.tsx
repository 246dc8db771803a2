import type { PartFold } from '@tenfold/contract';
import type { Part } from '@tenfold/core';
import { useAnswer } from '../turn/live-answers.ts';
import type { LivePart } from '../turn/turn-stream.ts';
import { PartView } from './part-view.tsx';
import type { ToolOutcome } from './tool-outcomes.ts';

/** The pieces of a message: those of the record, or those that have come of the answer to a turn. Both are drawn alike. */
export function MessageParts({
  parts,
  plain,
  folds = [],
  outcomes,
  answerTo,
}: {
  parts: readonly Part[];
  plain: boolean;
  folds?: readonly PartFold[];
  outcomes?: ReadonlyMap<string, ToolOutcome>;
  answerTo?: string | undefined;
}) {
  const come = useAnswer(answerTo ?? '');
  const shown =
    answerTo === undefined
      ? parts.map((part) => ({ part, result: part.type === 'tool-call' ? outcomes?.get(part.id) : undefined }))
      : come.map(recorded);
  return shown.map(({ part, result }, index) => (
    <PartView
      key={index}
      part={part}
      plain={plain}
      result={result}
      coming={answerTo !== undefined && index === shown.length - 1}
      fold={folds.findLast((fold) => fold.index === index)}
    />
  ));
}

/** What is still coming, as the record will have it. */
function recorded(live: LivePart): { part: Part; result?: ToolOutcome | 'running' } {
  if (live.type !== 'tool') return { part: { type: live.type, text: live.text } };
  const { id, name, input, output, isError = false } = live;
  return {
    part: { type: 'tool-call', id, name, input },
    result: output === undefined ? 'running' : { text: output, isError },
  };
}
