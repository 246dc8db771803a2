/** The dialect's name, in `extra` and opaque parts. */
export const JSONL = 'jsonl' as const;
