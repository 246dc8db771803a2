import { BadInput } from './bad-input.ts';

/** What the server package offers to a command line. */
export type ServerDoor = typeof import('@tenfold/server/main');

/** Does something with the server package, which is loaded only then and may not be installed. Bad settings are bad input. */
export async function withServer<T>(work: (server: ServerDoor) => Promise<T>): Promise<T> {
  try {
    return await work(await import('@tenfold/server/main'));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('@tenfold/server'))
      throw new BadInput('This command needs the package @tenfold/server beside this one: npm install @tenfold/server');
    if (error.name === 'BadSetting') throw new BadInput(error.message);
    throw error;
  }
}
