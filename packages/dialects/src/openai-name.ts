import { wireName } from './wire-id.ts';

/** A tool's name as OpenAI takes it. */
export function openAiName(name: string): string {
  return wireName(name, /[^a-zA-Z0-9_-]/g, 64);
}
