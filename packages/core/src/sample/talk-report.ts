import type { Message } from '../message.ts';
import { bucketAtFirst, bucketCapped, capTheRefill, ignoreStepsBack, indexFile, redisFile, storeFile } from './files.ts';
import { listing, runAtFirst, runCapped, runOverfull, runSteady, searchRun } from './runs.ts';
import { answers, assistant, call, numbered, result, thinking, user } from './say.ts';
import { bucketTests, testStepsBack, testTheCap } from './tests.ts';

const BUCKET = 'src/bucket.ts';
const TESTS = 'test/bucket.test.ts';

/** The report, the first two fixes, and the question that needs a person. */
export const report: readonly Message[] = [
  user(
    `I need you on SLU-212. The checkout service uses sluice with capacity 100 and 40 tokens a second per customer. On Tuesday one customer got 140 requests through in a single second after a pause of a few seconds; the payment provider answered with 429s until 14:32. The chart is attached, the spike is the orange line.

Ground rules before you start:
- Never touch the public API. Four teams pin what src/index.ts exports, types included.
- A failing test first, then the fix.
- If something else looks wrong on the way, tell me, don't silently repair it.`,
    {
      type: 'attachment',
      mediaType: 'image/png',
      name: 'checkout-429s.png',
      bytes: 48_213,
      source: { kind: 'file', id: 'checkout-429s' },
    },
  ),
  assistant(
    'Understood: the exports of src/index.ts stay as they are, test before fix, and I report before I repair. First a look around.',
    call('c01', 'list_files', { path: '.' }),
  ),
  answers(result('c01', 'list_files', listing)),
  assistant(
    'The bucket and what it is kept in are the places to look.',
    call('c02', 'read_file', { path: BUCKET }),
    call('c03', 'read_file', { path: 'src/store.ts' }),
  ),
  answers(result('c02', 'read_file', numbered(bucketAtFirst))),
  answers(result('c03', 'read_file', numbered(storeFile))),
  assistant('Now what the tests say today.', call('c04', 'bash', { command: 'npm test' })),
  answers(result('c04', 'bash', runAtFirst)),
  thinking(
    'refill() adds elapsed × rate to whatever is there and nothing caps it. 3.5 s × 40/s = 140, which is exactly the number in the report. All 18 tests pass because none of them waits longer than it takes to fill up. Two more things in the same file: elapsed may be negative, and take() reads, awaits, then writes.',
    assistant(
      `The number explains itself: \`refill()\` adds what flowed in while nobody asked, and nothing holds it at \`capacity\`. A pause of 3.5 s × 40 per second = 140 tokens. The suite is green because no test waits longer than a refill takes. I'll read the tests and add one that shows the report.`,
      call('c05', 'read_file', { path: TESTS }),
    ),
  ),
  answers(result('c05', 'read_file', numbered(bucketTests))),
  assistant('', call('c06', 'edit_file', { path: TESTS, old_text: testTheCap.before, new_text: testTheCap.after })),
  answers(result('c06', 'edit_file', `${TESTS}: 1 replacement`)),
  assistant('', call('c07', 'bash', { command: 'npm test -- test/bucket.test.ts' })),
  answers(result('c07', 'bash', runOverfull)),
  assistant(
    '140 instead of 100: the report, reproduced to the request. The fix is one line in `refill()`.',
    call('c08', 'edit_file', { path: BUCKET, old_text: capTheRefill.before, new_text: capTheRefill.after }),
  ),
  answers(result('c08', 'edit_file', `${BUCKET}: 1 replacement`)),
  assistant('', call('c09', 'bash', { command: 'npm test' })),
  answers(result('c09', 'bash', runCapped)),
  assistant(`SLU-212 is reproduced and fixed: a bucket that was left alone is now full, never overfull. 19 tests pass, src/index.ts is untouched.

Two more things look wrong. I have not changed either:
1. **Clock stepping back.** \`elapsed\` can be negative. After an NTP step of −60 s at 1 token a second, a customer would *lose* 60 tokens, and gain them again when the clock catches up.
2. **Race.** \`take()\` reads the store, awaits, then writes. Two calls that arrive together both see the last token and both get in.

Shall I go on with them?`),
  user(
    `Yes, both, in that order. One commit per fix, messages start with the ticket number. Two limits: no new dependencies, and it has to keep running on Node 20. Merge window closes Thursday, so keep the diffs small.`,
  ),
  assistant(
    'One commit per fix, then. Committing the cap first.',
    call('c10', 'bash', { command: `git commit -qam "SLU-212: hold a refilled bucket at its capacity" && git log --oneline -1` }),
  ),
  answers(result('c10', 'bash', 'a41f7d2 SLU-212: hold a refilled bucket at its capacity')),
  assistant('For the clock I want the file as it stands now.', call('c11', 'read_file', { path: BUCKET })),
  answers(result('c11', 'read_file', numbered(bucketCapped))),
  assistant(
    'Clamping `elapsed` alone is not enough: `updatedAt` would go back with the clock, and the same minute would be paid out twice when it catches up. So time stands still instead. Test and fix together this time:',
    call('c12', 'edit_file', { path: TESTS, old_text: testStepsBack.before, new_text: testStepsBack.after }),
    call('c13', 'edit_file', { path: BUCKET, old_text: ignoreStepsBack.before, new_text: ignoreStepsBack.after }),
  ),
  answers(result('c12', 'edit_file', `${TESTS}: 1 replacement`), result('c13', 'edit_file', `${BUCKET}: 1 replacement`)),
  assistant(
    '',
    call('c14', 'bash', {
      command: 'npm test && git commit -qam "SLU-212: let time stand still while a clock catches up" && git log --oneline -1',
    }),
  ),
  answers(result('c14', 'bash', `${runSteady}\n\n9be0c35 SLU-212: let time stand still while a clock catches up`)),
  assistant(
    'Now the race. Who reads and writes the store?',
    call('c15', 'search', { pattern: 'store\\.(read|write|remove)\\(', path: '.' }),
  ),
  answers(result('c15', 'search', searchRun)),
  assistant(
    'Only `take()` reads and then writes. Before I choose a way I need to know what the Redis store can do, and what of it is public.',
    call('c16', 'read_file', { path: 'src/redis-store.ts' }),
    call('c17', 'read_file', { path: 'src/index.ts' }),
  ),
  answers(result('c16', 'read_file', numbered(redisFile)), result('c17', 'read_file', numbered(indexFile))),
  thinking(
    'An atomic Store.update(key, fn) would be the textbook answer, but Store is exported from src/index.ts: even an optional member is a change of the public API. That is a decision for the user, not for me.',
    assistant(`Here I need a decision. \`Store\` is exported, so it is part of what must not change. Two ways:

**A. An atomic \`Store.update()\`.** Right for Redis too, even across processes, but it adds a member to a public interface. Every team with a store of its own would have to write one.

**B. A queue per store and key inside sluice.** Calls for the same key wait for each other. The interface stays as it is. It closes the race inside one process; two processes sharing one Redis can still both take the last token.

I lean towards B now, and A's idea as a Lua script inside \`RedisStore\` later, since that is our own class.`),
  ),
];
