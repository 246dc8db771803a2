/** What an API takes as a tool call's id. */
export interface IdRules {
  /** Characters it refuses, as a global expression. */
  readonly refused?: RegExp;
  readonly max: number;
  /** Whether an id may come again in a later turn. */
  readonly scope: 'turn' | 'conversation';
}

/** Hands out ids that an API takes: the call's own where possible, never twice in one scope, depending only on what came before. */
export function wireIds(rules: IdRules): { name(id: string): string; nextTurn(): void } {
  const used = new Set<string>();
  const counts = new Map<string, number>();
  return {
    name(id) {
      const base = fit(id.toWellFormed(), rules);
      let name = base;
      for (let count = (counts.get(base) ?? 1) + 1; used.has(name); count += 1) {
        counts.set(base, count);
        name = `${base.slice(0, rules.max - `-${count}`.length).toWellFormed()}-${count}`;
      }
      used.add(name);
      return name;
    },
    nextTurn() {
      if (rules.scope === 'conversation') return;
      used.clear();
      counts.clear();
    },
  };
}

function fit(id: string, rules: IdRules): string {
  const kept = rules.refused === undefined ? id : id.replace(rules.refused, '_');
  return (kept || 'call').slice(0, rules.max).toWellFormed();
}

/** A tool's name as an API takes it. */
export function wireName(name: string, refused: RegExp, max: number): string {
  return (name.toWellFormed().replace(refused, '_') || 'tool').slice(0, max);
}
