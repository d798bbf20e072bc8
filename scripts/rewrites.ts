import { writeFileSync } from 'node:fs';
import { REWRITE_FILES } from './deploy/rewrites.ts';

/** Writes the tables of dynamic addresses for servers of files. */
for (const [path, text] of Object.entries(REWRITE_FILES)) {
  writeFileSync(path, text);
  console.log(`${path} is written.`);
}
