import type { Attachment, JsonObject, Reasoning } from '@tenfold/core';
import { aiSdk, type FileLimits, isSaid, type SendRules, wireName } from '@tenfold/dialects';
import type { Provider } from './endpoint.ts';
import { strictBase64 } from './strict-base64.ts';

/** What a provider's API takes of a conversation, as data. */
interface Takes {
  /** Media types of files whose content goes along; `audio/*` means all of a kind. */
  readonly files: readonly string[];
  /** Those that may also stand in a tool's result. */
  readonly filesInResults: readonly string[];
  /** Those it fetches itself when only an address is known; the SDK is never to fetch one from here. */
  readonly urls: readonly string[];
  /** Fields of a provider's own that make thinking its own again; null where it takes none back, `running` in a running tool loop only. */
  readonly thinking: readonly string[] | 'running' | null;
  readonly callId: number;
  readonly limits?: FileLimits;
  /** Pages of one PDF, by the window of the model. */
  pages?(window: number): number;
  /** Documents are known by their names, which have to differ. */
  readonly namesDocuments?: true;
  readonly refusesBlankResults?: true;
  /** A name may not begin with a digit or a dash. */
  readonly strictNames?: true;
  readonly systemInPlace?: true;
  /** Templates of small servers refuse two messages of a role in a row, lists of texts, and a user who speaks after a tool. */
  readonly joins?: SendRules['joins'];
  /** To Google's API results are the user's words, and some of its models refuse two users in a row. */
  readonly answersResults?: true;
}

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const PDF = 'application/pdf';
const GOOGLE = [...IMAGES, 'image/heic', 'image/heif', PDF, 'audio/*', 'video/*'];
const BEDROCK = [
  ...IMAGES,
  PDF,
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];
const SIGNED = ['signature', 'redactedData', 'redactedContent'];

/** What vendors write of the files of a request; where they say what a request may have in all, some of it is left to words. */
const OPENAI_LIMITS = { images: 500, letters: 48_000_000 };
const AZURE_LIMITS = { images: 50, imageLetters: 26_000_000, letters: 48_000_000 };
const ANTHROPIC_LIMITS = {
  images: 100,
  files: 100,
  imageLetters: 10_000_000,
  side: 8_000,
  many: { images: 20, side: 2_000 },
  letters: 28_000_000,
};
const BEDROCK_LIMITS = {
  images: 20,
  documents: 5,
  files: 20,
  imageLetters: 5_000_000,
  documentLetters: 6_000_000,
  side: 8_000,
  letters: 18_000_000,
};
const GEMINI: Takes = {
  files: GOOGLE,
  filesInResults: [],
  urls: [],
  thinking: ['thoughtSignature'],
  callId: 64,
  limits: { images: 3_000, letters: 96_000_000 },
  pages: () => 1_000,
  strictNames: true,
  answersResults: true,
};

const TAKES: Readonly<Record<Provider, Takes>> = {
  openai: {
    files: [...IMAGES, PDF],
    filesInResults: IMAGES,
    urls: ['image/*', PDF],
    thinking: ['reasoningEncryptedContent'],
    callId: 64,
    limits: OPENAI_LIMITS,
    systemInPlace: true,
  },
  azure: {
    files: [...IMAGES, PDF],
    filesInResults: [],
    urls: ['image/*'],
    thinking: null,
    callId: 40,
    limits: AZURE_LIMITS,
    systemInPlace: true,
  },
  anthropic: {
    files: [...IMAGES, PDF],
    filesInResults: [...IMAGES, PDF],
    urls: ['image/*', PDF],
    thinking: SIGNED,
    callId: 64,
    limits: ANTHROPIC_LIMITS,
    pages: (window) => (window > 200_000 ? 600 : 100),
  },
  bedrock: {
    files: BEDROCK,
    filesInResults: IMAGES,
    urls: [],
    thinking: SIGNED,
    callId: 64,
    limits: BEDROCK_LIMITS,
    namesDocuments: true,
    refusesBlankResults: true,
  },
  google: GEMINI,
  vertex: GEMINI,
  openrouter: { files: [...IMAGES, PDF], filesInResults: [], urls: [], thinking: 'running', callId: 40 },
  'openai-compatible': {
    files: IMAGES,
    filesInResults: [],
    urls: [],
    thinking: 'running',
    callId: 40,
    joins: 'text',
    answersResults: true,
  },
};

/** Names under which a provider's library keeps what it needs to send thinking back. */
const OWN: Readonly<Partial<Record<Provider, readonly string[]>>> = {
  openai: ['openai'],
  anthropic: ['anthropic'],
  bedrock: ['bedrock', 'amazonBedrock'],
  google: ['google'],
  vertex: ['google', 'vertex', 'googleVertex'],
};

/** Whether a profile's API takes files of a media type. Text files are no files to it: they are sent as text. */
export function takesFileType(provider: Provider, mediaType: string): boolean {
  return matches(TAKES[provider].files, mediaType);
}

/** Media types of files that a profile's API takes, `audio/*` for all of a kind. */
export function fileTypes(provider: Provider): readonly string[] {
  return TAKES[provider].files;
}

/** How large files may be that a profile's API takes, how many, and of how many pages. */
export function fileLimits(provider: Provider, window: number): FileLimits & { readonly pages?: number } {
  const { limits, pages } = TAKES[provider];
  return { ...limits, ...(pages === undefined ? {} : { pages: pages(window) }) };
}

/** What can be attached, in words. */
export function fileKinds(provider: Provider): string {
  const { files } = TAKES[provider];
  const kinds = [
    'images (PNG, JPEG, GIF, WebP)',
    ...(files.includes(PDF) ? ['PDF'] : []),
    ...(files.includes('audio/*') ? ['audio', 'video'] : []),
    ...(provider === 'bedrock' ? ['Word', 'Excel'] : []),
  ];
  return `It takes ${kinds.join(', ')}, and any text file.`;
}

/** Mistral's models, whoever serves them: they refuse ids of calls that are not of nine letters and digits, as those of all others are. */
const MISTRAL = /(?:^|[^a-z])(?:mistral|mixtral|codestral|devstral|magistral|ministral|pixtral)/i;
const MISTRAL_IDS = { refused: /[^a-zA-Z0-9]/g, max: 9, isExact: true } as const;
/** Who passes on ids as they are. */
const PASSING: readonly (Provider | null)[] = ['azure', 'openrouter', 'openai-compatible'];

/** What a provider takes of a conversation; the strictest there is where no provider is asked. */
export function sendRules(provider: Provider | null, summaryRole: 'system' | 'user', model = ''): SendRules {
  const takes = TAKES[provider ?? 'openai-compatible'];
  return {
    ids: {
      ...(PASSING.includes(provider) && MISTRAL.test(model) ? MISTRAL_IDS : { refused: /[^a-zA-Z0-9_-]/g, max: takes.callId }),
      scope: 'conversation',
    },
    toolName: (name) => {
      const fitting = wireName(name, /[^a-zA-Z0-9_-]/g, 64);
      // Libraries look names up in plain objects, and find what every object has.
      if (fitting in {}) return `${fitting}_`;
      return takes.strictNames && !/^[a-zA-Z_]/.test(fitting) ? `_${fitting}`.slice(0, 64) : fitting;
    },
    takesFile: (file, where) => takesFile(takes, file, where),
    base64: strictBase64,
    ...(takes.limits && { files: takes.limits }),
    takesThinking: (part, isRunning) => takesThinking(takes, provider, part, isRunning),
    ...(takes.namesDocuments ? { documentName } : {}),
    ...(takes.refusesBlankResults ? { refusesBlankResults: true } : {}),
    summaryInPlace: summaryRole === 'system' && takes.systemInPlace === true,
    joins: takes.joins ?? 'parts',
    ...(takes.answersResults ? { answersResults: true } : {}),
  };
}

/** What Bedrock's library makes of a document's name. */
function documentName({ mediaType, name = '' }: Attachment): string | null {
  if (mediaType.startsWith('image/')) return null;
  const stem = name.includes('.') ? name.slice(0, name.indexOf('.')) : name;
  return stem
    .replace(/\s+/g, ' ')
    .replace(/[^a-zA-Z0-9 ()[\]-]/g, '')
    .trim()
    .slice(0, 200)
    .trim();
}

function takesFile(
  { files, filesInResults, urls }: Takes,
  { mediaType, source }: Attachment,
  where: 'message' | 'result',
): boolean {
  const { type, data, url } = (source ?? {}) as JsonObject;
  if (type === 'base64') return typeof data === 'string' && matches(where === 'message' ? files : filesInResults, mediaType);
  return type === 'url' && where === 'message' && /^https?:\/\/\S+$/.test(String(url)) && matches(urls, mediaType);
}

function matches(types: readonly string[], mediaType: string): boolean {
  return types.some((type) => type === mediaType || (type.endsWith('/*') && mediaType.startsWith(type.slice(0, -1))));
}

function takesThinking({ thinking }: Takes, provider: Provider | null, part: Reasoning, isRunning: boolean): boolean {
  if (thinking === null || thinking === 'running')
    return thinking !== null && isRunning && isSaid({ type: 'text', text: part.text });
  const { fields } = (part.extra?.[aiSdk.id] ?? {}) as { fields?: { providerOptions?: JsonObject } };
  return (OWN[provider ?? 'openai'] ?? []).some((name) => {
    const own = (fields?.providerOptions?.[name] ?? {}) as JsonObject;
    return thinking.some((field) => typeof own[field] === 'string' && own[field] !== '');
  });
}

/** Models that refuse a temperature. Anthropic's own library knows those of theirs; servers that pass them on do not. */
const OWN_TEMPERATURE =
  /(?:^|[/.:-])(?:o[1-9]|gpt-5|claude-(?:opus-4[.-](?:[7-9]|1\d)(?!\d)|(?:opus|sonnet|haiku)-[5-9](?!\d)|fable|mythos))/i;

/** The temperature a model is asked for; none where it chooses by itself. */
export function temperatureFor(model: string, wish: number): { readonly temperature?: number } {
  return OWN_TEMPERATURE.test(model) ? {} : { temperature: wish };
}
