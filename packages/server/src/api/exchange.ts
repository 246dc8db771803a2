import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** Sessions to files and back. */
export const exchangeRoutes = routes(api.exchange, {
  async exportFile({ tenfold, params, query }) {
    const { name, mediaType, text } = await tenfold.exchange.exportFile(params.session, query.format);
    return new Response(text, { headers: { 'content-type': mediaType, 'content-disposition': attachment(name) } });
  },
  importFile: ({ tenfold, body, signal }) => tenfold.exchange.importFile(body, { signal }),
});

/** A header that no title can break out of. A file of ours is never shown in place, so that no page of it runs here. */
function attachment(name: string): string {
  const plain = name.replace(/[^\w. -]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
}
