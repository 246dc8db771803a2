import { afterEach } from 'vitest';
import { closePages } from './app.ts';

// A page left open goes on asking the server and drawing, at the cost of the tests after it.
afterEach(closePages);
