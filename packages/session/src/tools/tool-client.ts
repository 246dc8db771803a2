import type { Client, ClientOptions, JsonSchemaValidator, Transport } from '@modelcontextprotocol/client';
import type { Json, JsonObject } from '@tenfold/core';
import { reasonOf } from '../log.ts';
import { forgetKey } from '../upstream/forget-key.ts';
import { cutReason, cutResult } from './cut-words.ts';
import type { Reach, ServedTool } from './tool-server.ts';

/** Speaks to one server of tools. Connects when it is first asked, and again after the connection broke. */
export interface ToolClient {
  tools(): Promise<readonly ServedTool[]>;
  call(tool: string, input: Json, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 120_000;
/** Tools of a server, and letters of a name and a description, that are taken. */
const MAX_TOOLS = 128;
const MAX_NAME = 200;
const MAX_DESCRIPTION = 1_024;
/** Letters of what a tool takes: it goes along with every request. */
const MAX_PARAMETERS = 32_768;
/** Pages in which a server tells its tools, and bytes of one: all that are taken could stand in it. */
const MAX_PAGES = 16;
const MAX_PAGE_BYTES = MAX_TOOLS * MAX_PARAMETERS;
/** A stream that its server closed is not opened again sooner, whatever the server says. */
const REOPEN_MS = 1_000;

/** A client for a server; `send` is the only way out for those that are reached by HTTP. */
export function toolClient(reach: Reach, send: typeof fetch): ToolClient {
  let connected: Promise<Client> | null = null;
  let way: Transport | null = null;
  let isLeft = false;
  const take = (opened: Transport) => {
    if (isLeft) throw new Error('it is left');
    way = opened;
  };
  const connect = () => {
    connected ??= open(reach, send, take).then((client) => {
      client.onclose = () => {
        connected = null;
      };
      return client;
    });
    connected.catch(() => {
      connected = null;
    });
    return connected;
  };
  return {
    async tools() {
      const { tools } = await (await connect()).listTools(undefined, { timeout: TIMEOUT_MS }).catch(inShort);
      const usable = tools.filter(
        ({ name, inputSchema }) => name.length <= MAX_NAME && JSON.stringify(inputSchema).length <= MAX_PARAMETERS,
      );
      return usable.slice(0, MAX_TOOLS).map(({ name, description = '', inputSchema }) => ({
        name: name.toWellFormed(),
        description: description.slice(0, MAX_DESCRIPTION).toWellFormed(),
        parameters: inputSchema as JsonObject,
      }));
    },
    async call(name, input, signal) {
      const given =
        typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : {};
      const result = await (await connect()).callTool({ name, arguments: given }, { signal, timeout: TIMEOUT_MS }).catch(inShort);
      const text = wordsOf(result);
      if (result.isError === true) throw new Error(cutResult(text) || 'it said no more');
      return cutResult(text);
    },
    async close() {
      isLeft = true;
      connected = null;
      // Also of one that never answered the first question: nobody waits for that, and a command ends with it.
      await way?.close().catch(() => undefined);
    },
  };
}

/** The library is loaded when somebody uses it. */
async function open(reach: Reach, send: typeof fetch, take: (way: Transport) => void): Promise<Client> {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'tenfold', version: '1' }, { jsonSchemaValidator: UNCHECKED, listMaxPages: MAX_PAGES });
  const connectBy = async (way: Transport): Promise<Client> => {
    take(way);
    answerSome(way);
    await client.connect(way, { timeout: TIMEOUT_MS }).catch(inShort);
    return client;
  };
  if (reach.kind === 'http') {
    const requestInit = { headers: { ...reach.headers } };
    const fetch = forgetKey(shortLists(withoutNews(send)), Object.values(reach.headers).flatMap(secretsIn));
    const transport = new StreamableHTTPClientTransport(new URL(reach.url), {
      fetch,
      requestInit,
      reconnectionScheduler: (reopen, ms) => {
        const timer = setTimeout(reopen, Math.max(ms, REOPEN_MS)).unref();
        return () => clearTimeout(timer);
      },
    });
    return connectBy(transport);
  }
  const { StdioClientTransport, getDefaultEnvironment } = await import('@modelcontextprotocol/client/stdio');
  const [command = '', ...args] = reach.command;
  const env = { ...getDefaultEnvironment(), ...reach.env };
  return connectBy(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
}

/** A `fetch` that listens for no news: nothing in them concerns us, and a server could send any number. What was cut off is still read on. */
function withoutNews(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const isNews = init?.method === 'GET' && !new Headers(init.headers).has('last-event-id');
    return isNews ? new Response(null, { status: 405 }) : send(input, init);
  };
}

/** Has what a server asks of us answered one at a time: each answer is a request, and a server may ask for thousands in one breath. */
function answerSome(transport: Transport): void {
  const send = transport.send.bind(transport);
  let isAnswering = false;
  transport.send = async (message, options) => {
    if ('method' in message) return send(message, options);
    if (isAnswering) return;
    isAnswering = true;
    await send(message, options).finally(() => {
      isAnswering = false;
    });
  };
}

function inShort(error: unknown): never {
  const said = reasonOf(error);
  const short = cutReason(said);
  throw short === said ? error : new Error(short);
}

/**
 * What a tool answers is text for a model, so the form its server promises is not looked at: a pattern in it is the server's too, and some
 * take for ever on a few letters.
 */
const UNCHECKED: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator<T>(): JsonSchemaValidator<T> {
    // Believed: nobody reads it as anything but unknown.
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/** A `fetch` that reads no more of a page of tools than is taken: all pages are held together before any is looked at. */
function shortLists(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const isList = typeof init?.body === 'string' && init.body.includes('"tools/list"');
    if (!isList || response.body === null) return response;
    let room = MAX_PAGE_BYTES;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        room -= piece.byteLength;
        if (room < 0) throw new Error(`it lists more than ${MAX_PAGE_BYTES >> 20} MB of tools`);
        controller.enqueue(piece);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
  };
}

/** A header's text, and the part of it behind the word that says what it is: no answer is to repeat either. */
function secretsIn(header: string): readonly string[] {
  return [header, header.replace(/^\S+\s+/, '')];
}

/** What a tool answered, as text; what is no text is told of. */
function wordsOf({ content = [], structuredContent }: Awaited<ReturnType<Client['callTool']>>): string {
  const said = content.map((part) => {
    if (part.type === 'text') return part.text;
    if (part.type === 'resource') return 'text' in part.resource ? part.resource.text : `[resource ${part.resource.uri}]`;
    if (part.type === 'resource_link') return `[${part.name}: ${part.uri}]`;
    return `[${part.type}, ${part.mimeType}]`;
  });
  return said.length === 0 && structuredContent !== undefined ? JSON.stringify(structuredContent) : said.join('\n');
}
