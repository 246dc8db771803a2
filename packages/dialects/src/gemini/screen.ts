import type { Json, JsonObject } from '@tenfold/core';
import { listOf, objectOf } from '../json.ts';
import type { IsHidden, Screen } from '../wire/screen.ts';

/** Answers of generateContent: the parts of their first candidate. */
export function geminiScreen(isHidden: IsHidden): Screen {
  const candidateOf = ({ candidates }: JsonObject) => objectOf(listOf(candidates)[0]);
  const shownParts = (data: JsonObject): readonly Json[] =>
    listOf(objectOf(candidateOf(data).content).parts).filter((part) => !isHidden(objectOf(objectOf(part).functionCall).name));
  const withParts = (data: JsonObject, parts: readonly Json[]): JsonObject => {
    const candidate = candidateOf(data);
    return { ...data, candidates: [{ ...candidate, content: { ...objectOf(candidate.content), parts } }] };
  };
  return {
    show(data) {
      const parts = listOf(objectOf(candidateOf(data).content).parts);
      const shown = shownParts(data);
      if (shown.length === parts.length) return data;
      return shown.length === 0 && !this.ends(data) ? null : withParts(data, shown);
    },
    ends: (data) => typeof candidateOf(data).finishReason === 'string',
    goesOn(end) {
      if (shownParts(end).length === 0) return null;
      const { finishReason: _reason, ...candidate } = candidateOf(end);
      return { ...end, candidates: [candidate] };
    },
    // This API does not say what an answer waits for.
    settled: (end) => end,
    next() {},
    joined: (bodies) => withParts(objectOf(bodies.at(-1)), bodies.flatMap(shownParts)),
  };
}
