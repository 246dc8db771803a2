import { createHash } from 'node:crypto';
import type { Hash } from '@tenfold/core';

/** Names entries so that nobody can make up a conversation that has another's names. */
export const hash: Hash = (text) => createHash('sha256').update(text).digest('hex');
