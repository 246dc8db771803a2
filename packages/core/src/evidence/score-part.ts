import type { Message, Part } from '../message.ts';
import { evidenceOf, findsIn } from './find.ts';
import { eachString } from './find-in-passage.ts';
import { scoreEvidence } from './held.ts';
import type { EvidenceScore } from './item.ts';
import { passagesOf } from './passage.ts';

/** How much of the evidence of one part is still in what stands in for it. */
export function scorePart(role: Message['role'], before: Part, after: Part): EvidenceScore {
  const finds = findsIn(passagesOf({ role, parts: [before] }));
  if (finds.facts.length === 0) return {};
  return scoreEvidence(evidenceOf([{ finds, place: { entry: '', position: 0 } }]), wordsOf(role, after));
}

/** The words of a part as they were meant, not as JSON writes them. */
function wordsOf(role: Message['role'], part: Part): string {
  if (part.type !== 'tool-call') return passagesOf({ role, parts: [part] })[0]?.text ?? '';
  const words = [part.name];
  eachString(part.input, (text, key) => words.push(`${key}=${text}`, text));
  return words.join('\n');
}
