// Builds every package that is published and writes their tarballs into dist/.
//   npm run pack
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { npmCommand, npmEnvironment } from './boot/npm.mjs';

const out = path.resolve(import.meta.dirname, '../dist');
execFileSync(process.execPath, [path.join(import.meta.dirname, 'build.ts'), out], { stdio: 'inherit' });
const { program, args } = npmCommand(process.execPath);
const folders = readdirSync(out).map((name) => path.join(out, name));
const flags = ['--offline', '--ignore-scripts', '--loglevel=error'];
execFileSync(program, [...args, 'pack', ...flags, ...folders], { cwd: out, stdio: 'inherit', env: npmEnvironment() });
for (const folder of folders) rmSync(folder, { recursive: true });
