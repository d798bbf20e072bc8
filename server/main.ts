// The entry of the server: applies the settings file, then starts operations/start/serve.ts.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { SettingsProblem } from '../settings/problem.ts';
import { becomeDataFolderOwner } from './operations/config/data-folder-owner.ts';
import { applySettingsFile, compiledFolder, dataFolderOf, takeEnvOption } from './operations/config/settings-file.ts';
import { writeForOwnerOnly } from './platform/files/folder-access.ts';

/**
 * After a first successful start the modules are kept compiled, also for threads and child programs: the product is
 * ready in two thirds of the time, and no thread keeps a compiler of its own.
 */
writeForOwnerOnly();
try {
  applySettingsFile(process.env, takeEnvOption(process.argv));
  becomeDataFolderOwner(dataFolderOf(process.env));
} catch (error) {
  if (!(error instanceof SettingsProblem)) throw error;
  const { openConsole } = await import('./operations/console/console.ts');
  openConsole(process, process.env).showProblem(error);
  process.exit(1);
}
const folder = compiledFolder(dataFolderOf(process.env));
// What a thread has made of the data of titles no later one makes again, once the folder is there.
process.env.COMPILED_FOLDER = folder;
if (process.env.NODE_COMPILE_CACHE === undefined && existsSync(folder)) {
  process.env.NODE_COMPILE_CACHE = folder;
  module.enableCompileCache(folder);
}
await import('./operations/start/serve.ts');
