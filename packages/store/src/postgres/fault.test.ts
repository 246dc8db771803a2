import { describe, expect, it } from 'vitest';
import { asStoreError, isWorthRepeating } from './fault.ts';

const reported = (code: string, message = 'told') => asStoreError(Object.assign(new Error(message), { code }));

describe('what PostgreSQL reports', () => {
  it.each([
    ['23505', 'conflict'],
    ['22021', 'invalid'],
    ['53100', 'store-full'],
    ['25006', 'store-full'],
    ['25P02', 'store-fault'],
    ['25P03', 'store-fault'],
    ['54000', 'invalid'],
    ['53300', 'store-busy'],
    ['55P03', 'store-busy'],
    ['57014', 'store-busy'],
    ['40P01', 'store-busy'],
    ['57P01', 'store-fault'],
    ['08006', 'store-fault'],
    ['58030', 'store-fault'],
    ['ECONNREFUSED', 'store-fault'],
    ['XX001', 'store-corrupt'],
    ['28P01', 'store-unsupported'],
    ['3D000', 'store-unsupported'],
  ])('%s is %s', (code, expected) => {
    expect(reported(code)).toMatchObject({ code: expected, facts: { sqlstate: code } });
  });

  it('is passed on where it is not of the database', () => {
    const error = new RangeError('ours');
    expect(asStoreError(error)).toBe(error);
    expect(reported('', 'Connection terminated unexpectedly')).toMatchObject({ code: 'store-fault' });
  });

  it('advises what helps with a database', () => {
    expect(reported('25006')).toMatchObject({ advice: expect.stringContaining('no standby') });
  });

  it('is tried again only where it was undone for the sake of others', () => {
    expect(['40001', '40P01', '55P03', '23505'].map((code) => isWorthRepeating(reported(code)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
