/** Endings of text files whose kind a browser does not know. */
const TEXT =
  'text/*,.md,.json,.jsonl,.csv,.yaml,.yml,.toml,.xml,.svg,.sql,.sh,.py,.rb,.go,.rs,.c,.h,.cpp,.java,.kt,.js,.jsx,.ts,.tsx,.php,.log';

/** What a file picker offers for a model that takes these media types; everything where nothing is known of it. */
export function acceptedFiles(files: readonly string[] | null | undefined): string {
  return files === null || files === undefined ? '' : [...files, TEXT].join(',');
}
