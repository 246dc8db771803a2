const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay: 'negative' });

/** A whole number with a comma between thousands, the same in every locale. */
export const formatCount: (count: number) => string = WHOLE.format;

/** A number with its noun: `1 message`, `1,204 messages`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
