import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** A document with every terminal capture, a block that begins with `$ tenfold …`, as its command prints it now. */
export function withFreshCaptures(text: string): string {
  return text.replace(/^```\n\$ (tenfold [^\n]*)\n.*?^```$/gms, (_block, command: string) => {
    const args = command.split(' ').slice(1);
    const env = { ...process.env, NO_COLOR: '1' };
    const printed = execFileSync(process.execPath, [path.join(root, 'packages/cli/src/main.ts'), ...args], {
      encoding: 'utf8',
      env,
    });
    const lines = printed.trimEnd().replace(/^\n+/, '').split('\n');
    return ['```', `$ ${command}`, '', ...lines.map((line) => line.trimEnd()), '```'].join('\n');
  });
}
