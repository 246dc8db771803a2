export { contentHash } from './index.ts';
