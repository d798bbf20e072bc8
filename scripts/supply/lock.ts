import { readFileSync } from 'node:fs';

/** What package-lock.json says of one installed package. */
export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package by its place below node_modules. */
export interface Package extends LockedPackage {
  readonly place: string;
  readonly name: string;
}

const MODULES = 'node_modules/';

/** Licences, by package and version, that stand in a file of the package and not where its manifest should name them. */
const IN_A_FILE: Readonly<Record<string, string>> = {
  'busboy@1.6.0': 'MIT',
  'humanize-number@0.0.2': 'MIT',
  'png-js@2.0.0': 'MIT',
  'streamsearch@1.1.0': 'MIT',
};

/** Every package of a lockfile, also those for other systems. Throws when the file is none. */
export function packagesOf(lock: string): Package[] {
  const { packages } = JSON.parse(lock) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages).flatMap(([place, locked]) => {
    if (place === '') return [];
    const name = place.slice(place.lastIndexOf(MODULES) + MODULES.length);
    const license = locked.license ?? IN_A_FILE[`${name}@${locked.version}`];
    return { ...locked, ...(license !== undefined && { license }), place, name };
  });
}

/** The packages of this project. */
export const lockedPackages = (): Package[] =>
  packagesOf(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
