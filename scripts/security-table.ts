import { writeFileSync } from 'node:fs';
import { DOCUMENT, wantedDocument } from './security/document.ts';

/** Writes into docs/security.md which tests prove which item. */
writeFileSync(DOCUMENT, wantedDocument());
console.log(`${DOCUMENT} is written.`);
