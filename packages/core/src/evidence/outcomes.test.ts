import { describe, expect, it } from 'vitest';
import { errorWeight, unwrap } from './outcomes.ts';

describe('errorWeight', () => {
  it.each([
    'TypeError: x is not a function',
    'java.lang.NullPointerException: Cannot invoke "Cart.total()"',
    'Exception in thread "main" java.lang.IllegalStateException: closed',
    'Unhandled exception. System.InvalidOperationException: Sequence contains no elements',
    'Uncaught (in promise) ReferenceError: a is not defined',
    "thread 'cart::tests::adds' panicked at src/cart.rs:12:9:",
    'error[E0425]: cannot find value `total` in this scope',
    '[ERROR] src/main/java/Cart.java:[12,5] cannot find symbol',
    '2026-03-01 12:00:01 ERROR [main] the queue is full',
    'ERROR:  relation "users" does not exist',
    'FAILED tests/test_cart.py::test_total - assert 1 == 2',
    '--- FAIL: TestCart (0.02s)',
    '● cart › total › adds the tax',
    'fatal: not a git repository',
    'HTTP/1.1 503 Service Unavailable',
  ])('is sure of %j', (line) => {
    expect(errorWeight(line)).toBe(6);
  });

  it.each([
    'src\\Cart.cs(12,5): error CS0103: The name does not exist',
    'cart.go:12:5: undefined: total',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'npm error code ELIFECYCLE',
    'pod/cart-7d9 CrashLoopBackOff',
  ])('thinks so of %j', (line) => {
    expect(errorWeight(line)).toBe(3);
  });

  it.each([
    'throw new Error("no cart");',
    '    raise ValueError("no cart")',
    't.Errorf("total = %d, want %d", got, want)',
    'class CartError extends Error {',
    'this.showError(',
    '0 errors, 0 warnings',
    'All tests passed without an error',
  ])('does not take %j for one', (line) => {
    expect(errorWeight(line)).toBe(0);
  });
});

describe('unwrap', () => {
  it('reads what was printed, and how it ended, out of the JSON around it', () => {
    const text = JSON.stringify({ output: 'one\ntwo', metadata: { exit_code: 101, duration_seconds: 1.2 } });
    expect(unwrap(text)).toEqual({ text: 'one\ntwo', outcome: 'failed' });
    expect(unwrap(JSON.stringify({ content: [{ type: 'text', text: 'a\nb' }] }))).toEqual({ text: 'a\nb' });
  });

  it('leaves every other text as it is', () => {
    for (const text of [
      '',
      'plain\ntext',
      '{"a": "x\\ny"',
      '{"rows": [1, 2]}',
      '{"name": "a\\nb"}',
      '[[[[[[{"text":"a\\nb"}]]]]]]',
    ])
      expect(unwrap(text)).toEqual({ text });
  });
});
