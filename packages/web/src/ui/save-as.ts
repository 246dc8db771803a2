/** Saves a file under a name. */
export function saveAs(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Hands a value to the browser as a JSON file. */
export function saveJson(value: unknown, name: string): void {
  saveAs(new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' }), name);
}
