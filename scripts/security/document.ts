import { globSync, readFileSync } from 'node:fs';
import { withTable } from '../marked-table.ts';
import { type Proof, proofsIn } from './proofs.ts';
import { tableOf } from './table.ts';

export const DOCUMENT = 'docs/security.md';

/** Every test of the project that proves an item, in the order of files. */
export const allProofs = (): Proof[] =>
  globSync('tests/**/*.{test,spec}.{ts,tsx}')
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .flatMap((file) => proofsIn(file, readFileSync(file, 'utf8')));

/** The document as it should be. */
export const wantedDocument = (): string =>
  withTable(readFileSync(DOCUMENT, 'utf8'), 'npm run docs:security', tableOf(allProofs()));
