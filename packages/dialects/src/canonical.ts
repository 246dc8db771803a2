import type { Message, Opaque, Part, Role } from '@tenfold/core';
import { inertCall, inertReasoning } from './inert.ts';

/** Whether an opaque part may stand among tool results. */
export type AmongResults = (part: Opaque) => boolean;

/** Which role a part can stand in, given the role of its message. */
function roleOf(part: Part, role: Role, amongResults: AmongResults): Role {
  if (part.type === 'tool-result') return 'tool';
  if (role !== 'tool') return role;
  return part.type === 'opaque' && amongResults(part) ? 'tool' : 'user';
}

/** Calls and thinking belong to the model; in anyone else's message they are marked text. */
function inPlace(part: Part, role: Role): Part {
  if (role === 'assistant') return part;
  if (part.type === 'tool-call') return inertCall(part);
  return part.type === 'reasoning' ? inertReasoning(part) : part;
}

/**
 * The message as messages of one kind each: results only in `tool`, calls and thinking only in `assistant`.
 * A message that is so already comes back as the same object.
 */
export function canonical(message: Message, amongResults: AmongResults): readonly Message[] {
  const parts = message.parts.map((part) => inPlace(part, message.role));
  const roles = parts.map((part) => roleOf(part, message.role, amongResults));
  if (roles.every((role) => role === message.role)) {
    return parts.every((part, index) => part === message.parts[index]) ? [message] : [{ ...message, parts }];
  }
  const pieces: { role: Role; parts: Part[] }[] = [];
  for (const [index, part] of parts.entries()) {
    const role = roles[index] as Role;
    const last = pieces.at(-1);
    if (last?.role === role) last.parts.push(part);
    else pieces.push({ role, parts: [part] });
  }
  return pieces.map((piece) =>
    message.extra === undefined || piece.role !== message.role ? piece : { ...piece, extra: message.extra },
  );
}
