import type { Json, JsonObject, Message, ToolCall, ToolResult } from '../message.ts';
import type { Transcript } from '../transcript.ts';
import { shellUse } from './shell-command.ts';
import { COMMON_TOOLS, type ToolKind, type ToolTable, toolKind } from './tool-kinds.ts';

/** What one call of a tool was about, read from its input. */
export interface ToolUse {
  readonly kind: ToolKind | 'other';
  readonly tool: string;
  /** The file, normalised, where there is exactly one. */
  readonly path?: string;
  /** Lines read of it, 1-based, both included; absent = all. */
  readonly lines?: readonly [number, number];
  /** Files it changed, normalised. */
  readonly writes: readonly string[];
  /** Equal for two uses that ask for the same thing; empty where asking again says nothing. */
  readonly key: string;
  /** A few words for a reader. */
  readonly label: string;
}

/** The use each call, result and text that holds an output belongs to, by position of the entry and of the part. */
export type ToolUses = readonly (readonly (ToolUse | undefined)[] | undefined)[];

const known = new WeakMap<Transcript, { table: ToolTable; uses: ToolUses }>();

/** The uses of a transcript under a table of tools; remembered per transcript. */
export function toolUsesOf(transcript: Transcript, table: ToolTable = COMMON_TOOLS): ToolUses {
  const before = known.get(transcript);
  if (before?.table === table) return before.uses;
  const open = new Map<string, ToolUse>();
  let spoken: ToolUse | undefined;
  const uses = transcript.map(({ message }) => {
    const found = message.parts.map((part) => {
      if (part.type === 'tool-call') {
        const use = toolUse(part, table);
        open.set(part.id, use);
        return use;
      }
      if (part.type === 'tool-result') return open.get(part.id) ?? useOfResult(part, table);
      const isOutput = part.type === 'text' && message.role === 'user' && isToolOutput(part.text);
      return isOutput ? (spoken ?? commandUse('shell', '')) : undefined;
    });
    spoken = message.role === 'assistant' ? spokenCommand(message) : undefined;
    return found.some((use) => use !== undefined) ? found : undefined;
  });
  known.set(transcript, { table, uses });
  return uses;
}

const OUTPUT = /^\s*(?:<returncode>|<output>|<command_output>|OBSERVATION:|Observation:|\[(?:The command|Command) )/u;

/** True for user text by which some agents hand a command's output back. */
export function isToolOutput(text: string): boolean {
  return OUTPUT.test(text);
}

/** The command of the last fenced block an assistant wrote, for agents that call tools in plain text. */
function spokenCommand(message: Message): ToolUse | undefined {
  const text = message.parts.flatMap((part) => (part.type === 'text' ? part.text : [])).at(-1) ?? '';
  const start = text.lastIndexOf('```', text.lastIndexOf('```') - 1);
  if (start < 0) return undefined;
  const block = /^```(?:bash|sh|shell|zsh|mswea_bash_command)?[^\S\n]*\n([\s\S]*?)```/u.exec(text.slice(start));
  return block?.[1] === undefined ? undefined : commandUse('shell', block[1].trim());
}

/** What a call of a tool is about. */
export function toolUse({ name, input }: Pick<ToolCall, 'name' | 'input'>, table: ToolTable = COMMON_TOOLS): ToolUse {
  const fields: JsonObject = typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as JsonObject) : {};
  const command = commandOf(fields);
  const kind = editorKind(fields) ?? toolKind(name, table);
  if (kind === 'execute' && command !== undefined) return commandUse(name, command);
  const text = typeof input === 'string' ? input : '';
  const path = normalPath(stringField(fields, PATHS));
  const patched = patchedFiles(text === '' ? (stringField(fields, ['patch', 'input', 'diff']) ?? '') : text);
  const changed = kind === 'edit' ? [...(path === undefined ? [] : [path]), ...patched] : [];
  const label = path ?? stringField(fields, ['pattern', 'query', 'regex', 'glob', 'url']) ?? patched[0] ?? '';
  return {
    kind: kind ?? 'other',
    tool: name,
    ...(path === undefined ? {} : { path }),
    ...linesField(fields),
    writes: changed,
    key: kind === 'edit' || kind === 'read' ? '' : `${name} ${JSON.stringify(input)}`,
    label: label === '' ? name : `${name} ${shortened(label)}`,
  };
}

function useOfResult({ name = 'tool' }: ToolResult, table: ToolTable): ToolUse {
  return { kind: toolKind(name, table) ?? 'other', tool: name, writes: [], key: '', label: name };
}

function commandUse(tool: string, command: string): ToolUse {
  const { kind, path, lines, writes = [] } = shellUse(command);
  const file = normalPath(path);
  return {
    kind,
    tool,
    ...(file === undefined ? {} : { path: file }),
    ...(lines === undefined ? {} : { lines }),
    writes: writes.flatMap((write) => normalPath(write) ?? []),
    key: command === '' || kind === 'read' ? '' : `${tool} ${command}`,
    label: file !== undefined ? `${tool} ${shortened(file)}` : `${tool} ${shortened(command)}`,
  };
}

/** Names of fields, small and without dashes: every agent writes them its own way. */
const PATHS = `filepath path filename file notebookpath targetfile absolutepath relativepath relativeworkspacepath targetnotebook
  pathinproject`.split(/\s+/u);

/** Editors that do all by one tool (`str_replace_editor`) say in a field what they do. */
function editorKind({ command }: JsonObject): ToolKind | undefined {
  if (command === 'view' || command === 'read') return 'read';
  return command === 'create' ||
    command === 'str_replace' ||
    command === 'insert' ||
    command === 'undo_edit' ||
    command === 'write'
    ? 'edit'
    : undefined;
}

function commandOf(fields: JsonObject): string | undefined {
  const given = fields.command ?? fields.cmd ?? fields.script ?? fields.code;
  if (typeof given === 'string') return given;
  return Array.isArray(given) ? String(given.at(-1)) : undefined;
}

/** The first of some fields that is a string. */
function stringField(fields: JsonObject, names: readonly string[]): string | undefined {
  const found = new Map(Object.entries(fields).map(([name, value]) => [joinedName(name), value]));
  for (const name of names) {
    const value = found.get(name);
    if (typeof value === 'string') return value;
  }
  return undefined;
}

function joinedName(name: string): string {
  return name.toLowerCase().replace(/[-_]/gu, '');
}

/** Offset and limit, or first and last line, as agents' read tools name them. */
function linesField(fields: JsonObject): { lines?: readonly [number, number] } {
  const found = new Map(Object.entries(fields).map(([name, value]) => [joinedName(name), numeric(value)]));
  const number = (...names: string[]) => names.map((name) => found.get(name)).find((value) => value !== undefined);
  const range = fields.view_range ?? fields.line_range ?? fields.read_range;
  if (Array.isArray(range) && typeof range[0] === 'number') return { lines: [range[0], lastLine(range[1])] };
  const from = number('startline', 'linestart', 'offset', 'startlineoneindexed', 'linenumber');
  const limit = number('limit', 'numlines', 'linecount');
  const to =
    number('endline', 'lineend', 'endlineoneindexedinclusive') ?? (limit === undefined ? undefined : (from ?? 1) + limit - 1);
  return from === undefined && to === undefined ? {} : { lines: [from ?? 1, to ?? Number.MAX_SAFE_INTEGER] };
}

/** A number, also where an agent writes all its fields as text. */
function numeric(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,9}$/u.test(value) ? Number(value) : undefined;
}

function lastLine(value: Json | undefined): number {
  return typeof value === 'number' && value > 0 ? value : Number.MAX_SAFE_INTEGER;
}

function patchedFiles(patch: string): readonly string[] {
  const found = patch.matchAll(/^(?:\*\*\* (?:Update|Add|Delete) File: |\+\+\+ (?:b\/)?)(.+)$/gmu);
  return [...found].flatMap(([, path]) => normalPath(path?.trim()) ?? []);
}

/** A path as it can be compared: no `./`, no doubled slashes, the slashes of Windows turned. */
function normalPath(given: string | undefined): string | undefined {
  if (given === undefined || given === '' || given.length > 1000) return undefined;
  const path = given.includes('/') ? given : given.replaceAll('\\', '/');
  return path.replace(/\/(?:\.?\/)+/gu, '/').replace(/^\.\//u, '') || undefined;
}

const LONGEST_LABEL = 40;

/** The end of a path or the beginning of a command: what tells it from others. */
function shortened(words: string): string {
  const line = words.trimStart().split('\n', 1)[0] as string;
  if (line.length <= LONGEST_LABEL) return line;
  if (/\s/u.test(line)) return `${line.slice(0, LONGEST_LABEL)}…`;
  const slash = line.indexOf('/', line.length - LONGEST_LABEL);
  return `…${line.slice(slash < 0 ? -LONGEST_LABEL : slash)}`;
}
