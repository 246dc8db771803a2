import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query';

/**
 * Asks again for what changed while it was asked for the first time. The library makes only later fetches anew: a first one that
 * read the record before the change would be taken for its newest state.
 */
export class TenfoldQueryClient extends QueryClient {
  readonly #again = new Set<Query>();

  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters))
      if (query.state.data === undefined && query.state.fetchStatus === 'fetching') this.#askAgain(query);
    return super.invalidateQueries(filters, options);
  }

  #askAgain(query: Query): void {
    if (this.#again.has(query)) return;
    this.#again.add(query);
    const leave = this.getQueryCache().subscribe((event) => {
      if (event.query !== query || (event.type !== 'removed' && query.state.fetchStatus === 'fetching')) return;
      leave();
      this.#again.delete(query);
      void super.invalidateQueries({ queryKey: query.queryKey, exact: true });
    });
  }
}
