// The lines of the README of the adapters, as they stand there.
import { openai } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { ChatOpenAI } from '@langchain/openai';
import { Agent } from '@mastra/core/agent';
import type { MastraModelConfig } from '@mastra/core/llm';
import { OpenAIProvider, Runner } from '@openai/agents';
import { Recall } from '@tenfold/adapters';
import { recallTools, tenfold } from '@tenfold/adapters/ai-sdk';
import { tenfoldFetch } from '@tenfold/adapters/fetch';
import { tenfold as forLangchain } from '@tenfold/adapters/langchain';
import { tenfold as forMastra } from '@tenfold/adapters/mastra';
import { tenfold as forAgents, wrapProvider } from '@tenfold/adapters/openai-agents';
import { generateText, type ModelMessage, type ToolSet, wrapLanguageModel } from 'ai';
import { createAgent, createMiddleware } from 'langchain';
import OpenAI from 'openai';

const messages: ModelMessage[] = [{ role: 'user', content: 'Who are you?' }];
const tools: ToolSet = {};

async function lookingUp() {
  const recall = new Recall();
  const model = wrapLanguageModel({ model: openai('gpt-4o'), middleware: tenfold({ recall }) });
  return await generateText({ model, messages, tools: { ...tools, ...recallTools(recall) } });
}

async function withAiSdk() {
  const given = openai('gpt-4o');
  const made = ((model) => wrapLanguageModel({ model, middleware: tenfold() }))(given);
  return (await generateText({ model: made, messages })).text;
}

async function withFetch() {
  const client = new OpenAI({ fetch: tenfoldFetch() });
  const { choices } = await client.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Who?' }] });
  const other = new Anthropic({ fetch: tenfoldFetch() });
  const ask = { model: 'claude-opus-4-6', max_tokens: 100, messages: [{ role: 'user' as const, content: 'Who?' }] };
  const [block] = (await other.messages.create(ask)).content;
  return `${choices[0]?.message.content} ${block?.type === 'text' ? block.text : ''}`;
}

async function withLangchain() {
  const tenfold = forLangchain;
  const model = new ChatOpenAI({ model: 'gpt-4o' });
  const agent = createAgent({ model, tools: [], middleware: [createMiddleware(tenfold())] });
  return (await agent.invoke({ messages: [{ role: 'user', content: 'Who?' }] })).messages.at(-1)?.text;
}

async function withAgents() {
  const tenfold = forAgents;
  const { Agent } = await import('@openai/agents');
  const agent = new Agent({ name: 'Reader', model: 'gpt-4o', instructions: 'You read.' });
  const filtered = new Runner({ callModelInputFilter: tenfold() });
  const wrapped = new Runner({ modelProvider: wrapProvider(new OpenAIProvider()) });
  return `${(await filtered.run(agent, 'Who?')).finalOutput} ${(await wrapped.run(agent, 'Who?')).finalOutput}`;
}

async function withMastra() {
  const tenfold = forMastra;
  const about = { id: 'reader', name: 'Reader', instructions: 'You read.', model: openai.chat('gpt-4o') as MastraModelConfig };
  const fold = tenfold();
  const agent = new Agent({ ...about, inputProcessors: [fold], errorProcessors: [fold] });
  return (await agent.generate('Who?')).text;
}

export const history = [
  (await lookingUp()).text,
  await withAiSdk(),
  await withFetch(),
  await withLangchain(),
  await withAgents(),
  await withMastra(),
];
