import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { bench } from '../testing/bench.ts';
import type { Provider } from '../upstream/endpoint.ts';

const KEY = 'canary-environment-0123456789';
const VENDORS: readonly (readonly [provider: Provider, variable: string, host: string])[] = [
  ['openai', 'OPENAI_API_KEY', 'api.openai.com'],
  ['anthropic', 'ANTHROPIC_API_KEY', 'api.anthropic.com'],
  ['google', 'GEMINI_API_KEY', 'generativelanguage.googleapis.com'],
  ['azure', 'AZURE_API_KEY', 'mine.openai.azure.com'],
  ['bedrock', 'AWS_BEARER_TOKEN_BEDROCK', 'bedrock-runtime.eu-north-1.amazonaws.com'],
  ['vertex', 'GOOGLE_VERTEX_API_KEY', 'europe-north1-aiplatform.googleapis.com'],
  ['openrouter', 'OPENROUTER_API_KEY', 'openrouter.ai'],
];

/** Addresses that are a vendor's own in another spelling, and those that only look like it. */
const spellings = (host: string): readonly string[] => [
  `https://${host}`,
  `https://${host}/`,
  `https://${host}:443/v1`,
  `HTTPS://${host.toUpperCase()}/v1`,
  `https://${host.replaceAll('.', '。')}/v1`,
  ` https://${host}/v1\n`,
  `https://${host}./v1`,
  `https://${host}../v1`,
  `https://${host}:8443/v1`,
  `http://${host}/v1`,
  `http://${host}:443/v1`,
  `https://${host}.evil.example/v1`,
  `https://evil.example/${host}/v1`,
  `https://evil.example?${host}`,
  `https://evil.example#@${host}/`,
  `https://${host}@evil.example/v1`,
  `https://x:y@${host}/v1`,
  `https://${host}\\@evil.example/v1`,
  `https://evil.example\\.${host}/v1`,
  `https://${host}%2eevil.example/v1`,
  `https://${host}%00.evil.example/v1`,
  `https://${host.replace('a', '\u0430')}/v1`,
  `https://${host.replace('o', '\u03bf')}/v1`,
  `https://evil-${host}/v1`,
  `https://x.${host}/v1`,
  `https://${host.replace('.', '-')}/v1`,
  `https://${host.replace('.', '\t.')}/v1`,
  `https://${host.replace('.', '\u00ad.')}/v1`,
  `https:${host}/v1`,
  `https:/\\${host}/v1`,
  `//${host}/v1`,
  `https://[::1]/${host}`,
];

it.each(VENDORS)(
  'a key of the environment for %s goes to hosts of the vendor, however they are spelled, and to no other',
  async (...vendor) => {
    const [provider, variable, host] = vendor;
    const sent: { readonly host: string; readonly protocol: string; readonly hasKey: boolean }[] = [];
    const capture: typeof fetch = async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const headers = [...new Headers(input instanceof Request ? input.headers : init?.headers)];
      sent.push({
        host: url.host,
        protocol: url.protocol,
        hasKey: `${JSON.stringify(headers)}${url}${init?.body}`.includes(KEY),
      });
      return new Response('{}', { status: 401 });
    };
    const { tenfold } = await bench({ environment: { [variable]: KEY }, fetch: capture });
    let taken = 0;
    for (const baseUrl of spellings(host)) {
      const profile = { name: 'x', provider, model: 'm', baseUrl };
      const added = await tenfold.profiles.add(profile).catch((error: { code: string }) => error.code);
      if (typeof added === 'string') {
        expect([baseUrl, added]).toEqual([baseUrl, 'invalid-request']);
        continue;
      }
      taken++;
      await tenfold.profiles.test(added.id);
      const { id } = await tenfold.sessions.create({ profileId: added.id });
      for await (const _ of tenfold.turns.send(id, { text: 'Hello' }));
      await tenfold.profiles.remove(added.id);
    }
    expect(taken).toBeGreaterThan(10);
    const withKey = sent.filter(({ hasKey }) => hasKey);
    expect(withKey.length).toBeGreaterThan(4);
    // A name behind the vendor's own cloud is the vendor's too.
    const own = provider === 'azure' ? /^[a-z0-9-]+\.openai\.azure\.com$/ : new RegExp(`^${host.replaceAll('.', '\\.')}$`);
    const evil = provider === 'vertex' ? /^(?:evil-)?europe-north1-aiplatform\.googleapis\.com$/ : own;
    for (const one of withKey) expect([one.protocol, evil.test(one.host), one.host]).toEqual(['https:', true, one.host]);
  },
);

it('no proxy of the environment is asked, whatever the runtime would do', async () => {
  const heard: string[] = [];
  const listening = async (name: string) => {
    const server = createServer((request, response) => {
      heard.push(`${name} ${request.url} ${request.headers.authorization}`);
      response.end(name);
    }).on('connect', (request, socket) => {
      heard.push(`${name} CONNECT ${request.url}`);
      socket.destroy();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const [proxy, model] = [await listening('proxy'), await listening('model')];
  const file = new URL('../upstream/guarded-fetch.ts', import.meta.url);
  const code = `import { guardedFetch } from '${file}';
    const answer = await guardedFetch()('${model}/v1', { headers: { authorization: 'Bearer ${KEY}' } });
    process.stdout.write(await answer.text());
    await guardedFetch()('https://${new URL(model).host}/v1', { headers: { authorization: 'Bearer ${KEY}' } }).catch(() => {});`;
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy', 'npm_config_proxy'];
  const env = {
    ...process.env,
    NODE_USE_ENV_PROXY: '1',
    NO_PROXY: '',
    ...Object.fromEntries(names.map((name) => [name, proxy])),
  };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code], { env });
  const said = text(child.stdout);
  await once(child, 'close');
  expect(await said).toBe('model');
  expect(heard).toEqual([`model /v1 Bearer ${KEY}`]);
});
