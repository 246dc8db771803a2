import path from 'node:path';

/** What a process of the tests knows of this one: where programs are, and what Node has compiled of the sources before. */
export const bareEnvironment = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../../../node_modules/.cache/compiled'),
};
