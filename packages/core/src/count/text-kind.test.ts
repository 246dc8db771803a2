import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mixtureOf, type TextKind } from './text-kind.ts';

const mostly = (text: string): TextKind | undefined => [...mixtureOf(text).shares].sort(([, a], [, b]) => b - a)[0]?.[0];

it.each([
  ['english', 'The committee met on Thursday to hear what the others had thought about the new road through the valley.'],
  ['latin', 'Der Ausschuss traf sich gestern, um zu hören, was die anderen von der neuen Straße durch das Tal halten.'],
  ['latin', 'La comisión se reunió ayer para escuchar lo que pensaban los demás sobre la nueva carretera del valle.'],
  ['latin', 'Komite bertemu kemarin untuk mendengar apa yang dipikirkan orang lain tentang jalan baru melalui lembah.'],
  ['stacked', 'Ủy ban đã họp hôm qua để nghe những người khác nghĩ gì về con đường mới qua thung lũng.'.normalize('NFD')],
  ['code', 'export function sum(values: readonly number[]): number {\n  return values.reduce((a, b) => a + b, 0);\n}\n'],
  ['code', 'def mean(xs):\n    """Average."""\n    return sum(xs) / len(xs) if xs else 0.0\n\nprint(mean([1, 2, 3]))\n'],
  [
    'json',
    '{"type":"tool_result","path":"src/app.ts","ok":true,"matches":[{"line":12,"text":"import"},{"line":40,"text":"export"}]}',
  ],
  ['han', '委员会昨天开会，听取其他人对穿过山谷的新路的看法。'],
  ['kana', '委員会は昨日会合を開き、谷を通る新しい道路についての意見を聞きました。'],
  ['hangul', '위원회는 어제 회의를 열어 계곡을 지나는 새 도로에 대한 의견을 들었다.'],
  ['cyrillic', 'Комитет собрался вчера, чтобы выслушать мнения о новой дороге через долину.'],
  ['greek', 'Η επιτροπή συνεδρίασε χθες για να ακούσει τις απόψεις για τον νέο δρόμο.'],
  ['arabic', 'اجتمعت اللجنة أمس لسماع آراء الآخرين حول الطريق الجديد عبر الوادي.'],
  ['hebrew', 'הוועדה נפגשה אתמול כדי לשמוע מה חושבים האחרים על הכביש החדש.'],
  ['indic', 'समिति की कल बैठक हुई ताकि घाटी से होकर जाने वाली नई सड़क पर राय सुनी जा सके।'],
  ['thai', 'คณะกรรมการประชุมเมื่อวานเพื่อรับฟังความคิดเห็นเกี่ยวกับถนนสายใหม่'],
  ['other', '😀🎉🚀👍✨'],
] as const)('takes for %s: %s', (kind, text) => {
  expect(mostly(text)).toBe(kind);
});

it('weighs scripts against each other in mixed text', () => {
  const { shares } = mixtureOf(`The answer to this is here. ${'委员会昨天开会'.repeat(3)}`);
  expect(shares.map(([kind]) => kind)).toEqual(['english', 'han']);
});

it('gives shares that add up to one, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 5_000 }), (text) => {
      const { shares, solid } = mixtureOf(text);
      const total = shares.reduce((sum, [, share]) => sum + share, 0);
      expect(total).toBeCloseTo(1, 9);
      expect(solid).toSatisfy((share: number) => share >= 0 && share <= 1);
    }),
  );
});
