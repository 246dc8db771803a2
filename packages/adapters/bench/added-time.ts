// Time an adapter adds to a call when 100,000 tokens of history are settled already, as the median of many calls: by the clock, and
// of this thread alone, which is the same on a busy machine.
//   npm run bench:adapters
import { messageText } from '@tenfold/core';
import { tenfold as aiSdk } from '../src/ai-sdk.ts';
import { tenfoldFetch } from '../src/fetch.ts';
import { tenfold as langchain } from '../src/langchain.ts';
import { tenfold as mastra } from '../src/mastra.ts';
import { tenfold as openAiAgents } from '../src/openai-agents.ts';
import { toolRun } from '../src/testing/tool-run.ts';

const STEPS = 290;
const CALLS = 60;
const OPTIONS = { room: 32_000 };
const run = (steps: number) => toolRun(steps);

/** The same history in the form of each framework, anew for each call, as most of them make it. */
const prompt = (steps: number) =>
  run(steps).map(({ role, parts }) => ({
    role,
    content: parts.map((part) => {
      if (part.type === 'tool-call') return { type: 'tool-call', toolCallId: part.id, toolName: part.name, input: part.input };
      if (part.type === 'tool-result')
        return { type: 'tool-result', toolCallId: part.id, toolName: 'read', output: { type: 'text', value: part.output } };
      return { type: 'text', text: part.type === 'text' ? part.text : '' };
    }),
  }));
const chat = (steps: number) =>
  run(steps).map((message) => {
    const [part] = message.parts;
    if (part?.type === 'tool-call') {
      const call = { id: part.id, type: 'function', function: { name: part.name, arguments: JSON.stringify(part.input) } };
      return { role: 'assistant', content: null, tool_calls: [call] };
    }
    if (part?.type === 'tool-result') return { role: 'tool', tool_call_id: part.id, content: part.output };
    return { role: 'user', content: messageText(message) };
  });
const items = (steps: number) =>
  run(steps).map((message) => {
    const [part] = message.parts;
    if (part?.type === 'tool-call')
      return { type: 'function_call', callId: part.id, name: part.name, arguments: JSON.stringify(part.input) };
    if (part?.type === 'tool-result')
      return { type: 'function_call_result', callId: part.id, name: 'read', status: 'completed', output: part.output };
    return { type: 'message', role: 'user', content: messageText(message) };
  });

class Spoken {
  constructor(fields: object) {
    Object.assign(this, fields);
  }
}
const said = (steps: number) =>
  run(steps).map((message) => {
    const [part] = message.parts;
    if (part?.type === 'tool-call')
      return new Spoken({ type: 'ai', content: '', tool_calls: [{ id: part.id, name: part.name, args: part.input }] });
    if (part?.type === 'tool-result')
      return new Spoken({ type: 'tool', content: part.output, tool_call_id: part.id, name: part.name });
    return new Spoken({ type: 'human', content: messageText(message) });
  });

const model = { provider: 'openai.chat', modelId: 'gpt-4o' };
const send = async () => new Response('{}');
const [middleware, processor, filter, agent, folding] = [
  aiSdk(OPTIONS),
  mastra(OPTIONS),
  openAiAgents(OPTIONS),
  langchain(OPTIONS),
  tenfoldFetch({ ...OPTIONS, fetch: send }),
];
type Transform = Parameters<NonNullable<typeof middleware.transformParams>>[0];

const hooks: Record<string, (steps: number) => () => unknown> = {
  'ai-sdk': (steps) => {
    const given = { type: 'generate', params: { prompt: prompt(steps) }, model } as unknown as Transform;
    return () => middleware.transformParams?.(given);
  },
  mastra: (steps) => {
    const given = { prompt: prompt(steps), model, state: {} };
    return () => processor.processLLMRequest(given);
  },
  'openai-agents': (steps) => {
    const given = { modelData: { input: items(steps) }, agent: { model: 'gpt-4o' } };
    return () => filter(given);
  },
  langchain: (steps) => {
    const given = { model: {}, messages: said(steps) };
    return () => agent.wrapModelCall(given, () => null);
  },
  fetch: (steps) => {
    const body = JSON.stringify({ model: 'gpt-4o', messages: chat(steps) });
    return () => folding('http://127.0.0.1/v1/chat/completions', { method: 'POST', body });
  },
};

for (const [name, hook] of Object.entries(hooks)) {
  for (let steps = 10; steps <= STEPS; steps += 10) await hook(steps)();
  const times: number[] = [];
  const worked: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const made = hook(STEPS + (call % 3));
    const start = performance.now();
    const before = process.threadCpuUsage();
    await made();
    const { user, system } = process.threadCpuUsage(before);
    times.push(performance.now() - start);
    worked.push((user + system) / 1_000);
  }
  const [clock, thread] = [times, worked].map((taken) => taken.sort((a, b) => a - b)[CALLS / 2]?.toFixed(2));
  process.stdout.write(`${name.padEnd(14)} median ${clock} ms, of this thread ${thread} ms\n`);
}
