/** How a database is opened. */
export interface PostgresOptions {
  /** Whose rows the store shows; default `local`. */
  readonly owner?: string;
  /** Where the tables are; default `tenfold`, which Supabase does not show to browsers as it does `public`. */
  readonly schema?: string;
  /** Connections at most; default 10. */
  readonly connections?: number;
  /** How long to wait for another process that writes to the same session; default 5,000 ms. */
  readonly busyMs?: number;
  /** How long a statement may take until it is asked whether the database answers at all; default 5,000 ms. */
  readonly silentMs?: number;
}
