import type { Message } from '../message.ts';
import {
  bucketAtLast,
  bucketInTurn,
  bucketSteady,
  countInMicros,
  defineMicros,
  importTurns,
  takeInTurn,
  takeInTurnTooEarly,
  turnsFile,
  waitLongEnough,
} from './files.ts';
import { benchRun, runAtLast, runDrifting, runTooShort } from './runs.ts';
import { answers, assistant, call, failure, numbered, result, thinking, user } from './say.ts';
import { testsSoFar, testTheWait, testTurns } from './tests.ts';

const BUCKET = 'src/bucket.ts';
const TESTS = 'test/bucket.test.ts';

/** The decision, the race, the drift it uncovers, and what is left to do. */
export const repair: readonly Message[] = [
  user(
    `B. Do not touch Store, not even with an optional member. The Lua script is a good idea but not before Thursday's release: leave it as a TODO in TODO.md with the reason, so nobody thinks Redis is safe across processes.`,
  ),
  assistant(
    'Decided: a queue per store and key inside sluice, `Store` unchanged, the Lua script stays an open TODO. The queue goes into a file of its own.',
    call('c18', 'write_file', { path: 'src/turns.ts', content: turnsFile }),
  ),
  answers(result('c18', 'write_file', 'src/turns.ts: created, 18 lines')),
  assistant(
    '',
    call('c19', 'edit_file', { path: BUCKET, old_text: takeInTurnTooEarly.before, new_text: takeInTurnTooEarly.after }),
  ),
  answers(
    failure(
      'c19',
      'edit_file',
      `${BUCKET}: old_text not found. The file was not changed. Read it again and give the text exactly as it stands.`,
    ),
  ),
  assistant(
    'I wrote that line from memory and it is not what stands there. Reading the place again, and the tests with it.',
    call('c20', 'read_file', { path: BUCKET, from: 30, to: 58 }),
    call('c21', 'read_file', { path: TESTS }),
  ),
  answers(result('c20', 'read_file', numbered(bucketSteady, 30, 58)), result('c21', 'read_file', numbered(testsSoFar))),
  assistant(
    '',
    call('c22', 'edit_file', { path: BUCKET, old_text: takeInTurn.before, new_text: takeInTurn.after }),
    call('c23', 'edit_file', { path: BUCKET, old_text: importTurns.before, new_text: importTurns.after }),
    call('c24', 'edit_file', { path: TESTS, old_text: testTurns.before, new_text: testTurns.after }),
  ),
  answers(
    result('c22', 'edit_file', `${BUCKET}: 1 replacement`),
    result('c23', 'edit_file', `${BUCKET}: 1 replacement`),
    result('c24', 'edit_file', `${TESTS}: 1 replacement`),
  ),
  assistant(
    'Besides the race I added a test that asks ten times while one token flows back, since the queue makes such calls line up. The file as a whole, and the run:',
    call('c25', 'read_file', { path: BUCKET }),
    call('c26', 'bash', { command: 'npm test -- test/bucket.test.ts' }),
  ),
  answers(result('c25', 'read_file', numbered(bucketInTurn)), result('c26', 'bash', runDrifting)),
  thinking(
    'The race test passes: 5 of 50. The other failure is not mine: ten times 0.1 is 0.9999999999999999, so floor and < both see a bucket that is a hair short. It was there before; nobody called often enough to notice. The rule is to tell first.',
    assistant(`The race is closed: of 50 calls at once exactly 5 get in. The other new test found something older: ten refills of 0.1 add up to 0.9999999999999999, so the token that should be back is refused. Whoever polls often waits longer than the contract says.

My proposal is to add up whole micro-tokens and to store what is stored today. May I?`),
  ),
  user(
    `Yes. But keep the field names and the unit of what is stored: production Redis has about 60,000 live rows with \`tokens\` and \`updatedAt\`, and old and new versions will run side by side for a day.`,
  ),
  assistant(
    'Then only the sums change: `tokens` is turned into whole micro-tokens when it is read and back when it is written, so old and new versions read each other’s rows. I commit the race first, the sources only, because one test is still red; and I add a test for callers who wait as `retryAfterMs` says.',
    call('c27', 'bash', {
      command: 'git add src && git commit -qm "SLU-212: let calls for one key wait for each other" && git log --oneline -1',
    }),
    call('c28', 'edit_file', { path: BUCKET, old_text: countInMicros.before, new_text: countInMicros.after }),
    call('c29', 'edit_file', { path: BUCKET, old_text: defineMicros.before, new_text: defineMicros.after }),
    call('c30', 'edit_file', { path: TESTS, old_text: testTheWait.before, new_text: testTheWait.after }),
  ),
  answers(
    result('c27', 'bash', '5d93b18 SLU-212: let calls for one key wait for each other'),
    result('c28', 'edit_file', `${BUCKET}: 1 replacement`),
    result('c29', 'edit_file', `${BUCKET}: 1 replacement`),
    result('c30', 'edit_file', `${TESTS}: 1 replacement`),
  ),
  assistant('', call('c31', 'bash', { command: 'npm test -- test/bucket.test.ts' })),
  answers(result('c31', 'bash', runTooShort)),
  assistant(
    'The drift is gone. The new test caught the other end of it: at 3 tokens a second the wait is 333.33 ms, and after 333.33 ms there are 999,999 micro-tokens. The wait has to be rounded up to a whole millisecond.',
    call('c32', 'edit_file', { path: BUCKET, old_text: waitLongEnough.before, new_text: waitLongEnough.after }),
  ),
  answers(result('c32', 'edit_file', `${BUCKET}: 1 replacement`)),
  assistant(
    'Everything at once now: types, all tests, and the check of the public surface.',
    call('c33', 'bash', { command: 'npm run check' }),
  ),
  answers(result('c33', 'bash', runAtLast)),
  assistant(
    'Green, and the surface is unchanged. A last look at the whole file before I commit, and at what the queue costs.',
    call('c34', 'read_file', { path: BUCKET }),
    call('c35', 'bash', { command: 'node scripts/bench.mjs --json' }),
  ),
  answers(result('c34', 'read_file', numbered(bucketAtLast)), result('c35', 'bash', benchRun)),
  assistant(
    '',
    call('c36', 'bash', {
      command: 'git commit -qam "SLU-212: add up whole micro-tokens, round waits up" && git log --oneline -4',
    }),
  ),
  answers(
    result(
      'c36',
      'bash',
      `e07c6aa SLU-212: add up whole micro-tokens, round waits up
5d93b18 SLU-212: let calls for one key wait for each other
9be0c35 SLU-212: let time stand still while a clock catches up
a41f7d2 SLU-212: hold a refilled bucket at its capacity`,
    ),
  ),
  assistant(`All four fixes are in; 23 tests pass and \`api-surface\` reports 13 names, unchanged.

| fix | commit | shown by |
|---|---|---|
| refill held at capacity (the report) | a41f7d2 | never holds more than its capacity |
| time stands still while a clock catches up | 9be0c35 | gains and loses nothing when the clock steps back |
| calls for one key wait for each other | 5d93b18 | admits no more than it holds |
| whole micro-tokens, waits rounded up | e07c6aa | ten tenths; waited as long as it was told |

The queue costs 243 ns a call (412 → 655 ns on one key), p99 1.9 → 2.6 µs. No new dependency, runs on Node 20.18.

Still open: TODO.md does not have the note about Redis yet, and CHANGELOG.md has no entry for 2.4.2.`),
  user(
    `Good work. Write both: the TODO with the reason, and the 2.4.2 entry, one line per fix, in plain words a service owner understands. Then tell me what to watch after the rollout.`,
  ),
];
