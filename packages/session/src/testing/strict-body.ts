import type { Json, JsonObject } from '@tenfold/core';
import type { Provider } from '../upstream/endpoint.ts';

/** What JavaScript, Python or Rust take for blank. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: some of it is control characters.
const BLANK = /^[\s\u001c-\u001f\u0085]*$/u;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const BYTES = /^[A-Za-z0-9+/_-]+={0,2}$/;

type Say = (fault: string) => void;
type Fields = JsonObject & { readonly [key: string]: Json | undefined };

const fieldsOf = (value: Json | undefined): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: Json | undefined): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/**
 * What is wrong with the body of a request by what vendors write of their APIs, in more detail than the check every request passes: that
 * one also judges what others send through the gateway, which may be newer than what is known here. Files that are put in later are not
 * looked into.
 */
export function faultsOfBody(provider: Provider, text: string): readonly string[] {
  const faults: string[] = [];
  const body = fieldsOf(JSON.parse(text) as Json);
  const say: Say = (fault) => faults.push(fault);
  if (Array.isArray(body.input)) for (const item of listOf(body.input)) judgeItem(item, say);
  else if (body.contents !== undefined) judgeContents(listOf(body.contents), say);
  else if (provider === 'bedrock') for (const turn of listOf(body.messages)) judgeConverse(turn, say);
  else if (provider === 'anthropic') for (const turn of listOf(body.messages)) judgeAnthropic(turn, say);
  else for (const message of listOf(body.messages)) judgeChat(message, say);
  if (provider === 'openai-compatible') judgeMistral(body, say);
  judgeFiles(provider, filesIn(body), say);
  judgeTools(body, say);
  return faults;
}

/** Tools are said in a form of its own by every API. */
function judgeTools({ tools, toolConfig }: Fields, say: Say): void {
  const declared = listOf(fieldsOf(toolConfig).tools ?? tools).flatMap(
    ({ toolSpec, functionDeclarations, function: called, ...tool }) =>
      functionDeclarations === undefined ? [fieldsOf(toolSpec ?? called ?? tool)] : listOf(functionDeclarations),
  );
  for (const { description, input_schema: anthropics, inputSchema, parameters } of declared) {
    // Google's library writes an empty one where there is none, which its API takes.
    if (typeof description === 'string' && description !== '' && BLANK.test(description)) say('tool: a blank description');
    // Google's library leaves out what takes nothing.
    const schema = anthropics ?? fieldsOf(inputSchema).json ?? parameters;
    if (schema === undefined || schema === null) continue;
    const { type, required, properties, ...more } = fieldsOf(schema);
    const names = Object.keys(fieldsOf(properties));
    const odd = [...names, ...(Array.isArray(required) ? required : [])].filter(
      (name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(String(name)),
    );
    if (odd.length > 0) say(`tool: takes ${odd.join()}`);
    const isRefused = ['anyOf', 'oneOf', 'allOf', 'enum', 'not'].some((word) => more[word] !== undefined);
    if (type !== 'object' || isRefused || (required !== undefined && !Array.isArray(required)))
      say(`tool: takes ${JSON.stringify(schema)}`);
    if (hasOddList(schema)) say(`tool: a list of nothing in ${JSON.stringify(schema)}`);
  }
}

/** OpenAI looks for what a list is of, wherever in a schema it stands. */
function hasOddList(schema: Json | undefined): boolean {
  if (Array.isArray(schema)) return schema.some(hasOddList);
  const { type, items } = fieldsOf(schema);
  const isList = type === 'array' || (Array.isArray(type) && type.includes('array'));
  const isOdd = isList && (typeof items !== 'object' || items === null || Array.isArray(items));
  return isOdd || Object.values(fieldsOf(schema)).some(hasOddList);
}

/** What a file of a body holds, wherever it stands, and what kind it is said to be of. */
interface FoundFile {
  readonly data: string;
  readonly mediaType: string;
}

/** Files are objects of a few fields in every API; those of one kind are told by the fields' names. */
function filesIn(value: Json | undefined): readonly FoundFile[] {
  if (Array.isArray(value)) return value.flatMap(filesIn);
  const fields = fieldsOf(value);
  const url = fieldsOf(fields.image_url).url ?? fields.image_url ?? fields.file_data;
  const [, inUrl, dataOfUrl] = /^data:([^;,]*);base64,(.*)$/su.exec(typeof url === 'string' ? url : '') ?? [];
  if (inUrl !== undefined && dataOfUrl !== undefined) return [{ data: dataOfUrl, mediaType: inUrl }];
  const { data, media_type: anthropics, mimeType: googles } = fields;
  const mediaType = anthropics ?? googles;
  if (typeof data === 'string' && typeof mediaType === 'string') return [{ data, mediaType }];
  const { bytes } = fieldsOf(fields.source);
  const isImage = fields.format !== undefined && /^(?:png|jpeg|gif|webp)$/.test(String(fields.format));
  if (typeof bytes === 'string')
    return [{ data: bytes, mediaType: `${isImage ? 'image' : 'application'}/${String(fields.format)}` }];
  return Object.values(fields).flatMap(filesIn);
}

const BEGINS: Readonly<Record<string, string>> = {
  'image/png': '\x89PNG',
  'image/jpeg': '\xff\xd8\xff',
  'image/gif': 'GIF8',
  'image/webp': 'RIFF',
  'application/pdf': '%PDF',
};

/** How many files and how large: judged over the whole request. */
function judgeFiles(provider: Provider, files: readonly FoundFile[], say: Say): void {
  const images = files.filter(({ mediaType }) => mediaType.startsWith('image/'));
  for (const { data, mediaType } of files) {
    const begins = BEGINS[mediaType];
    if (begins !== undefined && !Buffer.from(data.slice(0, 16), 'base64').toString('latin1').startsWith(begins))
      say(`file: no ${mediaType}`);
  }
  if (provider !== 'anthropic' && provider !== 'bedrock') return;
  const side = images.length > 20 ? 2_000 : 8_000;
  for (const { data } of images) {
    const head = Buffer.from(data.slice(0, 32), 'base64');
    if (head.length >= 24 && Math.max(head.readUInt32BE(16), head.readUInt32BE(20)) > side && data.startsWith('iVBOR'))
      say(`image: more than ${side} pixels`);
  }
  if (images.length > (provider === 'bedrock' ? 20 : 100)) say(`${images.length} images`);
  if (provider === 'anthropic' && files.length > 100) say(`too many images and documents: ${files.length}`);
  if (provider === 'bedrock' && files.length > 20) say(`too many images and documents: ${files.length}`);
  if (provider === 'bedrock' && files.length - images.length > 5) say(`${files.length - images.length} documents`);
}

function judgeText(text: Json | undefined, where: string, say: Say): void {
  if (typeof text !== 'string' || BLANK.test(text)) say(`${where}: no words in ${JSON.stringify(text)}`);
}

function judgeFile(data: Json | undefined, mediaType: Json | undefined, say: Say): void {
  if (typeof data !== 'string' || (!data.includes('TenfoldFile') && (data === '' || !BASE64.test(data)))) say('file: no base64');
  if (typeof mediaType !== 'string' || !/^(?:image|application|audio|video)\/[a-z0-9.+-]+$/.test(mediaType))
    say(`file: type ${JSON.stringify(mediaType)}`);
}

function judgeUrl(url: Json | undefined, say: Say): void {
  const [, mediaType, data] = /^data:([^;,]*);base64,(.*)$/su.exec(String(url)) ?? [];
  if (data !== undefined) judgeFile(data, mediaType, say);
  else if (!/^https?:\/\/\S+$/.test(String(url))) say('file: no address');
}

function judgeArguments(text: Json | undefined, say: Say): void {
  const value = JSON.parse(String(text)) as Json;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) say(`call: arguments ${JSON.stringify(value)}`);
}

function judgeChat({ role, content, tool_calls: calls }: Fields, say: Say): void {
  for (const call of listOf(calls)) {
    judgeArguments(fieldsOf(call.function).arguments, say);
    if (call.id === '') say('call: no id');
  }
  for (const part of listOf(content)) {
    if (part.type === 'text') judgeText(part.text, `a part of ${String(role)}`, say);
    else if (part.type === 'image_url') judgeUrl(fieldsOf(part.image_url).url, say);
    else if (part.type === 'file') judgeUrl(fieldsOf(part.file).file_data, say);
    else say(`part: ${String(part.type)}`);
  }
  const saysNothing = role === 'tool' || (role === 'assistant' && listOf(calls).length > 0);
  if (!Array.isArray(content) && !saysNothing) judgeText(content, String(role), say);
}

/** What Mistral's models refuse beyond that, on any server. */
function judgeMistral({ messages }: Fields, say: Say): void {
  for (const [at, { role, tool_calls: calls, tool_call_id: answers }] of listOf(messages).entries()) {
    const ids = [...listOf(calls).map(({ id }) => id), ...(role === 'tool' ? [answers] : [])];
    for (const id of ids) if (!/^[a-zA-Z0-9]{9}$/.test(String(id))) say(`call: id ${String(id)}`);
    if (role === 'user' && listOf(messages)[at - 1]?.role === 'tool') say('the user after a tool');
  }
}

function judgeItem({ type, role, content, id, arguments: given, encrypted_content: encrypted, output }: Fields, say: Say): void {
  if (type === 'reasoning' && (typeof encrypted !== 'string' || (id !== undefined && !String(id).startsWith('rs_'))))
    say(`reasoning: ${String(id)}`);
  if (type === 'function_call') judgeArguments(given, say);
  if (!['function_call', 'function_call_output', 'reasoning', undefined, 'message'].includes(type as string))
    say(`item: ${String(type)}`);
  if (typeof content === 'string') judgeText(content, String(role), say);
  for (const part of [...listOf(content), ...listOf(output)]) {
    if (String(part.type).endsWith('_text')) judgeText(part.text, String(role), say);
    else if (part.type === 'input_image') judgeUrl(part.image_url, say);
    else if (part.type === 'input_file') judgeUrl(part.file_data ?? part.file_url, say);
  }
}

function judgeAnthropic({ content }: Fields, say: Say): void {
  for (const block of listOf(content)) {
    const { type, name, signature, data, cache_control: mark } = block;
    if (mark !== undefined && fieldsOf(mark).type !== 'ephemeral') say(`mark: ${JSON.stringify(mark)}`);
    if (type === 'tool_use' && !/^[a-zA-Z0-9_-]{1,128}$/.test(String(name))) say(`call: name ${String(name)}`);
    if (type === 'thinking' && typeof signature !== 'string') say('thinking: no signature');
    if (type === 'redacted_thinking' && typeof data !== 'string') say('thinking: no data');
    for (const piece of [block, ...listOf(block.content)]) {
      const source = fieldsOf(piece.source);
      if (piece.type === 'text') judgeText(piece.text, String(type), say);
      if (piece.type !== 'image' && piece.type !== 'document') continue;
      if (source.type === 'base64') judgeFile(source.data, source.media_type, say);
      else judgeUrl(source.url, say);
    }
  }
}

function judgeContents(contents: readonly Fields[], say: Say): void {
  // Some of its models refuse it.
  if (contents.some(({ role }, at) => role === 'user' && contents[at - 1]?.role === 'user')) say('two users in a row');
  for (const [at, { parts }] of contents.entries()) {
    for (const { text, thought, thoughtSignature, inlineData } of listOf(parts)) {
      if (thoughtSignature !== undefined && !BYTES.test(String(thoughtSignature))) say(`signature: ${String(thoughtSignature)}`);
      if (text !== undefined && thought !== true && thoughtSignature === undefined) judgeText(text, 'a part', say);
      if (inlineData !== undefined) judgeFile(fieldsOf(inlineData).data, fieldsOf(inlineData).mimeType, say);
    }
    const called = namesIn(contents[at - 1]?.parts, 'functionCall');
    const answered = namesIn(parts, 'functionResponse');
    if (answered !== '' && answered !== called) say(`responses of ${answered} to calls of ${called}`);
  }
}

function namesIn(parts: Json | undefined, field: string): string {
  return listOf(parts)
    .flatMap((part) => (part[field] === undefined ? [] : [String(fieldsOf(part[field]).name)]))
    .sort()
    .join();
}

function judgeConverse({ content }: Fields, say: Say): void {
  for (const block of listOf(content)) {
    const result = listOf(fieldsOf(block.toolResult).content);
    for (const piece of [block, ...result]) {
      const { name, source } = fieldsOf(piece.document);
      if (piece.text !== undefined) judgeText(piece.text, 'a block', say);
      if (piece.image !== undefined) judgeFile(fieldsOf(fieldsOf(piece.image).source).bytes, 'image/png', say);
      if (piece.document === undefined) continue;
      judgeFile(fieldsOf(source).bytes, 'application/pdf', say);
      if (!/^(?!.*\s\s)[a-zA-Z0-9\s()[\]-]{1,200}$/.test(String(name))) say(`document: ${String(name)}`);
    }
    if (block.toolResult !== undefined && result.length === 0) say('result: empty');
    const { reasoningText } = fieldsOf(block.reasoningContent);
    if (reasoningText !== undefined && typeof fieldsOf(reasoningText).signature !== 'string') say('reasoning: no signature');
    if (block.cachePoint !== undefined && fieldsOf(block.cachePoint).type !== 'default') say('mark: no cache point');
  }
}
