/** What `opencode export` writes of a session, put together from the JSON it keeps of each piece. */
export function openCodeExport(
  info: string,
  messages: readonly { readonly info: string; readonly parts: readonly string[] }[],
): string {
  const rows = messages.map((message) => `{"info":${message.info},"parts":[${message.parts.join(',')}]}`);
  return `{"info":${info},"messages":[${rows.join(',')}]}`;
}
