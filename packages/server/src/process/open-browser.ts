import { spawn } from 'node:child_process';

/** What tells whether somebody with a browser is there. */
export interface BrowserEnvironment {
  readonly platform: string;
  readonly terminal: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The command that opens a page here; null where nobody would see it. */
export function browserCommand({ platform, terminal, environment }: BrowserEnvironment): readonly string[] | null {
  if (!terminal || environment.CI) return null;
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['cmd', '/c', 'start', ''];
  return environment.DISPLAY || environment.WAYLAND_DISPLAY ? ['xdg-open'] : null;
}

/** Opens a page where there is a browser. Failing to is no failure: the address is printed anyway. */
export function openBrowser(url: string, where: BrowserEnvironment): void {
  const [program, ...args] = browserCommand(where) ?? [];
  if (program === undefined) return;
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
