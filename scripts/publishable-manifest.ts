/** A package.json, as far as publishing changes it. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly publishConfig?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly imports?: Doors;
  readonly exports?: Doors;
  readonly [field: string]: unknown;
}

type Door = string | { readonly [condition: string]: Door };
type Doors = Readonly<Record<string, Door>>;

/** The manifest that is published: its doors lead to built files, and what only development needs is gone. */
export function publishableManifest(manifest: PackageManifest): PackageManifest {
  const { devDependencies: _, scripts: __, bin, imports, exports, ...kept } = manifest;
  return {
    ...kept,
    ...(bin && { bin: mapValues(bin, built) }),
    ...(imports && { imports: mapValues(imports, (door) => builtDoor(door, false)) }),
    ...(exports && { exports: mapValues(exports, (door) => builtDoor(door, true)) }),
  } as PackageManifest;
}

/** Source files a manifest points at: where a build starts. */
export function entryFiles({ bin, imports, exports }: PackageManifest): string[] {
  const files = new Set<string>();
  const visit = (door: Door) => {
    if (typeof door !== 'string') for (const inner of Object.values(door)) visit(inner);
    else if (isSource(door)) files.add(door);
  };
  for (const doors of [bin, imports, exports]) if (doors !== undefined) visit(doors);
  return [...files];
}

function builtDoor(door: Door, withTypes: boolean): Door {
  if (typeof door !== 'string') {
    return mapValues(door, (inner, condition) =>
      condition === 'types' && typeof inner === 'string' ? declaration(inner) : builtDoor(inner, withTypes && !('types' in door)),
    );
  }
  return withTypes && isSource(door) ? { types: declaration(door), default: built(door) } : built(door);
}

function isSource(file: string): boolean {
  return file.startsWith('./src/') && file.endsWith('.ts');
}

function built(file: string): string {
  return isSource(file) ? file.replace('./src/', './dist/').replace(/\.ts$/, '.js') : file;
}

function declaration(file: string): string {
  return built(file).replace(/\.js$/, '.d.ts');
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, map: (value: From, key: string) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
