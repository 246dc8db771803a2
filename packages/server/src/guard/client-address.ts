import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** What is known of a request from its connection. */
interface Incoming {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

/** Where a request comes from. */
export type ClientAddress = (request: Incoming | undefined) => string;

/**
 * Where requests come from: what is at the other end of the connection, or, where that is a proxy that is trusted, the nearest address
 * it tells of that is no trusted proxy itself. What others write into the header counts for nothing.
 */
export function clientAddress(trusted: readonly string[] = []): ClientAddress {
  const proxies = proxiesOf(trusted);
  return (request) => {
    const nearest = plain(request?.socket.remoteAddress ?? 'unknown');
    if (trusted.length === 0 || !isIn(proxies, nearest)) return nearest;
    const told = String(request?.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((part) => plain(part.trim()));
    return told.findLast((address) => isIP(address) !== 0 && !isIn(proxies, address)) ?? nearest;
  };
}

/** True for what names an address or a range of them. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function proxiesOf(trusted: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of trusted) {
    const [address = '', bits] = text.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  }
  return list;
}

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** An IPv4 address that came over IPv6 as itself. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
