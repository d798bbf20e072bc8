import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bomOf } from './supply/bom.ts';
import { lockedPackages } from './supply/lock.ts';

/** Writes what the running product is made of as CycloneDX, into the folder given, else into the one of a release. */
const folder = process.argv[2] ?? 'release';
const file = join(folder, 'sbom.cdx.json');

const { name, version, dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  name: string;
  version: string;
  dependencies: object;
  optionalDependencies: object;
};
const product = { name, version, dependencies: Object.keys({ ...dependencies, ...optionalDependencies }) };
const made = { serialNumber: `urn:uuid:${randomUUID()}`, timestamp: new Date().toISOString() };
const bom = bomOf(product, lockedPackages(), made);
mkdirSync(folder, { recursive: true });
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${file}: ${bom.components.length} components`);
