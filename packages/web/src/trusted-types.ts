interface Policy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

/** The browser's guard over markup and scripts, where it has one. */
interface Guard {
  createPolicy(name: 'default', policy: Policy): unknown;
}

/** The Markdown reader lets the browser spell out references such as `&eacute;`; that is never an element. */
const REFERENCE = /^&#?[a-z\d]{1,40};$/i;

/**
 * What may become markup or a script once the server's policy demands trusted types: character references and scripts of
 * our own, such as workers. Everything else is refused before the browser reads it, whoever asks.
 */
export const policy: Policy = {
  createHTML(html) {
    if (REFERENCE.test(html)) return html;
    throw new TypeError('No markup comes from text here.');
  },
  createScriptURL(url) {
    if (new URL(url, location.href).origin === location.origin) return url;
    throw new TypeError('No script comes from elsewhere.');
  },
};

/** Puts the policy into force; browsers without the guard still have the rest of the server's policy. */
export function trustOnlyOurs(): void {
  (globalThis as { trustedTypes?: Guard }).trustedTypes?.createPolicy('default', policy);
}
