// Runs an example and writes the history it has kept into a file.
//   history-of.ts EXAMPLE FILE
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [example = '', file = ''] = process.argv.slice(2);
const { history } = await import(pathToFileURL(example).href);
writeFileSync(file, JSON.stringify(history));
