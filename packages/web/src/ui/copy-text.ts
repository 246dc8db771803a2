/** Puts a text on the clipboard. Browsers leave it to pages that come by HTTPS or from this machine. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    throw new Error(
      'This could not be copied: the browser allows that to pages that come by HTTPS or from this machine. Select the text and copy it.',
    );
  }
}
