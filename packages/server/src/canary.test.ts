import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PROVIDERS } from '@tenfold/session';
import { afterAll, describe, expect, it } from 'vitest';
import { realServer } from './testing/real-server.ts';

/** An upstream that repeats the key it was given in every way an error can. */
async function tattler() {
  let manner = 0;
  const said = (key: string): ((request: IncomingMessage) => readonly [number, string, string, words?: string])[] => [
    () => [401, 'application/json', JSON.stringify({ error: { message: `Incorrect API key provided: ${key}.`, code: key } })],
    () => [500, 'text/html', `<html><h1>500</h1><pre>authorization: Bearer ${key}</pre></html>`],
    () => [
      400,
      'application/json',
      JSON.stringify({ error: { message: `bad request by ${key}`, type: 'invalid_request_error' } }),
    ],
    () => [429, 'text/plain', `slow down, ${key}`],
    () => [200, 'application/json', `}{ not json ${key}`],
    () => [200, 'text/event-stream', `data: {"error":{"message":"inside ${key}"}}\n\n`],
    () => [404, 'application/json', JSON.stringify({ error: { message: `no model for ${key}`, param: { key } } })],
    () => [418, 'text/plain', '', `No ${key} here`],
  ];
  const server = createServer((request, response) => {
    const key = String(request.headers.authorization ?? request.headers['x-api-key'] ?? request.headers['x-goog-api-key'] ?? '');
    request.resume().on('end', () => {
      const [status, type, text, words] = said(key.replace(/^Bearer /, ''))[manner]?.(request) ?? [500, 'text/plain', 'nothing'];
      response.writeHead(status, words, { 'content-type': type, 'retry-after': '0', 'x-for': key }).end(text);
    });
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    manners: said('').length,
    next: (n: number) => {
      manner = n;
    },
    close: () => new Promise<void>((closed) => void server.close(() => closed())),
  };
}

const stored = 'sk-canary-stored-0123456789abcdef';
const plain = 'Zq9canaryWithoutAnyShape0123456789';
const fromEnvironment = 'sk-ant-canary-environment-0123456789';
const token = 'canary-token-0123456789';
const canaries = [stored, plain, fromEnvironment, token];

const upstream = await tattler();
const server = await realServer({ token }, { environment: { ANTHROPIC_API_KEY: fromEnvironment } });
const heard: string[] = [];
afterAll(async () => {
  await server.close();
  await upstream.close();
});

/** Any request; everything that comes back is kept, headers too. */
async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  heard.push(JSON.stringify([...response.headers]), text);
  return text;
}

const ALL_PROFILES = [
  { provider: 'openai', model: 'gpt-4o', key: plain },
  { provider: 'anthropic', model: 'claude-haiku-4-5', allowEnvironmentKey: true },
  { provider: 'openai-compatible', model: 'm', key: stored },
  { provider: 'google', model: 'gemini-2.5-flash', key: stored },
];
const PROFILES = process.env.TENFOLD_DEEP === '1' ? ALL_PROFILES : ALL_PROFILES.slice(0, 2);

describe('a key', { timeout: 180_000 }, () => {
  it.each(PROFILES)('goes through every error of $provider', async (profile) => {
    const made = JSON.parse(await ask('POST', '/api/profiles', { ...profile, name: profile.provider, baseUrl: upstream.url }));
    expect(made.hasKey).toBe(true);
    for (let manner = 0; manner < upstream.manners; manner++) {
      upstream.next(manner);
      const { id } = JSON.parse(await ask('POST', '/api/sessions', { profileId: made.id }));
      await ask('POST', `/api/profiles/${made.id}/test`, {});
      await ask('POST', `/api/sessions/${id}/messages`, { text: 'Hello' });
      await ask('GET', `/api/sessions/${id}/entries`);
      await ask('GET', `/api/sessions/${id}/context`);
    }
    const text = 'A long talk about nothing. '.repeat(400);
    const { id } = JSON.parse(await ask('POST', '/api/sessions', { profileId: made.id }));
    await ask('POST', `/api/sessions/${id}/entries`, {
      messages: [0, 1, 2, 3].map((n) => ({ role: n % 2 ? 'assistant' : 'user', text: `${n} ${text}` })),
    });
    upstream.next(0);
    const job = JSON.parse(await ask('POST', `/api/sessions/${id}/condense`, { strategy: 'native', force: true }));
    if (job.id) await server.tenfold.folding.finished(job.id);
    for (const path of ['condensations', 'folds', 'status', 'config']) await ask('GET', `/api/sessions/${id}/${path}`);
    await ask('POST', `/api/sessions/${id}/lab`, { strategies: ['native'], run: true });
  });

  it('among the options is refused in words that name the provider', async () => {
    for (const provider of PROVIDERS) {
      const wish = { name: 'x', provider, model: 'm', baseUrl: upstream.url, options: { apiKey: stored } };
      expect(JSON.parse(await ask('POST', '/api/profiles', wish))).toMatchObject({
        detail: expect.stringContaining(`options.apiKey: There is no such option for ${provider}.`),
      });
    }
  });

  it('goes through every refusal of the server itself', async () => {
    await ask('POST', '/api/profiles', { provider: 'nobody', key: stored });
    await ask('POST', '/api/profiles', `{"name":"x","key":"${stored}"`);
    await ask('POST', '/api/profiles', { name: 'x', provider: 'openai', model: 'm', key: plain, baseUrl: 'not a url' });
    await ask('GET', `/api/nowhere?key=${plain}&api_key=${stored}`);
    await ask('GET', `/api/sessions?key=${plain}`);
    await ask('GET', '/api/sessions', undefined, { authorization: `Bearer ${plain}` });
    await ask('GET', '/api/sessions', undefined, { host: plain, origin: `https://${plain}` });
    for (const path of [
      '/api/settings',
      '/api/settings/export',
      '/api/profiles',
      '/metrics',
      '/healthz',
      '/readyz',
      '/api/metrics-summary',
    ])
      await ask('GET', path);
  });

  it('is nowhere: not in an answer, a log, the metrics or a file', async () => {
    for (const canary of canaries) {
      const where = heard.find((text) => text.includes(canary));
      expect(where === undefined ? null : `${canary} in ${where.slice(0, 600)}`).toBeNull();
      expect(server.lines.find((line) => line.includes(canary)) ?? null).toBeNull();
      for (const file of readdirSync(server.home))
        expect(`${file} ${readFileSync(join(server.home, file)).includes(canary)}`).toBe(`${file} false`);
    }
    expect(heard.length).toBeGreaterThan(PROFILES.length * 50);
    expect(server.lines.length).toBeGreaterThan(20);
  });
});
