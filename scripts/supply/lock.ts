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

/** Every package of a lockfile, also those for other systems. Throws when the file is none. */
export function packagesOf(lock: string): Package[] {
  const { packages } = JSON.parse(lock) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages).flatMap(([place, locked]) =>
    place === '' ? [] : { ...locked, place, name: place.slice(place.lastIndexOf(MODULES) + MODULES.length) },
  );
}

/** The packages of this project. */
export const lockedPackages = (): Package[] =>
  packagesOf(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
