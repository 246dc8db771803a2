const MARK = '[your key]';

/** A `fetch` whose answers never repeat the secrets they were asked with: error texts are shown, logged and stored. */
export function forgetKey(send: typeof fetch, secrets: readonly string[]): typeof fetch {
  const told = [...new Set(secrets.filter((secret) => secret.length >= 8).flatMap(spellings))];
  if (told.length === 0) return send;
  return async (...args) => {
    const response = await send(...args);
    const forget = (text: string) => told.reduce((rest, secret) => rest.replaceAll(secret, MARK), text);
    const { status, headers } = response;
    const kept = new Headers([...headers].map(([name, value]) => [name, forget(value)]));
    if (response.body !== null) {
      // The length may be another now, and the body is no longer packed.
      kept.delete('content-length');
      kept.delete('content-encoding');
    }
    const body = told.reduce<ReadableStream | null>(
      (stream, secret) => stream?.pipeThrough(without(secret)) ?? null,
      response.body,
    );
    return new Response(body, { status, statusText: forget(response.statusText), headers: kept });
  };
}

/** A secret as it stands in a header, in the JSON of those who escape slashes, and in an address. */
function spellings(secret: string): readonly string[] {
  return [secret, secret.replaceAll('/', '\\/'), encodeURIComponent(secret)];
}

/** Replaces a text in a stream of bytes. Only what may be its beginning is held back, so that nothing else waits. */
function without(key: string): TransformStream<Uint8Array, Uint8Array> {
  let rest = '';
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  return new TransformStream({
    transform(chunk, controller) {
      // One character a byte: a key is plain ASCII and everything else passes through unread.
      const text = (rest + Buffer.from(chunk).toString('latin1')).replaceAll(key, MARK);
      const held = beginning(text, key);
      rest = text.slice(text.length - held);
      if (text.length > held) controller.enqueue(bytes(text.slice(0, text.length - held)));
    },
    flush(controller) {
      if (rest !== '') controller.enqueue(bytes(rest));
    },
  });
}

/** How many characters at the end of a text may be the beginning of the key. */
function beginning(text: string, key: string): number {
  for (let length = Math.min(key.length - 1, text.length); length > 0; length--)
    if (key.startsWith(text.slice(text.length - length))) return length;
  return 0;
}
