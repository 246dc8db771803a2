import { secondFinds, tellsCommand, tellsPath } from '../../../packages/core/bench/second-extractor.ts';
import { type Message, resultText } from '../../../packages/core/src/index.ts';

/** Share of the distinct facts of some messages that other messages still tell: paths, commands, errors, directives, decisions. */
export function evidenceKept(all: readonly Message[], shown: readonly Message[]): number {
  const finds = secondFinds(all);
  const text = shown.map(wordsOf).join('\n');
  const told = [
    ...[...finds.paths].map((path) => text.includes(path.slice(path.lastIndexOf('/') + 1)) && tellsPath(text, path)),
    ...[...finds.commands].map(([command, outcome]) => text.includes(command) && tellsCommand(text, command, outcome)),
    ...[...finds.errors, ...finds.directives, ...finds.decisions].map((fact) => text.includes(fact)),
  ];
  return told.length === 0 ? 1 : told.filter(Boolean).length / told.length;
}

/** The words of a message as they were meant, not as JSON writes them. */
export function wordsOf({ parts }: Message): string {
  return parts
    .map((part) => {
      if (part.type === 'text' || part.type === 'reasoning') return part.text;
      if (part.type === 'tool-call') return strings(part.input).join('\n');
      return part.type === 'tool-result' ? resultText(part) : '';
    })
    .join('\n');
}

function strings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(strings) : [];
}
