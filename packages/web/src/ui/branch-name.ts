/** What a branch is called: the name people gave it, else its own in words: `Main`, `Branch 2`. */
export function branchName({ name, label }: { readonly name: string; readonly label: string | null }): string {
  if (label !== null) return label;
  const words = name.replace(/-(\d+)$/, ' $1');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
