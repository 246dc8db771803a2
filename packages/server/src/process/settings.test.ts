import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BadSetting, homeFolder, isLoopback, serveSettings } from './settings.ts';

const token = 'a-long-random-token';

describe('settings', () => {
  it('are flags over environment over defaults', () => {
    expect(serveSettings({}, { HOME: '/home/ada' }, 'linux')).toEqual({
      home: join('/home/ada', '.local', 'share', 'tenfold'),
      host: '127.0.0.1',
      port: 4310,
      token: null,
      issuer: null,
      secret: undefined,
      database: undefined,
      open: true,
      worker: true,
      oidc: null,
      proxies: [],
      quotas: {},
      privateAddresses: true,
      drain: { noticeMs: 2_000, turnsMs: 20_000 },
      decidedBy: {},
    });
    expect(serveSettings({}, { TENFOLD_DRAIN_SECONDS: '5' }).drain?.turnsMs).toBe(5_000);
    expect(() => serveSettings({}, { TENFOLD_DRAIN_SECONDS: 'soon' })).toThrow(BadSetting);
    const environment = {
      TENFOLD_HOME: '/a',
      TENFOLD_HOST: 'localhost',
      TENFOLD_PORT: '5000',
      TENFOLD_TOKEN: token,
      TENFOLD_SECRET: 's',
    };
    expect(serveSettings({}, environment)).toMatchObject({
      home: resolve('/a'),
      host: 'localhost',
      port: 5000,
      token,
      secret: 's',
    });
    const flags = { home: '/b', host: '::1', port: '0', token: `${token}-2`, open: false };
    expect(serveSettings(flags, environment)).toMatchObject({ ...flags, home: resolve('/b'), port: 0 });
  });

  it('take an issuer whose tokens are for this server, and its keys from where it has them', () => {
    const issuer = 'https://p.supabase.co/auth/v1';
    const environment = { TENFOLD_ISSUER: issuer, TENFOLD_AUDIENCE: 'authenticated' };
    expect(serveSettings({ host: '0.0.0.0' }, environment).issuer).toEqual({
      issuer,
      audience: 'authenticated',
      keys: `${issuer}/.well-known/jwks.json`,
    });
    expect(() => serveSettings({ issuer }, {})).toThrow(/--audience/);
    expect(() => serveSettings({ issuer: 'http://p.example', audience: 'a' }, {})).toThrow(/https/);
    expect(() => serveSettings({ issuer, audience: 'a', issuerKeys: 'file:///keys' }, {})).toThrow(/https/);
  });

  it('take a database by its URL and never repeat what was written', () => {
    const url = 'postgres://ada:hush@db.example/tenfold';
    expect(serveSettings({}, { HOME: '/h', TENFOLD_DATABASE_URL: url })).toMatchObject({
      database: url,
      decidedBy: { database: 'environment' },
    });
    expect(serveSettings({ database: url }, { HOME: '/h' }).decidedBy).toEqual({ database: 'flag' });
    for (const database of ['mysql://ada:hush@db', 'hush', 'postgres://ada:hush@:x']) {
      const refused = () => serveSettings({ database }, { HOME: '/h' });
      expect(refused).toThrow(BadSetting);
      expect(refused).not.toThrow(/hush/);
    }
  });

  it('find the data folder of each platform', () => {
    expect(homeFolder({}, { XDG_DATA_HOME: '/data', HOME: '/h' }, 'linux')).toBe(join('/data', 'tenfold'));
    expect(homeFolder({}, { HOME: '/h' }, 'darwin')).toBe(join('/h', 'Library', 'Application Support', 'tenfold'));
    expect(homeFolder({}, { LOCALAPPDATA: '/local' }, 'win32')).toBe(join('/local', 'tenfold'));
    expect(homeFolder({}, { USERPROFILE: '/u' }, 'win32')).toBe(join('/u', 'AppData', 'Local', 'tenfold'));
  });

  it.each(['0.0.0.0', '::', '192.168.1.7', 'example.org', '10.0.0.1'])('refuse to serve %s without a token', (host) => {
    expect(() => serveSettings({ host }, {})).toThrowError(/a token is needed/);
    expect(serveSettings({ host, token }, {}).token).toBe(token);
  });

  it.each(['127.0.0.1', '127.8.8.8', 'localhost', '::1'])('know that %s is loopback', (host) => {
    expect(isLoopback(host)).toBe(true);
    expect(serveSettings({ host }, {}).token).toBeNull();
  });

  it.each(['127.0.0.1.evil.example', '127.evil', 'localhost.evil', '1270.0.0.1'])('are not fooled by %s', (host) => {
    expect(isLoopback(host)).toBe(false);
  });

  it('refuse ports and tokens that cannot be used', () => {
    fc.assert(
      fc.property(fc.string(), (port) => {
        const valid = /^\d+$/.test(port) && Number(port) <= 65_535;
        if (valid) expect(serveSettings({ port }, {}).port).toBe(Number(port));
        else if (port !== '') expect(() => serveSettings({ port }, {})).toThrow(BadSetting);
      }),
    );
    expect(() => serveSettings({ token: 'short' }, {})).toThrowError(/too short/);
  });
});

it('lets private networks be called where only this machine reaches the server, or where that is said', () => {
  const allowed = (flags: object, environment: Record<string, string> = {}) =>
    serveSettings({ token, ...flags }, environment).privateAddresses;
  expect(allowed({})).toBe(true);
  const reached = [{ host: '0.0.0.0' }, { publicUrl: 'https://a.example' }, { issuer: 'https://b.example', audience: 'c' }];
  for (const flags of reached) {
    expect(allowed(flags)).toBe(false);
    expect(allowed(flags, { TENFOLD_PRIVATE_ADDRESSES: '1' })).toBe(true);
  }
  expect(allowed({}, { TENFOLD_PRIVATE_ADDRESSES: '0' })).toBe(false);
  expect(() => allowed({}, { TENFOLD_PRIVATE_ADDRESSES: 'perhaps' })).toThrow(BadSetting);
});

describe('behind a proxy', () => {
  const given = (environment: Record<string, string>) =>
    serveSettings({}, { HOME: '/home/ada', TENFOLD_TOKEN: token, ...environment });

  it('takes an address people can use, and proxies by address or range', () => {
    expect(given({ TENFOLD_PUBLIC_URL: 'https://tenfold.example/' }).publicUrl).toBe('https://tenfold.example');
    expect(given({ TENFOLD_TRUSTED_PROXIES: '10.0.0.0/8, ::1' }).proxies).toEqual(['10.0.0.0/8', '::1']);
    for (const wrong of ['tenfold.example', 'http://tenfold.example', 'https://tenfold.example/app'])
      expect(() => given({ TENFOLD_PUBLIC_URL: wrong })).toThrow(BadSetting);
    expect(() => given({ TENFOLD_TRUSTED_PROXIES: 'proxy' })).toThrow(BadSetting);
    expect(() => serveSettings({}, { TENFOLD_PUBLIC_URL: 'https://tenfold.example' })).toThrow(/token is needed/);
  });

  it('knows a client of an issuer only', () => {
    const issuer = { TENFOLD_ISSUER: 'https://login.example', TENFOLD_CLIENT_ID: 'tenfold' };
    expect(given(issuer)).toMatchObject({ oidc: { clientId: 'tenfold' }, issuer: { audience: 'tenfold' } });
    expect(() => given({ TENFOLD_CLIENT_ID: 'tenfold' })).toThrow(/TENFOLD_ISSUER/);
  });
});
