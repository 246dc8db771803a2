import type { Approval, OfferedIn } from '@tenfold/contract';
import type { JsonObject } from '@tenfold/core';

/** Where servers are kept among the settings. No file brings one in: what is run, and what may be called, is said here. */
export { TOOL_SERVERS } from '@tenfold/store';

/** How a server of tools is reached. */
export type Reach =
  | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'stdio'; readonly command: readonly string[]; readonly env: Readonly<Record<string, string>> };

/** Whether a value says how a server is reached. */
export function isReach(value: unknown): value is Reach {
  const { kind, url, command } = (value ?? {}) as { readonly kind?: unknown; readonly url?: unknown; readonly command?: unknown };
  return kind === 'http' ? typeof url === 'string' : kind === 'stdio' && Array.isArray(command);
}

/** A server that the operator names, by flag or file. */
export interface OperatorToolServer {
  readonly name: string;
  readonly reach: Reach;
}

/** A tool as its server describes it. */
export interface ServedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** What is kept of a server beside how it is reached. */
export interface ServerRecord {
  readonly name: string;
  readonly on: OfferedIn;
  readonly approval: Approval;
  /** Where a tool is to be treated differently from its server. */
  readonly approvals: Readonly<Record<string, Approval>>;
  readonly tools: readonly ServedTool[];
  readonly listedAt: number | null;
  readonly problem: string | null;
  /** How it is reached, sealed; null for the operator's, who says so at every start. */
  readonly sealed: string | null;
}

/** Whether a value is a record that can be worked with: one that is not would keep every conversation from being opened. */
export function isServerRecord(value: unknown): value is ServerRecord {
  const { name, on, approvals, tools } = (value ?? {}) as { readonly [Field in keyof ServerRecord]?: unknown };
  const { profiles, projects } = (on ?? {}) as { readonly [Field in keyof OfferedIn]?: unknown };
  const lists = [tools, profiles, projects];
  return typeof name === 'string' && typeof approvals === 'object' && approvals !== null && lists.every(Array.isArray);
}

/** What the way to a server is sealed for. */
export function toolServerRow(id: string): string {
  return `tool-server ${id}`;
}

/** A server nobody has said anything about yet: offered nowhere, and every call is asked about. */
export const NEW_SERVER: Omit<ServerRecord, 'name'> = {
  on: { everywhere: false, profiles: [], projects: [] },
  approval: 'ask',
  approvals: {},
  tools: [],
  listedAt: null,
  problem: null,
  sealed: null,
};

/** A command as people read it, every word of it to be told from the next. */
export function commandLine(command: readonly string[]): string {
  return command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}

/** Where a server is, for people: without what stands in its headers or environment. */
export function whereOf(reach: Reach): string {
  return reach.kind === 'http' ? reach.url : commandLine(reach.command);
}
