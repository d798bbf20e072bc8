import type { Package } from './lock.ts';

interface Component {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly scope: 'required' | 'optional';
  readonly purl: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly object[];
}

/** A list of components as CycloneDX 1.5 describes it: https://cyclonedx.org/docs/1.5/json/ */
export interface Bom {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.5';
  readonly serialNumber: string;
  readonly version: 1;
  readonly metadata: { readonly timestamp: string; readonly component: object };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** The product itself. */
export interface Product {
  readonly name: string;
  readonly version: string;
  readonly dependencies: readonly string[];
}

/**
 * Everything that the running product is made of, on any system. It is written from the lockfile: `npm sbom` without the
 * tools leaves out whatever tools use as well.
 */
export function bomOf(
  product: Product,
  packages: readonly Package[],
  made: { readonly serialNumber: string; readonly timestamp: string },
): Bom {
  const running = packages.filter(({ dev }) => !dev);
  const places = new Map(running.map((each) => [each.place, each]));
  const ref = (each: { name: string; version?: string }) => purlOf(each.name, each.version ?? '');
  const refsOf = (names: readonly string[], from: string): string[] =>
    [...new Set(names.flatMap((name) => found(places, name, from) ?? []).map(ref))].sort();
  const dependsOn = new Map<string, Set<string>>([
    [ref(product), new Set(refsOf(product.dependencies, ''))],
    ...running.map((each): [string, Set<string>] => [ref(each), new Set()]),
  ]);
  for (const each of running) {
    const names = Object.keys({ ...each.dependencies, ...each.optionalDependencies, ...each.peerDependencies });
    for (const other of refsOf(names, each.place)) dependsOn.get(ref(each))?.add(other);
  }
  const components = new Map(running.map((each) => [ref(each), componentOf(each)]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: made.serialNumber,
    version: 1,
    metadata: {
      timestamp: made.timestamp,
      component: { type: 'application', 'bom-ref': ref(product), name: product.name, version: product.version },
    },
    components: [...components.values()],
    dependencies: [...dependsOn].map(([each, others]) => ({ ref: each, dependsOn: [...others] })),
  };
}

const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

function componentOf({ name, version = '', integrity = '', license = '', optional }: Package): Component {
  const [alg, hash = ''] = integrity.split('-');
  return {
    type: 'library',
    'bom-ref': purlOf(name, version),
    name,
    version,
    scope: optional ? 'optional' : 'required',
    purl: purlOf(name, version),
    hashes: [{ alg: alg === 'sha512' ? 'SHA-512' : 'SHA-1', content: Buffer.from(hash, 'base64').toString('hex') }],
    licenses: / (?:AND|OR) /.test(license) ? [{ expression: license }] : [{ license: { id: license } }],
  };
}

/** The package that a name means at a place: the nearest one up the tree, as Node looks for it. */
function found(places: ReadonlyMap<string, Package>, name: string, from: string): Package | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const own = places.get(`${place === '' ? '' : `${place}/`}node_modules/${name}`);
    if (own || place === '') return own;
  }
}
