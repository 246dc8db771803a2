// Runs one of the examples with your own key: `npm run example -- ai-sdk/agent`.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import setUp from './proof/set-up.ts';

const all = globSync('{ai-sdk,fetch,langchain,mastra,openai-agents}/*.ts', { cwd: import.meta.dirname })
  .map((file) => file.replaceAll('\\', '/').replace(/\.ts$/, ''))
  .sort();
const [name = ''] = process.argv.slice(2);
const key = name.endsWith('anthropic') ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY';
if (!all.includes(name)) fail(`Say which example: npm run example -- NAME, with one of ${all.join(', ')}.`);
if (!process.env[key])
  fail(`${name} asks a model: set ${key} (for a server of your own, any text, and ${key.replace('API_KEY', 'BASE_URL')}).`);
setUp();
const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, `${name}.ts`)], {
  stdio: 'inherit',
  env: { PAGES: '60', ...process.env },
});
process.exitCode = status ?? 1;

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
