import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { id, json, list, named, namedObject, time, title } from './json.ts';

const { delete: remove, get, patch, post } = endpoints('tool-servers');

/** Whether a tool may be called: always, after asking each time, or never. */
export const Approval = z.enum(['always', 'ask', 'never']);
export type Approval = z.infer<typeof Approval>;

/** Where a server's tools are offered. */
export const OfferedIn = z.strictObject({
  everywhere: z.boolean(),
  profiles: z.array(id).max(200).readonly(),
  projects: z.array(id).max(200).readonly(),
});
export type OfferedIn = z.infer<typeof OfferedIn>;

/** A server of tools (MCP): reached by HTTP, or a command that runs beside this one. */
export const ToolServer = namedObject('ToolServer', {
  id,
  name: z.string(),
  kind: z.enum(['http', 'stdio']),
  /** Its address, or the whole command. */
  where: z.string(),
  /** Who set it up: the operator (flag or file), or a person in the app. */
  from: z.enum(['operator', 'person']),
  on: OfferedIn,
  approval: Approval,
  /** `approval` of one tool is that of its server where it is null. */
  tools: list(z.object({ name: z.string(), description: z.string(), approval: Approval.nullable() })),
  /** What went wrong when it was last asked for its tools. */
  problem: z.string().nullable(),
  hasHeaders: z.boolean(),
  listedAt: time.nullable(),
});
export type ToolServer = z.infer<typeof ToolServer>;

/** A server as it is entered. A command is taken on a machine of one's own only, and only if `confirm` repeats it word for word. */
export const NewToolServer = named(
  'NewToolServer',
  z.strictObject({
    name: title,
    url: z.string().max(2_000).exactOptional(),
    headers: z
      .record(z.string().max(200), z.string().max(10_000))
      .refine((headers) => Object.keys(headers).length <= 100, 'A server is sent 100 headers at most.')
      .exactOptional(),
    command: z.array(z.string().min(1).max(4_000)).min(1).max(100).readonly().exactOptional(),
    confirm: z.string().max(100_000).exactOptional(),
  }),
);
export type NewToolServer = z.infer<typeof NewToolServer>;

/** What may change; an absent field stays. */
export const ToolServerPatch = named(
  'ToolServerPatch',
  z.strictObject({
    name: title.exactOptional(),
    on: OfferedIn.exactOptional(),
    approval: Approval.exactOptional(),
    tools: z.record(z.string().max(200), Approval.nullable()).exactOptional(),
  }),
);
export type ToolServerPatch = z.infer<typeof ToolServerPatch>;

/** A call that waits for somebody to allow it. */
export const WaitingCall = namedObject('WaitingCall', { id, server: z.string(), tool: z.string(), input: json, since: time });
export type WaitingCall = z.infer<typeof WaitingCall>;

/** What somebody decides on a call that waits: this once, or (`remember`) from now on. */
export const Decision = z.strictObject({ allow: z.boolean(), remember: z.boolean().exactOptional() });
export type Decision = z.infer<typeof Decision>;

/** Servers of tools, and calls of their tools that wait to be allowed. */
export const toolServers = {
  list: get(
    '/api/tool-servers',
    'Servers of tools (MCP), and whether commands may be entered here',
    z.object({ servers: list(ToolServer), mayRunCommands: z.boolean() }),
  ),
  add: post(
    '/api/tool-servers',
    'Add a server and ask it for its tools; they are offered nowhere until that is said',
    ToolServer,
    { body: NewToolServer, status: 201 },
  ),
  update: patch('/api/tool-servers/:server', 'Say where its tools are offered and whether they may be called', ToolServer, {
    body: ToolServerPatch,
  }),
  refresh: post('/api/tool-servers/:server/refresh', 'Ask it for its tools again', ToolServer, { body: z.strictObject({}) }),
  remove: remove('/api/tool-servers/:server', 'Remove a server that was added in the app', z.object({ removed: z.boolean() })),
  waiting: get(
    '/api/sessions/:session/approvals',
    'Calls of tools that wait to be allowed',
    z.object({ calls: list(WaitingCall) }),
  ),
  decide: post(
    '/api/sessions/:session/approvals/:call',
    'Allow a call or refuse it, this once or from now on',
    z.object({ calls: list(WaitingCall) }),
    { body: Decision },
  ),
};
