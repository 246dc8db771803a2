import { decodeBase64 } from './base64.ts';

/** How much of a JPEG is looked at, in bytes: at first a little, since only some carry large metadata before their size. */
const JPEG_HEADS = [4 * 1024, 192 * 1024] as const;

/** Width and height of a PNG, GIF, WebP or JPEG given as base64, read from its header; nothing when it is none of these. */
export function imageSize(base64: string): { readonly width: number; readonly height: number } | undefined {
  const bytes = decodeBase64(base64, 64);
  const size = png(bytes) ?? gif(bytes) ?? webp(bytes) ?? (starts(bytes, '\xff\xd8') ? jpegIn(base64) : undefined);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

function jpegIn(base64: string): Size | undefined {
  const [few, many] = JPEG_HEADS;
  return jpeg(decodeBase64(base64, few)) ?? jpeg(decodeBase64(base64, many));
}

type Size = { readonly width: number; readonly height: number };

function starts(bytes: Uint8Array, text: string, at = 0): boolean {
  return [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));
}

function byte(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

function big(bytes: Uint8Array, at: number): number {
  return byte(bytes, at) * 256 + byte(bytes, at + 1);
}

function little(bytes: Uint8Array, at: number): number {
  return byte(bytes, at + 1) * 256 + byte(bytes, at);
}

function png(bytes: Uint8Array): Size | undefined {
  if (!starts(bytes, '\x89PNG')) return undefined;
  return { width: big(bytes, 16) * 65536 + big(bytes, 18), height: big(bytes, 20) * 65536 + big(bytes, 22) };
}

function gif(bytes: Uint8Array): Size | undefined {
  return starts(bytes, 'GIF8') ? { width: little(bytes, 6), height: little(bytes, 8) } : undefined;
}

function webp(bytes: Uint8Array): Size | undefined {
  if (!starts(bytes, 'RIFF') || !starts(bytes, 'WEBP', 8)) return undefined;
  if (starts(bytes, 'VP8 ', 12)) return { width: little(bytes, 26) & 0x3fff, height: little(bytes, 28) & 0x3fff };
  if (starts(bytes, 'VP8L', 12)) {
    const bits = little(bytes, 21) + little(bytes, 23) * 65536;
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { width: little(bytes, 24) + byte(bytes, 26) * 65536 + 1, height: little(bytes, 27) + byte(bytes, 29) * 65536 + 1 };
}

/** Walks the segments up to a start-of-frame, which holds the size. */
function jpeg(bytes: Uint8Array): Size | undefined {
  if (!starts(bytes, '\xff\xd8')) return undefined;
  let at = 2;
  while (at + 8 < bytes.length && bytes[at] === 0xff) {
    const marker = byte(bytes, at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: big(bytes, at + 7), height: big(bytes, at + 5) };
    at += 2 + Math.max(2, big(bytes, at + 2));
  }
  return undefined;
}
