/** Copies the files of a data folder into the object storage, or back, and proves that they are equal. */
import { parseArgs } from 'node:util';
import type { Config } from '../config/config.ts';
import { openDataFolder } from '../config/data-folder.ts';
import { kindsInFolder, kindsInStorage } from '../config/file-kinds.ts';
import { storesOf } from '../config/places.ts';
import { writeForOwnerOnly } from '../files/owner-only.ts';
import { moveFiles } from '../move/move-files.ts';
import { endWith } from './end-with.ts';
import { misused, Refused } from './refused.ts';
import { shopConfig } from './shop-config.ts';

const USAGE = `Copies files between DATA_DIR and the object storage of FILES_URL.

  parts move-files to-storage    from DATA_DIR/files into the storage
  parts move-files to-folder     from the storage into DATA_DIR/files

Every file is read back and compared by its hash. Nothing is removed on either side. What was copied before is not copied
again: a run that broke off is started anew, and one beside a working server is followed by another while it is stopped.
Then start the server with FILES_URL, or without it. The last line of standard output is JSON. It ends with 0: all files are
there and equal, 1: they are not, 2: wrongly asked.`;

const clock = () => Date.now();
/** Unequal files that are named. */
const TOLD = 20;

async function move(config: Config, isToStorage: boolean): Promise<object> {
  const began = performance.now();
  await openDataFolder(config.dataFolder);
  await storesOf(config, 'bridge', clock).probe();
  const sides = [kindsInFolder(config, clock), kindsInStorage(config, clock)] as const;
  const [from, to] = isToStorage ? sides : sides.toReversed();
  const { unequal, ...moved } = await moveFiles(from ?? [], to ?? [], (line) => console.log(line));
  if (unequal.length > 0)
    throw new Refused(`${unequal.length} files differ or are missing: ${unequal.slice(0, TOLD).join(', ')}`);
  return { equal: true, ...moved, ms: Math.round(performance.now() - began) };
}

writeForOwnerOnly();
await endWith(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  });
  if (values.help) return USAGE;
  const [way, ...others] = positionals;
  if ((way !== 'to-storage' && way !== 'to-folder') || others.length > 0)
    throw misused(`to-storage or to-folder, please\n\n${USAGE}`);
  const config = await shopConfig();
  if (!config.objectStorage) throw misused('FILES_URL names no object storage');
  return JSON.stringify(await move(config, way === 'to-storage'));
});
