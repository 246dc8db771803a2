/** Walks like a browser: keeps cookies by host, follows redirects. */
export class BrowserJar {
  readonly #cookies = new Map<string, Map<string, string>>();

  cookiesOf(url: string): ReadonlyMap<string, string> {
    return this.#of(new URL(url).host);
  }

  /** A copy, as somebody would have who stole it. */
  copy(): BrowserJar {
    const other = new BrowserJar();
    for (const [host, cookies] of this.#cookies) other.#cookies.set(host, new Map(cookies));
    return other;
  }

  /** One request; cookies that come are kept. */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const cookies = this.#of(new URL(url).host);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  /** Goes on until nothing redirects any more. */
  async visit(url: string, init: RequestInit = {}): Promise<{ readonly url: string; readonly response: Response }> {
    let [at, response] = [url, await this.fetch(url, init)];
    while (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      at = new URL(response.headers.get('location') ?? '', at).href;
      response = await this.fetch(at);
    }
    return { url: at, response };
  }

  #of(host: string): Map<string, string> {
    const cookies = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, cookies);
    return cookies;
  }
}
