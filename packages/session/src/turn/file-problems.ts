import { type Attachment, counted, formatCount, type Message } from '@tenfold/core';
import { actualType, type FileLimits, fileSource, fileText, pictureSize } from '@tenfold/dialects';
import { invalidRequest } from '../session-error.ts';
import type { Choices } from '../settings/choices.ts';
import { pdfPages } from '../upstream/pdf-pages.ts';
import { fileKinds, fileLimits, takesFileType } from '../upstream/send-rules.ts';

/** Who is asked: files are refused that its API is known to refuse. */
type Asked = Pick<Choices, 'profile' | 'model'>;
type Limits = ReturnType<typeof fileLimits>;

/** Refuses files that the model's API does not take, before anything is stored. */
export function refuseFiles(message: Message, asked: Asked): void {
  const problems = fileProblems(message, asked);
  if (problems.length > 0) throw invalidRequest(problems);
}

/** Files of a message that the model's API does not take, and why. */
export function fileProblems({ parts }: Message, { profile, model }: Asked) {
  if (profile === null) return [];
  const { provider } = profile.endpoint;
  const limits = fileLimits(provider, model.window);
  const files = parts.filter(
    (part): part is Attachment => part.type === 'attachment' && part.source !== undefined && fileText(part) === undefined,
  );
  const each = files.flatMap((file) => {
    const named = `${file.name ?? 'A file'} (${file.mediaType})`;
    if (!takesFileType(provider, file.mediaType)) return `${named} cannot be sent to this model. ${fileKinds(provider)}`;
    const why = whyRefused(file, limits);
    return why === null ? [] : `${named} ${why}`;
  });
  const messages = each.length > 0 ? each : tooMany(files, limits);
  return messages.map((message) => ({ field: 'attachments', message }));
}

/** Why a file of a kind that is taken is refused by itself. */
function whyRefused(file: Attachment, { imageLetters, documentLetters, side, pages }: Limits): string | null {
  const source = fileSource(file);
  if (source?.type !== 'base64') return null;
  const { data } = source;
  if (actualType(file.mediaType, data) === undefined) return 'is not what its type says, and cannot be sent to this model.';
  const most = isImage(file) ? imageLetters : documentLetters;
  if (most !== undefined && data.length > most)
    return `has ${inMb(data.length)}. This model takes files of at most ${inMb(most)}.`;
  const { width, height } = (side === undefined ? undefined : pictureSize(file)) ?? { width: 0, height: 0 };
  if (side !== undefined && Math.max(width, height) > side)
    return `has ${formatCount(width)} × ${formatCount(height)} pixels. This model takes at most ${formatCount(side)} on a side.`;
  const its = pages === undefined || file.mediaType !== 'application/pdf' ? undefined : pdfPages(data);
  if (pages === undefined || its === undefined || its <= pages) return null;
  return `has ${formatCount(its)} pages. This model takes at most ${formatCount(pages)}; send a part of it.`;
}

/** Why files that are taken one by one are refused together. */
function tooMany(files: readonly Attachment[], limits: FileLimits): readonly string[] {
  const images = files.filter(isImage);
  const documents = files.length - images.length;
  const most = (what: string, there: number, limit: number | undefined) =>
    limit === undefined || there <= limit
      ? []
      : [`There are ${counted(there, what)}. This model takes ${formatCount(limit)} at once.`];
  const letters = files.reduce((sum, file) => sum + lettersOf(file), 0);
  const { many } = limits;
  const isLarge = (file: Attachment) => {
    const { width, height } = pictureSize(file) ?? { width: 0, height: 0 };
    return many !== undefined && Math.max(width, height) > many.side;
  };
  const crowd =
    many !== undefined && images.length > many.images && images.some(isLarge)
      ? [`More than ${many.images} images are taken only where none has more than ${formatCount(many.side)} pixels on a side.`]
      : [];
  return [
    ...most('image', images.length, limits.images),
    ...most('document', documents, limits.documents),
    ...most('file', files.length, limits.files),
    ...(limits.letters !== undefined && letters > limits.letters
      ? [`The files have ${inMb(letters)} in all. This model takes ${inMb(limits.letters)}.`]
      : []),
    ...crowd,
  ].slice(0, 1);
}

function isImage({ mediaType }: Attachment): boolean {
  return mediaType.startsWith('image/');
}

function lettersOf(file: Attachment): number {
  const source = fileSource(file);
  return source?.type === 'base64' ? source.data.length : 0;
}

/** What so many letters of base64 hold. */
function inMb(letters: number): string {
  return `${Math.round((letters * 7.5) / 1e6) / 10} MB`;
}
