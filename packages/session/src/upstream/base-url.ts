import { isIP } from 'node:net';
import { addressClass } from './address-class.ts';

/** Why requests must not go to this address; null when they may. Names are looked up when they are called, not here. */
export function baseUrlProblem(text: string): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'This is no URL. It looks like https://host/v1.';
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Only http and https addresses are called.';
  if (url.username !== '' || url.password !== '') return 'A user or password does not belong in the address. Use the key field.';
  if (url.search !== '' || url.hash !== '') return 'Leave out everything from ? or # on.';
  return isForbiddenHost(url) ? 'Link-local and metadata addresses are never called.' : null;
}

/** Names under which clouds hand out a machine's own credentials, whatever they resolve to. */
const METADATA_NAMES = ['metadata', 'metadata.goog', 'metadata.google.internal', 'instance-data', 'instance-data.ec2.internal'];

/** True for hosts that are never called. `URL` has already written numbers of any base as dotted ones. */
export function isForbiddenHost(url: URL): boolean {
  const host = bareHost(url);
  if (isIP(host) !== 0) return addressClass(host) === 'forbidden';
  return METADATA_NAMES.some((name) => host === name || host.endsWith(`.${name}`));
}

/** A URL's host without brackets and final dots. */
export function bareHost({ hostname }: URL): string {
  let host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  while (host.endsWith('.')) host = host.slice(0, -1);
  return host;
}
