import { expect, it } from 'vitest';
import { browserCommand, openBrowser } from './open-browser.ts';

it.each([
  ['linux', true, { DISPLAY: ':0' }, ['xdg-open']],
  ['linux', true, { WAYLAND_DISPLAY: 'w' }, ['xdg-open']],
  ['linux', true, {}, null],
  ['linux', false, { DISPLAY: ':0' }, null],
  ['linux', true, { DISPLAY: ':0', CI: 'true' }, null],
  ['darwin', true, {}, ['open']],
  ['darwin', true, { CI: '1' }, null],
  ['win32', true, {}, ['cmd', '/c', 'start', '']],
])('on %s (terminal %s, %j) a page is opened by %j', (platform, terminal, environment, command) => {
  expect(browserCommand({ platform, terminal, environment })).toEqual(command);
});

it('does not mind when there is no such program', () => {
  openBrowser('http://127.0.0.1:1', { platform: 'linux', terminal: false, environment: {} });
  openBrowser('http://127.0.0.1:1', { platform: 'darwin', terminal: true, environment: {} });
});
