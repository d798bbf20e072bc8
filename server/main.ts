import { existsSync } from 'node:fs';
import module from 'node:module';
import { DATA_FOLDER } from '../settings/data-folder.ts';
import { compiledFolder } from './config/compiled.ts';
import { writeForOwnerOnly } from './files/owner-only.ts';

/**
 * The product. Where a start has succeeded before, its modules lie compiled, for its threads and the programs that it starts
 * too: it is ready in two thirds of the time, and no thread keeps a compiler of its own.
 */
writeForOwnerOnly();
const folder = compiledFolder(process.env.DATA_DIR || DATA_FOLDER);
if (process.env.NODE_COMPILE_CACHE === undefined && existsSync(folder)) {
  process.env.NODE_COMPILE_CACHE = folder;
  module.enableCompileCache(folder);
}
await import('./serve.ts');
