/** The dialect's name, in `extra` and opaque parts. */
export const AI_SDK = 'ai-sdk' as const;
