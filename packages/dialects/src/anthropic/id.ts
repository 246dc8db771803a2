/** The dialect's name, in `extra` and opaque parts. */
export const ANTHROPIC = 'anthropic' as const;
