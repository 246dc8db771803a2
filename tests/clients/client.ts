import { join } from 'node:path';

/** A real client, how it is had and how it is started on a task. */
export interface Client {
  /** The name `tenfold NAME` knows it by. */
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly model: string;
  /** Whether its model binds thinking to what stood before it. */
  readonly binds?: true;
  /** Its program in the folder it was installed into: packages whose install script puts it in place are not asked to run that. */
  program(folder: string): readonly [command: string, ...args: string[]];
  /** What it is told on the command line to work a task without asking. */
  args(task: string): readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Files it wants in its home. */
  readonly files?: Readonly<Record<string, string>>;
}

const platform = `${process.platform}-${process.arch}`;

/** The clients that are tried, at the versions they were last seen to work at. */
export const clients: readonly Client[] = [
  {
    name: 'claude',
    package: '@anthropic-ai/claude-code',
    version: '2.1.325',
    model: 'claude-opus-5-5',
    binds: true,
    program: (folder) => [join(folder, 'node_modules/@anthropic-ai', `claude-code-${platform}`, 'claude')],
    args: (task) => ['-p', task, '--allowedTools', 'Bash', '--model', 'claude-opus-5-5', '--output-format', 'json'],
    environment: {
      ANTHROPIC_API_KEY: 'sk-test',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  },
  {
    name: 'codex',
    package: '@openai/codex',
    version: '0.166.0',
    model: 'gpt-5.5-codex',
    program: (folder) => [process.execPath, join(folder, 'node_modules/@openai/codex/bin/codex.js')],
    args: (task) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', '-m', 'gpt-5.5-codex', task],
    environment: { OPENAI_API_KEY: 'sk-test' },
  },
  {
    name: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    model: 'claude-sonnet-4-5',
    program: (folder) => [join(folder, 'node_modules', `opencode-${platform}`, 'bin/opencode')],
    args: (task) => ['run', '-m', 'anthropic/claude-sonnet-4-5', task],
    environment: {
      ANTHROPIC_API_KEY: 'sk-test',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_PERMISSION: '{"*":"allow"}',
    },
  },
  {
    name: 'gemini',
    package: '@google/gemini-cli',
    version: '0.61.0',
    model: 'gemini-2.5-pro',
    program: (folder) => [process.execPath, join(folder, 'node_modules/@google/gemini-cli/bundle/gemini.js')],
    args: (task) => ['-p', task, '--yolo', '-m', 'gemini-2.5-pro'],
    environment: { GEMINI_API_KEY: 'sk-test', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    files: { '.gemini/settings.json': JSON.stringify({ security: { auth: { selectedType: 'gemini-api-key' } } }) },
  },
  {
    name: 'cline',
    package: 'cline',
    version: '3.0.65',
    model: 'gpt-5',
    program: (folder) => [process.execPath, join(folder, 'node_modules/cline/bin/cline')],
    args: (task) => ['-m', 'gpt-5', '--json', task],
    environment: { OPENAI_API_KEY: 'sk-test', OPENAI_MODEL: 'gpt-5' },
  },
  {
    name: 'qwen',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    model: 'qwen3-coder-plus',
    program: (folder) => [process.execPath, join(folder, 'node_modules/@qwen-code/qwen-code/cli-entry.js')],
    args: (task) => ['-p', task, '--yolo'],
    environment: { OPENAI_API_KEY: 'sk-test', OPENAI_MODEL: 'qwen3-coder-plus' },
  },
];
