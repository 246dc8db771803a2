// Writes the terminal captures of README.md anew.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withFreshCaptures } from './captures.ts';

const file = path.resolve(import.meta.dirname, '../README.md');
writeFileSync(file, withFreshCaptures(readFileSync(file, 'utf8')));
