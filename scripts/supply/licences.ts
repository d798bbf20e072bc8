import type { Package } from './lock.ts';

/** Licences that a product may be built on without asking, by their SPDX names. */
const FREE: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Of fonts: they may be embedded in whatever is made with them.
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
/** These ask that changes to their own files be given on: fine for packages that are used as they come. */
const AS_THEY_COME: ReadonlySet<string> = new Set(['MPL-2.0', 'LGPL-3.0', 'LGPL-3.0-or-later']);

/**
 * Whether a licence is allowed: of `A OR B` one has to be, of `A AND B` both. Anything else that is written there, or
 * nothing, is not.
 */
export function isAllowed(licence: string | undefined): boolean {
  const text = (licence ?? '').replaceAll(/[()]/g, ' ').trim();
  if (text.includes(' OR ')) return !text.includes(' AND ') && text.split(' OR ').some(isAllowed);
  if (text.includes(' AND ')) return text.split(' AND ').every(isAllowed);
  return FREE.has(text) || AS_THEY_COME.has(text);
}

/** Packages by what their licence is called, the most frequent first. */
export function byLicence(packages: readonly Package[]): [licence: string, names: string[]][] {
  const groups = new Map<string, Set<string>>();
  for (const { license = 'none given', name, version } of packages) {
    const names = groups.get(license) ?? new Set();
    groups.set(license, names.add(`${name}@${version}`));
  }
  return [...groups]
    .map(([licence, names]): [string, string[]] => [licence, [...names].sort()])
    .sort(([, one], [, other]) => other.length - one.length);
}
