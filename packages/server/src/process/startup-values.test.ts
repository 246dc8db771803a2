import { expect, it } from 'vitest';
import { serveSettings } from './settings.ts';
import { startupValues } from './startup-values.ts';

const token = 'a-long-random-token';
const of = (...started: Parameters<typeof serveSettings>) =>
  Object.fromEntries(startupValues(serveSettings(...started)).map(({ key, value, from }) => [key, `${value} by ${from}`]));

it('says what decides: a flag before the environment, the environment before the default', () => {
  expect(of({}, { HOME: '/h' }, 'linux')).toMatchObject({
    host: '127.0.0.1 by default',
    port: '4310 by default',
    token: 'none needed by default',
    secret: 'key file by default',
    database: 'a file in the folder by default',
  });
  const environment = { HOME: '/h', TENFOLD_PORT: '5000', TENFOLD_HOST: 'localhost', TENFOLD_SECRET: 'sealed' };
  expect(of({ port: '6000' }, environment, 'linux')).toMatchObject({
    port: '6000 by flag',
    host: 'localhost by environment',
    secret: 'your secret by environment',
  });
  expect(of({ secret: 'mine' }, environment, 'linux')).toMatchObject({ secret: 'your secret by flag' });
});

it('tells no secret', () => {
  const told = JSON.stringify(startupValues(serveSettings({ token }, { HOME: '/h', TENFOLD_SECRET: 'sealed-with' }, 'linux')));
  expect(told).not.toContain(token);
  expect(told).not.toContain('sealed-with');
  const database = 'postgres://ada:hush@db.example/tenfold';
  expect(of({ database }, { HOME: '/h' })).toMatchObject({ database: 'db.example/tenfold by flag' });
});
