/** Headers as they came over a connection: names and values in turn. */
export type RawHeaders = readonly string[];

/** All headers but those with these names, which are in small letters. */
export function withoutHeaders(raw: RawHeaders, names: Iterable<string>): string[] {
  const dropped = new Set(names);
  return raw.filter((_, at) => !dropped.has((raw[at - (at % 2)] as string).toLowerCase()));
}

/** Names in small letters, with their values. */
export function* headerPairs(raw: RawHeaders): Generator<readonly [name: string, value: string]> {
  for (let at = 0; at < raw.length; at += 2) yield [(raw[at] as string).toLowerCase(), raw[at + 1] as string];
}

/** Headers that belong to one connection. */
const OWN_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'expect',
];

/** Headers for the other side: all that are not ours and do not belong to the connection they came over, as `Connection` names them too. */
export function forwardedHeaders(raw: RawHeaders): string[] {
  const dropped = new Set(OWN_CONNECTION);
  for (const [name, value] of headerPairs(raw)) {
    if (name === 'connection') for (const own of value.split(',')) dropped.add(own.trim().toLowerCase());
    if (name.startsWith('x-tenfold-')) dropped.add(name);
  }
  return withoutHeaders(raw, dropped);
}
