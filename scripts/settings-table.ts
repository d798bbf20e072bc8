import { writeFileSync } from 'node:fs';
import { DOCUMENT, wantedDocument } from './settings/document.ts';

/** Writes the table of settings into the README. */
writeFileSync(DOCUMENT, wantedDocument());
console.log(`${DOCUMENT} is written.`);
