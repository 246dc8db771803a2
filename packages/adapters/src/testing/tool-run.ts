import { type Message, textMessage } from '@tenfold/core';

/** An agent's run: a request, then so many calls with some 200 tokens of result each. */
export function toolRun(steps: number, start = 'Read all files and find the port.'): Message[] {
  return [
    textMessage('user', start),
    ...Array.from({ length: steps }, (_, step): Message[] => [
      { role: 'assistant', parts: [{ type: 'tool-call', id: `c${step}`, name: 'read', input: { path: `src/file${step}.ts` } }] },
      { role: 'tool', parts: [{ type: 'tool-result', id: `c${step}`, name: 'read', output: resultOf(step) }] },
    ]).flat(),
  ];
}

/** What the tool says at a step: different each time, so that nothing is a repetition. */
export function resultOf(step: number): string {
  return Array.from(
    { length: 20 },
    (_, line) => `line ${line} of file ${step} sets option_${step}_${line} = ${step * 31 + line}`,
  ).join('\n');
}
