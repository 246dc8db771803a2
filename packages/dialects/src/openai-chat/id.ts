/** The dialect's name, in `extra` and opaque parts. */
export const OPENAI_CHAT = 'openai-chat' as const;
