import { besideOthersLaws } from './beside-others-laws.ts';
import { contextLaws } from './context-laws.ts';
import { headLaws } from './head-laws.ts';
import { keepingLaws } from './keeping-laws.ts';
import type { Law, Open } from './law.ts';
import { ownerLaws } from './owner-laws.ts';
import { queueLaws } from './queue-laws.ts';
import { recordLaws } from './record-laws.ts';
import { searchLaws } from './search-laws.ts';
import { sessionListLaws } from './session-list-laws.ts';
import { workLaws } from './work-laws.ts';

/**
 * The laws any opener must pass, for any test runner:
 * `for (const law of storeLaws(open)) it(`[${law.id}] ${law.name}`, law.run)`.
 */
export function storeLaws(open: Open): readonly Law[] {
  return [
    recordLaws,
    besideOthersLaws,
    headLaws,
    contextLaws,
    searchLaws,
    workLaws,
    queueLaws,
    sessionListLaws,
    keepingLaws,
    ownerLaws,
  ].flatMap((laws) => laws(open));
}
