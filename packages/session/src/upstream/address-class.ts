import { BlockList, isIP } from 'node:net';

/** What an IP address is to a server that calls out: never called, within one's own network, or anywhere in the world. */
export type AddressClass = 'forbidden' | 'private' | 'public';

/** Link-local, unspecified, multicast and reserved ranges, and the addresses at which clouds hand out a machine's credentials. */
const FORBIDDEN = blockList(
  ['0.0.0.0', 8],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['192.0.0.192', 32],
  ['224.0.0.0', 3],
  ['::', 128],
  ['2001::', 32],
  ['fd00:ec2::', 32],
  ['fd20:ce::', 32],
  ['fe80::', 9],
  ['ff00::', 8],
);

const PRIVATE = blockList(
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
);

/** Prefixes behind which the last four bytes of an IPv6 address are an IPv4 one: compatible, mapped, translated, NAT64. */
const CARRIERS = blockList(['::', 96], ['::ffff:0:0', 96], ['::ffff:0:0:0', 96], ['64:ff9b::', 96], ['64:ff9b:1::', 48]);
const SIX_TO_FOUR = blockList(['2002::', 16]);
const LOOPBACK = blockList(['::1', 128]);

/** Which class an address is of; one that carries another inside is of the stricter of both. */
export function addressClass(address: string): AddressClass {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  if (isIP(address) === 0 || FORBIDDEN.check(address, family)) return 'forbidden';
  if (LOOPBACK.check(address, family)) return 'private';
  const inner = family === 'ipv6' ? innerAddress(address) : undefined;
  const carried = inner === undefined ? 'public' : addressClass(inner);
  return carried === 'public' && PRIVATE.check(address, family) ? 'private' : carried;
}

function innerAddress(address: string): string | undefined {
  if (CARRIERS.check(address, 'ipv6')) return dotted(groupsOf(address).slice(6));
  return SIX_TO_FOUR.check(address, 'ipv6') ? dotted(groupsOf(address).slice(1, 3)) : undefined;
}

/** The eight groups of an IPv6 address. `URL` writes every spelling in hexadecimal. */
function groupsOf(address: string): readonly number[] {
  const { hostname } = new URL(`http://[${address.split('%', 1)[0]}]`);
  const [before = '', after] = hostname.slice(1, -1).split('::');
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [head, tail] = [numbers(before), numbers(after ?? '')];
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function dotted(groups: readonly number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 255]).join('.');
}

function blockList(...subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, bits] of subnets) list.addSubnet(address, bits, address.includes(':') ? 'ipv6' : 'ipv4');
  return list;
}
