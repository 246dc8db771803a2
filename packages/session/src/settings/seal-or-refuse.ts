import { type SecretBox, SecretUnreadable } from '../secret-box.ts';
import { invalidRequest } from '../session-error.ts';

/** Seals what somebody entered; where nothing can be sealed, as with a damaged key file, they are told why. */
export function sealOrRefuse(secrets: SecretBox, text: string, row: string): Uint8Array {
  try {
    return secrets.seal(text, row);
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    throw invalidRequest([{ field: 'key', message: error.message }]);
  }
}
