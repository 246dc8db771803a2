import { sql } from 'kysely';
import type { Scope } from './scope.ts';

/** What somebody has used. */
export interface Usage {
  /** Tokens that models were sent and gave since a time, as far as they told. */
  tokensSince(at: number): Promise<number>;
  /** Bytes of everything said in one's conversations. */
  bytes(): Promise<number>;
  /** The same of everybody who has any. */
  bytesByOwner(): Promise<readonly { readonly owner: string; readonly bytes: number }[]>;
}

/** What a scope has used. It reads what there is, so it is for now and then. */
export function usageOn(scope: Scope): Usage {
  const entries = (db: Scope['read']) => db.selectFrom('entries').innerJoin('sessions', 'sessions.id', 'entries.session');
  const size = sql<number>`cast(coalesce(sum(octet_length(entries.message)), 0) as bigint)`.as('bytes');
  return {
    async tokensSince(at) {
      const sum = sql<number>`cast(coalesce(sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)), 0) as bigint)`;
      const { tokens } = await entries(scope.read)
        .select(sum.as('tokens'))
        .where('sessions.owner', '=', scope.owner)
        .where('entries.created_at', '>=', at)
        .executeTakeFirstOrThrow();
      return tokens;
    },
    async bytes() {
      return (await entries(scope.read).select(size).where('sessions.owner', '=', scope.owner).executeTakeFirstOrThrow()).bytes;
    },
    bytesByOwner: () => entries(scope.system.read).select(['sessions.owner', size]).groupBy('sessions.owner').execute(),
  };
}
