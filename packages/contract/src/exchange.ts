import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { count, list, title } from './json.ts';
import { Session } from './session.ts';

const { get, post } = endpoints('exchange');

/** Files a session can be written to. */
export const ExportFormat = z.enum(['jsonl', 'openai', 'anthropic', 'markdown', 'html']);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** A transcript may be much larger than a message. */
const IMPORT_LIMIT = 64 * 1024 * 1024;

/** Sessions to files and back. */
export const exchange = {
  exportFile: get(
    '/api/sessions/:session/export',
    'A session as a file',
    { media: 'application/octet-stream', about: 'The file; its name is in content-disposition' },
    { query: z.object({ format: ExportFormat.default('jsonl') }) },
  ),
  importFile: post(
    '/api/import',
    'Make sessions of a transcript file of any known format',
    z.object({
      sessions: list(Session),
      skipped: list(z.object({ line: count, reason: z.string() })),
    }),
    {
      body: z.strictObject({ name: title, text: z.string() }),
      bodyLimit: IMPORT_LIMIT,
      longText: 'text',
      expensive: true,
      status: 201,
    },
  ),
};
