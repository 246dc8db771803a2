/** Proxies that requests to upstreams go through, as the environment names them. */
export interface Proxies {
  readonly http: string;
  readonly https: string;
  /** Hosts that are reached without one. */
  readonly none: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, or the same in small letters, which count first; null where there is no proxy. */
export function proxiesIn(environment: Environment): Proxies | null {
  const named = (name: string) => environment[name.toLowerCase()] || environment[name] || '';
  const proxies = { http: named('HTTP_PROXY'), https: named('HTTPS_PROXY'), none: named('NO_PROXY') };
  return proxies.http === '' && proxies.https === '' ? null : proxies;
}

/** What is no address of a proxy, in words; null where all is well. What was written is not repeated: it may hold a password. */
export function proxyProblem(proxies: Proxies | null): string | null {
  for (const [name, value] of Object.entries({ HTTP_PROXY: proxies?.http, HTTPS_PROXY: proxies?.https }))
    if (value && !(URL.canParse(value) && /^(?:https?|socks5?):$/.test(new URL(value).protocol)))
      return `${name} is not the address of a proxy: something like http://proxy.example:3128 is expected.`;
  return null;
}
