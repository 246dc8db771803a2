import { sql } from 'kysely';
import type { Scope } from './scope.ts';

/** What somebody has used. */
export interface Usage {
  /** Tokens that models were sent and gave since a time, as far as they told. */
  tokensSince(at: number): Promise<number>;
  /** Bytes of everything said in one's conversations. */
  bytes(): Promise<number>;
  /** Both of everybody who has any, the tokens since a time. */
  byOwner(since: number): Promise<readonly { readonly owner: string; readonly bytes: number; readonly tokens: number }[]>;
}

/** What a scope has used. It reads what there is, so it is for now and then. */
export function usageOn(scope: Scope): Usage {
  const entries = (db: Scope['read']) => db.selectFrom('entries').innerJoin('sessions', 'sessions.id', 'entries.session');
  const size = sql<number>`cast(coalesce(sum(octet_length(entries.message)), 0) as bigint)`.as('bytes');
  const tokensOf = sql`coalesce(input_tokens, 0) + coalesce(output_tokens, 0)`;
  return {
    async tokensSince(at) {
      const { tokens } = await entries(scope.read)
        .select(sql<number>`cast(coalesce(sum(${tokensOf}), 0) as bigint)`.as('tokens'))
        .where('sessions.owner', '=', scope.owner)
        .where('entries.created_at', '>=', at)
        .executeTakeFirstOrThrow();
      return tokens;
    },
    async bytes() {
      return (await entries(scope.read).select(size).where('sessions.owner', '=', scope.owner).executeTakeFirstOrThrow()).bytes;
    },
    byOwner(since) {
      const recent = sql`case when entries.created_at >= cast(${since} as bigint) then ${tokensOf} else 0 end`;
      const tokens = sql<number>`cast(coalesce(sum(${recent}), 0) as bigint)`.as('tokens');
      return entries(scope.system.read).select(['sessions.owner', size, tokens]).groupBy('sessions.owner').execute();
    },
  };
}
