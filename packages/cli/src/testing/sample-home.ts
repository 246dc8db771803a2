import { beforeAll, expect } from 'vitest';
import { sampleFiles, scratchFolder } from './sample-files.ts';
import { tenfoldHere } from './tenfold-process.ts';

/** A folder with the sample as a file, and a home in it that has it too: there for all tests of a file, and gone after them. */
export function sampleHome(): { readonly folder: string; readonly file: string; readonly home: string } {
  const made = { folder: '', file: '', home: '' };
  beforeAll(async () => {
    const scratch = await scratchFolder();
    made.folder = scratch.folder;
    made.home = scratch.at('home');
    made.file = await scratch.file('sample.json', (sampleFiles['openai-body.json'] as () => string)());
    expect((await tenfoldHere(['import', made.file, '--home', made.home])).code).toBe(0);
    return scratch.remove;
  });
  return made;
}
