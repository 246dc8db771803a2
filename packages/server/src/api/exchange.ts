import { EXPORT_FORMATS } from '@tenfold/session';
import * as z from 'zod';
import { count, list, title } from '../json.ts';
import { route } from '../route.ts';
import { sessionSchema } from './session-schema.ts';

const tag = 'exchange';

/** A transcript may be much larger than a message. */
const IMPORT_LIMIT = 64 * 1024 * 1024;

/** Sessions to files and back. */
export const exchangeRoutes = [
  route({
    method: 'get',
    path: '/api/sessions/:session/export',
    tag,
    summary: 'A session as a file',
    query: z.object({ format: z.enum(EXPORT_FORMATS).default('jsonl') }),
    answer: { media: 'application/octet-stream', about: 'The file; its name is in content-disposition' },
    async handle({ tenfold, params, query }) {
      const { name, mediaType, text } = await tenfold.exchange.exportFile(params.session, query.format);
      return new Response(text, { headers: { 'content-type': mediaType, 'content-disposition': attachment(name) } });
    },
  }),
  route({
    method: 'post',
    path: '/api/import',
    tag,
    summary: 'Make sessions of a transcript file of any known format',
    body: z.strictObject({ name: title, text: z.string() }),
    bodyLimit: IMPORT_LIMIT,
    dear: true,
    status: 201,
    answer: z.object({
      sessions: list(sessionSchema),
      skipped: list(z.object({ line: count, reason: z.string() })),
    }),
    handle: ({ tenfold, body }) => tenfold.exchange.importFile(body),
  }),
];

/** A header that no title can break out of. A file of ours is never shown in place, so that no page of it runs here. */
function attachment(name: string): string {
  const plain = name.replace(/[^\w. -]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
}
