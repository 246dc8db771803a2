import type { Message, Part } from '../message.ts';
import { evidenceOf, findsIn } from './find.ts';
import { eachString } from './find-in-passage.ts';
import { scoreEvidence } from './held.ts';
import type { EvidenceItem, EvidenceScore } from './item.ts';
import { passagesOf } from './passage.ts';

/** How much of the evidence of one part is still in what stands in for it. */
export function scorePart(role: Message['role'], before: Part, after: Part): EvidenceScore {
  const facts = factsOf(role, before);
  return facts.length === 0 ? {} : scoreEvidence(facts, wordsOf(role, after));
}

const known = new WeakMap<Part, readonly EvidenceItem[]>();

/** Facts of a part. Remembered, since parts never change and a plan is tried with many settings. */
function factsOf(role: Message['role'], part: Part): readonly EvidenceItem[] {
  let facts = known.get(part);
  if (facts === undefined) {
    facts = evidenceOf([{ finds: findsIn(passagesOf({ role, parts: [part] })), place: { entry: '', position: 0 } }]);
    known.set(part, facts);
  }
  return facts;
}

/** The words of a part as they were meant, not as JSON writes them. */
function wordsOf(role: Message['role'], part: Part): string {
  if (part.type !== 'tool-call') return passagesOf({ role, parts: [part] })[0]?.text ?? '';
  const words = [part.name];
  eachString(part.input, (text, key) => words.push(`${key}=${text}`, text));
  return words.join('\n');
}
