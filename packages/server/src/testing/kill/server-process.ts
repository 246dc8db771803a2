import { readFileSync } from 'node:fs';
import { installRanks } from '@tenfold/core';
import { LIMITS } from '../../guard/door.ts';
import { jsonLog } from '../../log.ts';
import { serve } from '../../process/serve.ts';

// The whole server as a process of its own, to be killed: `HOME TOKEN-TABLE [DATABASE]`. Says its address when ready.
const [home = '', ranks = '', database] = process.argv.slice(2);
// Bundled into one file, the engine no longer finds its table by itself.
installRanks(readFileSync(ranks));
const settings = { home, host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false, ...(database && { database }) };
// Whoever kills or measures it asks more than people do.
const limits = { ...LIMITS, expensive: LIMITS.requests };
const served = await serve(settings, { log: jsonLog('warn'), environment: {}, web: null, limits });
process.stdout.write(`${served.url}\n`);
