import { contentHash, type Hash } from '@tenfold/core';

/** Names entries where there is no cryptography at hand: for conversations of one person, or told apart by `conversation`. */
export const hash: Hash = contentHash;
