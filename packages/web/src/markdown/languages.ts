import type { LanguageRegistration } from 'shiki/core';

type Grammar = () => Promise<{ default: LanguageRegistration[] }>;

/** Languages that are coloured, each loaded when it is first met. */
export const GRAMMARS: ReadonlyMap<string, Grammar> = new Map([
  ['typescript', () => import('@shikijs/langs/typescript')],
  ['tsx', () => import('@shikijs/langs/tsx')],
  ['javascript', () => import('@shikijs/langs/javascript')],
  ['python', () => import('@shikijs/langs/python')],
  ['json', () => import('@shikijs/langs/json')],
  ['bash', () => import('@shikijs/langs/bash')],
  ['html', () => import('@shikijs/langs/html')],
  ['css', () => import('@shikijs/langs/css')],
  ['sql', () => import('@shikijs/langs/sql')],
  ['yaml', () => import('@shikijs/langs/yaml')],
  ['rust', () => import('@shikijs/langs/rust')],
  ['go', () => import('@shikijs/langs/go')],
  ['java', () => import('@shikijs/langs/java')],
  ['diff', () => import('@shikijs/langs/diff')],
]);

const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['ts', 'typescript'],
  ['mts', 'typescript'],
  ['js', 'javascript'],
  ['mjs', 'javascript'],
  ['jsx', 'tsx'],
  ['py', 'python'],
  ['jsonc', 'json'],
  ['sh', 'bash'],
  ['shell', 'bash'],
  ['zsh', 'bash'],
  ['console', 'bash'],
  ['yml', 'yaml'],
  ['rs', 'rust'],
  ['golang', 'go'],
  ['patch', 'diff'],
]);

/** The language a code fence means, or null where it is not coloured. */
export function languageOf(fence: string): string | null {
  const name = fence.toLowerCase();
  const language = OTHER_NAMES.get(name) ?? name;
  return GRAMMARS.has(language) ? language : null;
}
