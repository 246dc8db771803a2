import type { ExportFormat } from '@tenfold/contract';
import type { SessionId } from '@tenfold/store';
import type { Session } from '../sessions.ts';
import type { FileText } from './read-file.ts';

/** A session as a file. */
export interface ExportedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly text: string;
}

/** What an import brought. */
export interface Imported {
  readonly sessions: readonly Session[];
  readonly skipped: readonly { readonly line: number; readonly reason: string }[];
}

/** Sessions to files and back. */
export interface Exchange {
  exportFile(session: SessionId, format: ExportFormat): Promise<ExportedFile>;
  /** Reads in slices, tells how many messages are written, and gives up when the signal does. */
  importFile(
    file: { name: string; text: FileText },
    options?: { readonly signal?: AbortSignal; progress?(messages: number): void },
  ): Promise<Imported>;
}
