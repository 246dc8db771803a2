import { BadInput } from './bad-input.ts';

/** What the server package offers to a command line. */
export type ServerPackage = typeof import('@tenfold/server/main');

/** Does something with the server package, which is loaded only then. Bad settings are bad input. */
export async function withServer<T>(work: (server: ServerPackage) => Promise<T>): Promise<T> {
  try {
    return await work(await import('@tenfold/server/main'));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === 'BadSetting' || error.name === 'InvalidStrategies') throw new BadInput(error.message);
    throw error;
  }
}
