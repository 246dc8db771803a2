import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressClass } from './endpoint-address.ts';

const hex = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [(a << 8) | b, (c << 8) | d].map((group) => group.toString(16)) as [string, string];
};

/** Every way in which an IPv6 address carries an IPv4 one. */
const CARRIERS: readonly ((address: string) => string)[] = [
  (address) => `::ffff:${address}`,
  (address) => `::${address}`,
  (address) => `::ffff:0:${address}`,
  (address) => `64:ff9b::${hex(address).join(':')}`,
  (address) => `64:ff9b:1::${hex(address).join(':')}`,
  (address) => `2002:${hex(address).join(':')}::1`,
  (address) => `0:0:0:0:0:FFFF:${hex(address).join(':').toUpperCase()}`,
];

it('calls no address less dangerous than the one it carries', () => {
  const order = ['public', 'private', 'forbidden'];
  const address = fc.oneof(
    fc.ipV4(),
    fc.constantFrom('169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', '0.0.0.0', '127.0.0.1', '10.1.2.3'),
  );
  fc.assert(
    fc.property(address, fc.constantFrom(...CARRIERS), (inner, carry) => {
      // The loopback address of IPv6 has the form of one that carries 0.0.0.1.
      fc.pre(inner !== '0.0.0.1');
      expect(order.indexOf(addressClass(carry(inner)))).toBeGreaterThanOrEqual(order.indexOf(addressClass(inner)));
    }),
  );
});

it.each([
  ['169.254.169.254', 'forbidden'],
  ['0.0.0.0', 'forbidden'],
  ['::', 'forbidden'],
  ['fe80::1', 'forbidden'],
  ['fd00:ec2::254', 'forbidden'],
  ['fd20:ce::254', 'forbidden'],
  ['2001:0:53aa:64c::1', 'forbidden'],
  ['255.255.255.255', 'forbidden'],
  ['ff02::1', 'forbidden'],
  ['no address', 'forbidden'],
  ['127.0.0.1', 'private'],
  ['::1', 'private'],
  ['192.168.1.5', 'private'],
  ['100.64.0.1', 'private'],
  ['fd12:3456::1', 'private'],
  ['8.8.8.8', 'public'],
  ['2606:4700::1111', 'public'],
])('%s is %s', (address, expected) => {
  expect(addressClass(address)).toBe(expected);
});
