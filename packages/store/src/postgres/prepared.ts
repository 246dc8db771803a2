import { sha256 } from '../column-json.ts';

/** Statements of one store that are prepared under a name; lists of varying length make many more, which are not. */
const MAX_NAMES = 300;
const MAX_CHARS = 4_000;
/** A pooler that hands connections around knows no prepared statement, or one of somebody else's. A changed table ends them too. */
const NOT_KEPT = new Set(['26000', '42P05', '0A000', '08P01']);

/** The names statements are prepared under, so that each is parsed and planned once a connection; none once a pooler is in between. */
export class Prepared {
  readonly #names = new Map<string, string>();
  #kept = true;

  nameOf(statement: string): string | undefined {
    if (!this.#kept || statement.length > MAX_CHARS) return undefined;
    const known = this.#names.get(statement);
    if (known !== undefined || this.#names.size >= MAX_NAMES) return known;
    const name = `t${sha256(statement).slice(0, 24)}`;
    this.#names.set(statement, name);
    return name;
  }

  /** True when the error of a named statement is about its name: from now on there are none, and the statement is to be run again. */
  giveUp(error: unknown): boolean {
    const { code = '' } = error as { code?: string };
    if (!NOT_KEPT.has(code)) return false;
    this.#kept = false;
    return true;
  }
}
