/** A way to count o200k_base tokens. */
export type Count = (text: string) => number;

/** The counters that are compared, ours first; each loads what it needs when asked. */
export const COUNTERS: Readonly<Record<string, () => Promise<Count>>> = {
  tenfold: async () => (await import(process.env.TENFOLD_BUILT ?? '../../packages/core/src/index.ts')).countText,
  tiktoken: async () => {
    const { get_encoding } = await import('tiktoken');
    const encoding = get_encoding('o200k_base');
    return (text) => encoding.encode(text, [], []).length;
  },
  'js-tiktoken': async () => {
    const { Tiktoken } = await import('js-tiktoken/lite');
    const { default: ranks } = await import('js-tiktoken/ranks/o200k_base');
    const encoding = new Tiktoken(ranks);
    return (text) => encoding.encode(text, [], []).length;
  },
  'gpt-tokenizer': async () => {
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
    return (text) => countTokens(text, { disallowedSpecial: new Set() });
  },
  'ai-tokenizer': async () => {
    const { default: Tokenizer } = await import('ai-tokenizer');
    const encoding = await import('ai-tokenizer/encoding/o200k_base');
    const tokenizer = new Tokenizer(encoding);
    return (text) => tokenizer.count(text);
  },
  'bpe-lite': async () => {
    const { countTokens } = await import('bpe-lite');
    return (text) => countTokens(text, 'openai-o200k');
  },
};

/** The one everything is compared with. */
export const ORACLE = 'tiktoken';
