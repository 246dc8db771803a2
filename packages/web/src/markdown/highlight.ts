import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { GRAMMARS } from './languages.ts';

/** A run of characters of one colour. */
export interface Coloured {
  readonly text: string;
  readonly color: string | undefined;
}

const theme = createCssVariablesTheme({ name: 'tenfold', variablePrefix: '--code-', variableDefaults: {} });
let highlighter: Promise<HighlighterCore> | undefined;

/** Lines of coloured runs; colours are variables of the page, so both themes share the work. */
export async function highlight(code: string, language: string): Promise<readonly (readonly Coloured[])[]> {
  highlighter ??= createHighlighterCore({ themes: [theme], langs: [], engine: createJavaScriptRegexEngine({ forgiving: true }) });
  const core = await highlighter;
  const grammar = GRAMMARS.get(language);
  if (grammar === undefined) throw new Error(`No grammar for ${language}.`);
  if (!core.getLoadedLanguages().includes(language)) await core.loadLanguage(grammar);
  const { tokens } = core.codeToTokens(code, { lang: language, theme: 'tenfold' });
  return tokens.map((line) => line.map(({ content, color }) => ({ text: content, color })));
}
