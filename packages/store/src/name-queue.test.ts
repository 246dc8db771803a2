import { expect, it } from 'vitest';
import { NameQueue } from './group-commit.ts';

it('runs what shares a name in order, and the rest beside it', async () => {
  const queue = new NameQueue();
  const log: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const work =
    (name: string, until: Promise<void> = Promise.resolve()) =>
    async () => {
      log.push(name);
      await until;
      if (name === 'b') throw new RangeError(name);
    };
  const a = queue.run(['x'], work('a', held));
  const b = queue.run(['x', 'y'], work('b'));
  const c = queue.run(['y'], work('c'));
  await queue.run(['z'], work('d'));
  await queue.run([], work('e'));
  expect(log).toEqual(['a', 'd', 'e']);
  release();
  await expect(b).rejects.toThrow(RangeError);
  await Promise.all([a, c]);
  expect(log).toEqual(['a', 'd', 'e', 'b', 'c']);
  await queue.idle();
});
