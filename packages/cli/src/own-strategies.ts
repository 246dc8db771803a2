import { type AnyStrategy, InvalidStrategies } from '@tenfold/core';
import { ownStrategies as load } from '@tenfold/server/own-strategies';
import { BadInput } from './bad-input.ts';

/** Strategies of one's own, as a server takes them. */
export async function ownStrategies(from: string | undefined): Promise<readonly AnyStrategy[]> {
  return load(from).catch((error: unknown) => {
    throw error instanceof InvalidStrategies ? new BadInput(error.message) : error;
  });
}
