/** Green where nearly all is kept, red where most is lost. */
export function barTone(share: number): string {
  return share >= 0.8 ? 'bg-normal' : share >= 0.5 ? 'bg-warning' : 'bg-critical';
}

/** The same for words. */
export function textTone(share: number): string {
  return share >= 0.8 ? 'text-ink-soft' : share >= 0.5 ? 'text-warning' : 'text-critical';
}
