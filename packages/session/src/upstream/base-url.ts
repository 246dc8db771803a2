import { isIP } from 'node:net';

/** Why requests must not go to this address; null when they may. Private ranges are open: local servers live there. */
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
  return isMetadataHost(url.hostname) ? 'Link-local and metadata addresses are never called.' : null;
}

/** Hosts that hand out a machine's own credentials. `URL` has already written numbers of any base as dotted ones. */
function isMetadataHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  if (/^metadata(?:\.google(?:\.internal)?)?$|^instance-data$|\.metadata\.google\.internal$/.test(host)) return true;
  if (isIP(host) === 4) return host.startsWith('169.254.') || host === '100.100.100.200' || host === '0.0.0.0';
  return isIP(host) === 6 && (/^fe[89ab]/.test(host) || /^::ffff:a9fe:/.test(host) || host === 'fd00:ec2::254');
}
