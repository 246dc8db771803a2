import type { Json } from '../message.ts';
import { prose } from './prose.ts';
import type { Random } from './random.ts';
import { codeLines, editFile, gutter, type World, type WorldFile } from './world.ts';

/** A piece of work: a tool, what it is given, what it answers. */
export interface Work {
  readonly name: string;
  readonly input: Json;
  readonly output: string;
  readonly isError?: boolean;
}

/** The next thing a coding agent does in this world. Few files are read often, as in real sessions. */
export function nextWork(world: World, random: Random, bareStrings: boolean): Work {
  const file = world.files[Math.floor(random.next() ** 2 * world.files.length)] as WorldFile;
  const roll = random.next();
  if (roll < 0.42) return read(file, random);
  if (roll < 0.58) return bareStrings && random.chance(0.5) ? patch(file, random) : edit(file, random);
  if (roll < 0.82) return run(world, file, random);
  if (roll < 0.92) return search(world, random);
  return request(random);
}

function read(file: WorldFile, random: Random): Work {
  if (random.chance(0.6)) return { name: 'read_file', input: { path: file.path }, output: gutter(file.lines) };
  const from = random.between(1, file.lines.length);
  const to = Math.min(file.lines.length, from + random.between(5, 60));
  return { name: 'read_file', input: { path: file.path, from, to }, output: gutter(file.lines, from, to) };
}

function edit(file: WorldFile, random: Random): Work {
  if (random.chance(0.1)) {
    const [line = ''] = codeLines(random, 1);
    const input = { path: file.path, old_text: line, new_text: '' };
    return { name: 'edit_file', input, output: `${file.path}: old_text not found, nothing was changed`, isError: true };
  }
  const { before, after } = editFile(file, random);
  return {
    name: 'edit_file',
    input: { path: file.path, old_text: before, new_text: after },
    output: `${file.path}: 1 replacement`,
  };
}

function patch(file: WorldFile, random: Random): Work {
  const { before, after } = editFile(file, random);
  const input = `*** Begin Patch\n*** Update File: ${file.path}\n-${before}\n+${after}\n*** End Patch`;
  return { name: 'apply_patch', input, output: `Updated ${file.path}` };
}

function run(world: World, file: WorldFile, random: Random): Work {
  const again = world.ran.length > 0 && random.chance(0.3);
  const { command, output } = again ? random.pick(world.ran) : freshRun(file, random);
  if (!again && world.ran.length < 200) world.ran.push({ command, output });
  return { name: 'bash', input: { command }, output };
}

function freshRun(file: WorldFile, random: Random): { readonly command: string; readonly output: string } {
  const tests = random.between(3, 40);
  const lines = Array.from({ length: tests }, (_, i) => ` ✓ ${file.path} > case ${i} ${random.between(1, 90)}ms`);
  if (random.chance(0.4)) {
    const broken = random.between(0, tests - 1);
    lines[broken] =
      ` × ${file.path} > case ${broken}\n   AssertionError: expected ${random.between(0, 99)} to be ${random.between(100, 999)}`;
  }
  return {
    command: `npm test -- ${file.path}`,
    output: `${lines.join('\n')}\n\n Tests  ${tests} in ${random.between(1, 9_000)}ms`,
  };
}

function search(world: World, random: Random): Work {
  const pattern = random.pick(['limit', 'throw new', 'await', 'export function']);
  const hits: string[] = [];
  for (let i = 0; i < 6; i++) {
    const file = random.pick(world.files);
    const at = random.between(0, file.lines.length - 1);
    hits.push(`${file.path}:${at + 1}:${file.lines[at] ?? ''}`);
  }
  return { name: 'search', input: { pattern, path: '.' }, output: hits.join('\n') };
}

function request(random: Random): Work {
  const rows = Array.from({ length: random.between(1, 12) }, (_, id) => ({
    id: random.between(1_000, 99_999),
    state: random.pick(['open', 'settled', 'failed']),
    note: prose(random, 1),
    row: id,
  }));
  return {
    name: 'http_get',
    input: { url: `/api/orders?page=${random.between(1, 90)}` },
    output: JSON.stringify({ rows }, null, 1),
  };
}
