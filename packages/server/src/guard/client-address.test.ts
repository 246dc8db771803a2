import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clientAddress, isAddressRange } from './headers.ts';

function seen(trusted: readonly string[], remoteAddress: string, forwarded?: string): string {
  return clientAddress(trusted)({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } });
}

it('is the other end of the connection, whatever strangers write', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.string({ maxLength: 60 }), (address, said) => {
      const header = said.replace(/[^\x20-\x7e]/g, '');
      expect(seen([], address, header)).toBe(address);
      if (!address.startsWith('10.')) expect(seen(['10.0.0.0/8'], address, header)).toBe(address);
    }),
  );
});

it('is what a trusted proxy was asked by, not what that one pretended before', () => {
  const trusted = ['10.0.0.0/8', '127.0.0.1', 'fd00::/8'];
  expect(seen(trusted, '10.1.2.3', '203.0.113.9')).toBe('203.0.113.9');
  expect(seen(trusted, '::ffff:10.1.2.3', '1.1.1.1, 203.0.113.9, 10.9.9.9')).toBe('203.0.113.9');
  expect(seen(trusted, 'fd00::1', '2001:db8::7')).toBe('2001:db8::7');
  expect(seen(trusted, '127.0.0.1', 'unknown, _hidden')).toBe('127.0.0.1');
  expect(seen(trusted, '127.0.0.1')).toBe('127.0.0.1');
});

it('knows ranges from anything else', () => {
  for (const range of ['10.0.0.0/8', '::1', '127.0.0.1', 'fd00::/8', '0.0.0.0/0']) expect(isAddressRange(range)).toBe(true);
  for (const range of ['10.0.0.0/33', 'proxy', '10.0.0', '', '10.0.0.0/8/1', '10.0.0.0/x'])
    expect(isAddressRange(range)).toBe(false);
});
