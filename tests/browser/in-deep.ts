import { it } from 'vitest';

/** A test of the deep run only: slow, and rarely the one that fails. */
export const inDeep = it.runIf(process.env.TENFOLD_DEEP === '1');
