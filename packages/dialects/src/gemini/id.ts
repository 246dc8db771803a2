/** The dialect's name, in `extra` and opaque parts. */
export const GEMINI = 'gemini' as const;
