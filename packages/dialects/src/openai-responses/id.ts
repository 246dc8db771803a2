/** The dialect's name, in `extra` and opaque parts. */
export const OPENAI_RESPONSES = 'openai-responses' as const;
