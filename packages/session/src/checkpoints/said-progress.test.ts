import { describe, expect, it } from 'vitest';
import { hasCode, saidProgress } from './watcher.ts';

const lines = (count: number) => Array.from({ length: count }, (_, n) => `const value${n} = read(${n});`).join('\n');

describe('code in an answer', () => {
  it.each([
    ['a block of ten lines', `Here:\n\n\`\`\`ts\n${lines(10)}\n\`\`\`\nDone.`],
    ['a long one that was cut off', `\`\`\`python\n${lines(180)}`],
    ['one that names no language', `\`\`\`\n${lines(12)}\n\`\`\``],
    ['one in a block of tildes', `~~~go\n${lines(12)}\n~~~`],
    ['one inside a list', `1. Do this:\n   \`\`\`js\n${lines(11)}\n   \`\`\``],
  ])('is %s', (_, text) => expect(hasCode(text)).toBe(true));

  it.each([
    ['nine lines', `\`\`\`ts\n${lines(9)}\n\`\`\``],
    ['two short blocks', `\`\`\`ts\n${lines(6)}\n\`\`\`\n\`\`\`ts\n${lines(6)}\n\`\`\``],
    ['what a program printed', `\`\`\`text\n${'done\n'.repeat(20)}\`\`\``],
    ['a tree of folders', `\`\`\`\n${'├── src\n│   └── app\n'.repeat(8)}\`\`\``],
    ['plain words', 'word\n'.repeat(40)],
  ])('is not %s', (_, text) => expect(hasCode(text)).toBe(false));
});

describe('what is said to be resolved', () => {
  it.each([
    'The error no longer occurs.',
    "Great, the test doesn't fail anymore.",
    'It works now, thanks!',
    'That fixed it.',
    'That did the trick.',
    'The memory leak is gone.',
    'The login bug has been fixed.',
    'Fixed.',
    "I've fixed the race in the scheduler.",
    'The build is green again.',
    'The server finally starts.',
    'It stopped crashing after the upgrade.',
    'The page loads correctly again.',
    'Der Fehler tritt jetzt nicht mehr auf.',
    'Das funktioniert jetzt.',
    'Ça marche maintenant.',
    'El problema está solucionado.',
    'Ошибка больше не появляется.',
    '错误解决了。',
  ])('%s', (text) => expect(saidProgress(text).resolved).toBe(true));

  it.each([
    'Is the error gone?',
    'Let me know if it works now.',
    'Once the bug is fixed, deploy it.',
    'I hope that fixed it.',
    'The bug is not fixed.',
    'It still crashes.',
    'Please make sure the error no longer occurs.',
    'The function works on lists.',
    'We should see whether the leak is gone.',
    'Do you run it now?',
    'The colors are green and blue.',
  ])('not: %s', (text) => expect(saidProgress(text).resolved).toBe(false));
});

describe('what is said to be decided', () => {
  it.each([
    'We decided to go with PostgreSQL for billing.',
    "Let's use Redis for the queue.",
    "OK, I'll go with the second option.",
    "We're going for the simple version then.",
    'Agreed, we keep the old API.',
    'Decision: no more than three retries.',
    'Wir haben uns für Postgres entschieden.',
    'Решили оставить как есть.',
  ])('%s', (text) => expect(saidProgress(text).decision).toBe(true));

  it.each(['Should we go with PostgreSQL?', 'Which one did you choose?', 'The cat sat on the mat.', 'I read the file.'])(
    'not: %s',
    (text) => expect(saidProgress(text).decision).toBe(false),
  );
});
