import type { Provider } from './endpoint.ts';

const OPTIONS: Readonly<Partial<Record<Provider, readonly string[]>>> = {
  azure: ['resourceName', 'apiVersion', 'useDeploymentBasedUrls'],
  bedrock: ['region', 'accessKeyId', 'secretAccessKey', 'sessionToken'],
  vertex: ['project', 'location', 'client_email', 'private_key'],
};

/** Options that are sealed like a key: never shown, exported or logged. */
export const SECRET_OPTIONS: readonly string[] = ['secretAccessKey', 'sessionToken', 'private_key'];

type Options = Readonly<Record<string, string>>;

/** Options a provider has that can be shown. */
export function shownOptions(provider: string, options: Options): Options {
  return picked(provider, options, (name) => !SECRET_OPTIONS.includes(name));
}

/** Options a provider has that must not be. */
export function secretOptions(provider: string, options: Options): Options {
  return picked(provider, options, (name) => SECRET_OPTIONS.includes(name));
}

function picked(provider: string, options: Options, which: (name: string) => boolean): Options {
  const known = OPTIONS[provider as Provider] ?? [];
  return Object.fromEntries(Object.entries(options).filter(([name]) => known.includes(name) && which(name)));
}

/** What is wrong with options; their values are not repeated. */
export function optionProblems(provider: string, options: Options): readonly { field: string; message: string }[] {
  const known = OPTIONS[provider as Provider] ?? [];
  return Object.entries(options).flatMap(([name, value]) => {
    const field = `options.${name}`;
    if (typeof value !== 'string') return [{ field, message: 'This must be text.' }];
    if (known.includes(name)) return [];
    const there = known.length === 0 ? 'It has none' : `It has ${known.join(', ')}`;
    return [
      { field, message: `${provider} has no such option. ${there}; an address belongs in the base URL, a key in its own field.` },
    ];
  });
}
