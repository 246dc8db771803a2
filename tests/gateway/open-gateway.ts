import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GatewayOptions, jsonLog, serve } from '@tenfold/server';
import { type Manner, Upstream } from '../upstream/upstream.ts';

/** A gateway with a home of its own before a strict upstream. */
export async function openGateway(
  manner: Manner = {},
  options: Partial<GatewayOptions> = {},
  settings: { readonly database?: string; readonly secret?: string } = {},
) {
  const upstream = await Upstream.open(manner);
  let passed = 0;
  const home = mkdtempSync(join(tmpdir(), 'tenfold-gateway-'));
  const base = upstream.url().replace(/\/v1$/, '');
  const lines: string[] = [];
  const start = async (more: Partial<GatewayOptions> = {}) => {
    const served = await serve(
      {
        host: '127.0.0.1',
        port: 0,
        token: null,
        secret: undefined,
        open: false,
        home,
        ...settings,
        gateway: { upstreams: { anthropic: base, openai: base, gemini: base }, ...options, ...more },
      },
      {
        log: jsonLog('warn', { write: (line) => void lines.push(line) }),
        environment: {},
        web: null,
        monotonic: () => performance.now() + passed,
      },
    );
    if (!served.running) throw new Error('served already');
    return served;
  };
  let served = await start();
  return {
    upstream,
    lines,
    home,
    /** Lets time pass for the server: what it does now and then is due. */
    pass: (ms: number) => {
      passed += ms;
    },
    get url() {
      return served.url;
    },
    get tenfold() {
      return served.tenfold;
    },
    get traffic() {
      return served.gateway.traffic;
    },
    async restart(more: Partial<GatewayOptions> = {}) {
      await served.stop();
      served = await start(more);
    },
    async close() {
      await served.stop();
      await upstream.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
