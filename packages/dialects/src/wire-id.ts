import { contentHash } from '@tenfold/core';

/** What an API takes as a tool call's id. */
export interface IdRules {
  /** Characters it refuses, as a global expression. */
  readonly refused?: RegExp;
  readonly max: number;
  /** It takes none that is shorter either. */
  readonly isExact?: true;
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
        name = numbered(base, count, rules);
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

function numbered(base: string, count: number, { max, isExact }: IdRules): string {
  if (isExact) return contentHash(`${base} ${count}`).slice(0, max);
  return `${base.slice(0, max - `-${count}`.length).toWellFormed()}-${count}`;
}

function fit(id: string, rules: IdRules): string {
  if (rules.isExact && (id.length !== rules.max || id.search(rules.refused ?? NEVER) >= 0))
    return contentHash(id).slice(0, rules.max);
  const kept = rules.refused === undefined ? id : id.replace(rules.refused, '_');
  return (kept || 'call').slice(0, rules.max).toWellFormed();
}

const NEVER = /(?!)/;

/** A tool's name as an API takes it. */
export function wireName(name: string, refused: RegExp, max: number): string {
  return (name.toWellFormed().replace(refused, '_') || 'tool').slice(0, max);
}
