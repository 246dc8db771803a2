import { overflowIn } from '@tenfold/dialects';

/** Whether an error says that a request was too long, wherever a framework has put the provider's words. */
export function isOverflow(error: unknown): boolean {
  if (typeof error === 'string') return overflowIn(error) !== null;
  if (typeof error !== 'object' || error === null) return false;
  const { message = '', responseBody = '', cause } = error as { message?: string; responseBody?: string; cause?: unknown };
  return overflowIn(`${message}\n${responseBody}\n${plain(error)}`) !== null || (cause !== undefined && isOverflow(cause));
}

/** Errors inside a stream are what the provider sent, as it is. */
function plain(error: object): string {
  try {
    return JSON.stringify(error) ?? '';
  } catch {
    return '';
  }
}
