import { readFile } from 'node:fs/promises';
import type { OperatorToolServer } from '@tenfold/session';
import * as z from 'zod';
import { BadSetting } from './settings.ts';

const texts = z.record(z.string(), z.string());

/** The file many programs name their servers of tools in. */
const ToolsFile = z.object({
  mcpServers: z.record(
    z.string().min(1).max(100),
    z.union([
      z.object({ command: z.string().min(1), args: z.array(z.string()).default([]), env: texts.default({}) }),
      z.object({ url: z.url({ protocol: /^https?$/ }), headers: texts.default({}) }),
    ]),
  ),
});

/** Servers of tools that the operator names in a file; none without one. */
export async function ownToolServers(file: string | undefined): Promise<readonly OperatorToolServer[]> {
  if (file === undefined) return [];
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BadSetting(`The tool servers in ${file} cannot be read (${error.code}). Nothing was started.`);
  });
  const read = ToolsFile.safeParse(parseServers(text));
  if (!read.success)
    throw new BadSetting(
      `${file} does not name tool servers: {"mcpServers": {"name": {"command": "…", "args": []}}} or {"url": "https://…"} is expected. Nothing was started.`,
    );
  return Object.entries(read.data.mcpServers).map(([name, server]) => ({
    name,
    reach:
      'url' in server
        ? { kind: 'http', url: server.url, headers: server.headers }
        : { kind: 'stdio', command: [server.command, ...server.args], env: server.env },
  }));
}

function parseServers(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
