import { saveAs } from '../../ui/save-as.ts';

/** Hands a value to the browser as a JSON file. */
export function saveJson(value: unknown, name: string): void {
  saveAs(new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' }), name);
}
