import { expect, it } from 'vitest';
import { isStreamed, modelOf, routeOf } from './gateway-route.ts';

it.each([
  ['GET', '/v1/models/ft:gpt-4o-mini-2024-07-18:org::A1b2', {}, 'openai'],
  ['DELETE', '/v1/models/ft:gpt-4o-mini-2024-07-18:org:name:A1b2', { authorization: 'Bearer sk-1' }, 'openai'],
  ['POST', '/v1/models/ft:gpt-4o:org:name:A1b2', {}, 'openai'],
  ['GET', '/v1/models/claude-x', { 'anthropic-version': '2023-06-01' }, 'anthropic'],
  ['GET', '/v1/models/gemini-2.5-pro', { 'x-goog-api-key': 'k' }, 'gemini'],
  ['POST', '/v1/models/gemini-2.5-pro:generateContent', {}, 'gemini'],
  ['POST', '/v1beta/tunedModels/mine:generateContent', {}, 'gemini'],
  ['GET', '/v1beta/models', {}, 'gemini'],
])('sends %s %s to whose model it is', (method, path, headers, vendor) => {
  expect(routeOf(method, path, headers)?.vendor).toBe(vendor);
});

it.each([
  ['/v1beta/models/m:streamGenerateContent?alt=sse', true],
  ['/v1beta/models/m:streamGenerateContent?key=k&alt=sse', true],
  ['/v1beta/models/m:streamGenerateContent?alt=sse#end', true],
  ['/v1beta/models/m:streamGenerateContent', false],
  ['/v1beta/models/m:streamGenerateContent?alt=json', false],
  ['/v1beta/models/m:generateContent?alt=sse', false],
])('knows whether %s asks for an event stream', (url, is) => {
  expect(isStreamed('gemini', url, {})).toBe(is);
});

it.each([
  ['/v1beta/models/gemini-2.5-pro:generateContent', 'gemini-2.5-pro'],
  ['/v1beta/models/a%20b:generateContent', 'a b'],
  ['/v1beta/models/100%:generateContent', '100%'],
  ['/v1beta/tunedModels/mine:generateContent', 'mine'],
])('reads the model of %s', (path, model) => {
  expect(modelOf('gemini', path, {})).toBe(model);
});

it('reads no more of the name of a model than any has', () => {
  expect(modelOf('openai-chat', '/v1/chat/completions', { model: 'm'.repeat(1_000_000) })).toHaveLength(500);
});
