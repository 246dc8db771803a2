/** What a process of the tests knows of this one: where programs are, and what Node has compiled of the sources before. */
export const bareEnvironment = {
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
};
