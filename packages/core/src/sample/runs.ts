/** The suite before anything was done: green, and blind to the report. */
export const runAtFirst = `> sluice@2.4.1 test
> vitest run

 ✓ test/store.test.ts (4 tests) 9ms
 ✓ test/redis-store.test.ts (4 tests) 12ms
 ✓ test/limiter.test.ts (6 tests) 21ms
 ✓ test/bucket.test.ts (4 tests) 6ms

 Test Files  4 passed (4)
      Tests  18 passed (18)
   Duration  612ms`;

/** The report, as a failing test. */
export const runOverfull = `> sluice@2.4.1 test
> vitest run test/bucket.test.ts

 ❯ test/bucket.test.ts (5 tests | 1 failed) 15ms
   ✓ lets a full bucket be emptied at once
   ✓ refills with time
   ✓ says how long to wait
   × never holds more than its capacity, however long it was left alone
   ✓ refuses nonsense

 FAIL  test/bucket.test.ts > TokenBucket > never holds more than its capacity, however long it was left alone
AssertionError: expected 140 to be 100 // Object.is equality

- Expected
+ Received

- 100
+ 140

 ❯ test/bucket.test.ts:43:22
     41|     let admitted = 0;
     42|     while ((await b.take()).allowed) admitted++;
     43|     expect(admitted).toBe(100);
       |                      ^
     44|   });

 Test Files  1 failed (1)
      Tests  1 failed | 4 passed (5)`;

/** After the first fix. */
export const runCapped = `> sluice@2.4.1 test
> vitest run

 ✓ test/store.test.ts (4 tests) 8ms
 ✓ test/redis-store.test.ts (4 tests) 11ms
 ✓ test/limiter.test.ts (6 tests) 20ms
 ✓ test/bucket.test.ts (5 tests) 10ms

 Test Files  4 passed (4)
      Tests  19 passed (19)
   Duration  604ms`;

/** After the second. */
export const runSteady = `> sluice@2.4.1 test
> vitest run

 ✓ test/store.test.ts (4 tests) 8ms
 ✓ test/redis-store.test.ts (4 tests) 13ms
 ✓ test/limiter.test.ts (6 tests) 20ms
 ✓ test/bucket.test.ts (6 tests) 6ms

 Test Files  4 passed (4)
      Tests  20 passed (20)
   Duration  597ms`;

/** The race is gone, and something else comes to light. */
export const runDrifting = `> sluice@2.4.1 test
> vitest run test/bucket.test.ts

 ❯ test/bucket.test.ts (8 tests | 1 failed) 20ms
   ✓ lets a full bucket be emptied at once
   ✓ refills with time
   ✓ says how long to wait
   ✓ never holds more than its capacity, however long it was left alone
   ✓ gains and loses nothing when the clock steps back
   ✓ admits no more than it holds when calls arrive together
   × gives back a whole token after ten tenths of its time
   ✓ refuses nonsense

 FAIL  test/bucket.test.ts > TokenBucket > gives back a whole token after ten tenths of its time
AssertionError: expected false to be true // Object.is equality

- Expected
+ Received

- true
+ false

 ❯ test/bucket.test.ts:68:38
     66|       await b.take(0);
     67|     }
     68|     expect((await b.take()).allowed).toBe(true);
       |                                      ^
     69|   });

 Test Files  1 failed (1)
      Tests  1 failed | 7 passed (8)`;

/** Whole sums, but the wait is told a hair too short. */
export const runTooShort = `> sluice@2.4.1 test
> vitest run test/bucket.test.ts

 ❯ test/bucket.test.ts (9 tests | 1 failed) 22ms
   ✓ lets a full bucket be emptied at once
   ✓ refills with time
   ✓ says how long to wait
   ✓ never holds more than its capacity, however long it was left alone
   ✓ gains and loses nothing when the clock steps back
   ✓ admits no more than it holds when calls arrive together
   ✓ gives back a whole token after ten tenths of its time
   × lets a caller in who waited as long as it was told
   ✓ refuses nonsense

 FAIL  test/bucket.test.ts > TokenBucket > lets a caller in who waited as long as it was told
AssertionError: at 3 per second: expected { allowed: false, remaining: +0, …(1) } to match object { allowed: true }

- Expected
+ Received

  {
-   "allowed": true,
+   "allowed": false,
  }

 ❯ test/bucket.test.ts:76:66

 Test Files  1 failed (1)
      Tests  1 failed | 8 passed (9)`;

/** All of it, green, types and surface included. */
export const runAtLast = `> sluice@2.4.1 check
> tsc --noEmit && vitest run && node scripts/api-surface.mjs

 ✓ test/store.test.ts (4 tests) 9ms
 ✓ test/redis-store.test.ts (4 tests) 12ms
 ✓ test/limiter.test.ts (6 tests) 22ms
 ✓ test/bucket.test.ts (9 tests) 11ms

 Test Files  4 passed (4)
      Tests  23 passed (23)
   Duration  631ms

api-surface: 13 names, unchanged since 2.4.1 (sha256 7c1e0b94)`;

/** What the queue costs. */
export const benchRun = `{
  "node": "20.18.1",
  "store": "memory",
  "calls": 1000000,
  "keys": { "1": { "before_ns": 412, "after_ns": 655 }, "1000": { "before_ns": 438, "after_ns": 671 } },
  "p99_us": { "before": 1.9, "after": 2.6 },
  "heap_growth_mb": 0.4
}`;

/** The first look around. */
export const listing = `CHANGELOG.md
README.md
TODO.md
package.json
scripts/api-surface.mjs
scripts/bench.mjs
src/bucket.ts
src/clock.ts
src/index.ts
src/limiter.ts
src/redis-store.ts
src/store.ts
test/bucket.test.ts
test/limiter.test.ts
test/redis-store.test.ts
test/store.test.ts
tsconfig.json`;

/** Who reads and writes the store. */
export const searchRun = `src/bucket.ts:32:    const state = (await this.store.read(this.key)) ?? this.full(now);
src/bucket.ts:36:    await this.store.write(this.key, next);
src/limiter.ts:28:    await this.options.store.remove(this.prefix + key);
test/limiter.test.ts:41:    await store.write('route:/pay', { tokens: 0, updatedAt: 0 });
test/redis-store.test.ts:22:    await store.write('a', { tokens: 2.5, updatedAt: 7 });
test/redis-store.test.ts:23:    expect(await store.read('a')).toEqual({ tokens: 2.5, updatedAt: 7 });
test/store.test.ts:15:    await store.write('a', { tokens: 1, updatedAt: 0 });
test/store.test.ts:31:    expect(await store.read('oldest')).toBeUndefined();

8 matches in 5 files`;
