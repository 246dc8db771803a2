/**
 * Writes packages/core/assets/o200k.bin: the o200k_base vocabulary of the pinned `tiktoken` and the character classes of the pinned
 * Unicode tables (`regenerate-unicode-properties`), in the layout that packages/core/src/count/asset.ts reads.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { checksum, HEADER_WORDS, MAGIC } from '../packages/core/src/count/asset.ts';
import { addBridge, BRIDGE_BYTES } from '../packages/core/src/count/bridges.ts';
import { CASELESS, LOWER, MARK, NEWLINE, NUMBER, OTHER, SPACE, UPPER } from '../packages/core/src/count/classes.ts';
import { lastMerges } from './last-merges.ts';

const require = createRequire(import.meta.url);
const UNICODE = '16.0.0';
/** Of the official rank file that OpenAI publishes; the vocabulary of the package must be the same, line by line. */
const OFFICIAL_SHA256 = '446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d';

/** Where the asset lies, from the root of the repository. */
export const ASSET = new URL('../packages/core/assets/o200k.bin', import.meta.url);

/** The whole asset, the same bytes on every machine. */
export function generateAsset(): Uint8Array {
  const tokens = readTokens();
  const splits = lastMerges(tokens);
  const bodies = [packShapes(tokens, splits), Buffer.concat(tokens), classRuns(), packBridges(tokens, splits)];
  const body = Buffer.concat(bodies);
  const file = Buffer.alloc(Math.ceil((HEADER_WORDS * 4 + body.length) / 4) * 4);
  [MAGIC, 0, tokens.length, ...bodies.map(({ length }) => length)].forEach((word, index) => {
    file.writeInt32LE(word, index * 4);
  });
  body.copy(file, HEADER_WORDS * 4);
  file.writeInt32LE(checksum(new Int32Array(file.buffer, file.byteOffset, file.length / 4), 2), 4);
  return file;
}

/** Tokens in rank order. The package groups them as lines of `! first-rank token token …`, each token in base64. */
function readTokens(): Buffer[] {
  const { bpe_ranks } = JSON.parse(readFileSync(require.resolve('tiktoken/encoders/o200k_base.json'), 'utf8')) as {
    bpe_ranks: string;
  };
  const tokens: Buffer[] = [];
  for (const line of bpe_ranks.split('\n')) {
    const [, first, ...coded] = line.split(' ');
    coded.forEach((token, index) => {
      tokens[Number(first) + index] = Buffer.from(token, 'base64');
    });
  }
  const official = tokens.map((token, rank) => `${token.toString('base64')} ${rank}\n`).join('');
  const sha256 = createHash('sha256').update(official).digest('hex');
  if (sha256 !== OFFICIAL_SHA256) throw new Error(`The vocabulary is not the official one: its sha256 is ${sha256}.`);
  return tokens;
}

function packShapes(tokens: readonly Buffer[], splits: Uint8Array): Buffer {
  const shapes: number[] = [];
  tokens.forEach((token, rank) => {
    const split = splits[rank] as number;
    if (token.length < 16) shapes.push((split << 4) | token.length);
    else shapes.push(0, token.length, split);
  });
  return Buffer.from(shapes);
}

function packBridges(tokens: readonly Buffer[], splits: Uint8Array): Buffer {
  const [whole, cut] = BRIDGE_BYTES.map((bytes) => new Int32Array(bytes / 4)) as [Int32Array, Int32Array];
  tokens.forEach((token, rank) => {
    addBridge({ whole, cut }, token, splits[rank] as number);
  });
  return Buffer.concat([whole, cut].map(({ buffer }) => new Uint8Array(buffer)));
}

/** Class by class over all code points, as runs. Surrogates never come up in UTF-8 and are left among the others. */
function classRuns(): Buffer {
  const version: string = require('regenerate-unicode-properties/unicode-version.js');
  if (version !== UNICODE) throw new Error(`The Unicode tables are of version ${version}, the split pattern needs ${UNICODE}.`);
  const classes = new Uint8Array(0x110000).fill(OTHER);
  const paint = (property: string, kind: number) => {
    const { characters } = require(`regenerate-unicode-properties/${property}.js`) as { characters: { toArray(): number[] } };
    for (const point of characters.toArray()) classes[point] = kind;
  };
  paint('General_Category/Uppercase_Letter', UPPER);
  paint('General_Category/Titlecase_Letter', UPPER);
  paint('General_Category/Lowercase_Letter', LOWER);
  paint('General_Category/Modifier_Letter', CASELESS);
  paint('General_Category/Other_Letter', CASELESS);
  paint('General_Category/Mark', MARK);
  paint('General_Category/Number', NUMBER);
  paint('Binary_Property/White_Space', SPACE);
  classes[0x0a] = NEWLINE;
  classes[0x0d] = NEWLINE;
  const runs: number[] = [];
  for (let from = 0, to = 0; from < classes.length; from = to) {
    while (to < classes.length && classes[to] === classes[from]) to++;
    runs.push(classes[from] as number);
    let length = to - from;
    for (; length >= 0x80; length >>>= 7) runs.push((length & 0x7f) | 0x80);
    runs.push(length);
  }
  return Buffer.from(runs);
}

if (process.argv[1] === import.meta.filename) {
  const asset = generateAsset();
  writeFileSync(ASSET, asset);
  console.log(`o200k.bin: ${asset.length} bytes, sha256 ${createHash('sha256').update(asset).digest('hex')}`);
}
