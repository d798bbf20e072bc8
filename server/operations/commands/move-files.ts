// The command that copies uploaded files from the data folder into the object storage or back, and proves that both
// are equal.
import { parseArgs } from 'node:util';
import { DRAFT, type FileFacts, type FileStore, sumOfStored } from '../../platform/files/file-store.ts';
import { eachFile } from '../backup/sets.ts';
import { type Config, kindsInFolder, kindsInStorage, type StoredKind, storesOf } from '../config/config.ts';
import { openDataFolder } from '../config/data-folder.ts';
import { Refused, wrongUsage } from '../console/problems.ts';
import { runCommand, shopConfig } from './command-line.ts';

interface FilesMoved {
  /** Files of the source, each of which the target has with the same content. */
  files: number;
  bytes: number;
  /** Those of them that were not there yet. */
  copied: number;
  /** Files that the target has besides. */
  others: number;
  /** Paths whose contents differ, or that are missing, after all. */
  readonly unequal: string[];
}

/** Copies what the target lacks by size, so goes on after a break, then compares counts and hashes. Removes nothing. */
async function moveFiles(
  from: readonly StoredKind[],
  to: readonly StoredKind[],
  say: (line: string) => void,
): Promise<FilesMoved> {
  const moved: FilesMoved = { files: 0, bytes: 0, copied: 0, others: 0, unequal: [] };
  for (const { path, store: source } of from) {
    const target = to.find((kind) => kind.path === path)?.store;
    if (!target) throw new Error(`there is no place for ${path}`);
    await target.prepare();
    const files = await factsIn(source);
    const before = await factsIn(target);
    const missing = [...files.values()].filter(({ name, size }) => before.get(name)?.size !== size);
    await eachFile(missing, ({ name }) => copyOne(source, target, name));
    const after = await factsIn(target);
    const unequal: string[] = [];
    await eachFile(files.values(), async ({ name }) => {
      const sum = await sumOfStored(source, name);
      // Gone meanwhile, as a photo that was replaced.
      if (sum !== null && sum !== (await sumOfStored(target, name))) unequal.push(`${path}/${name}`);
    });
    moved.files += files.size;
    moved.bytes += [...files.values()].reduce((bytes, { size }) => bytes + size, 0);
    moved.copied += missing.length;
    moved.others += [...after.keys()].filter((name) => !files.has(name)).length;
    moved.unequal.push(...unequal);
    say(`${path}: ${files.size} files, ${missing.length} of them copied now, ${unequal.length} differ`);
  }
  return moved;
}

async function copyOne(source: FileStore, target: FileStore, name: string): Promise<void> {
  const lent = await source.borrow(name);
  if (!lent) return;
  try {
    await target.copy(name, lent.path);
  } finally {
    await lent.release();
  }
}

async function factsIn(store: FileStore): Promise<Map<string, FileFacts>> {
  const facts = new Map<string, FileFacts>();
  for await (const file of store.list()) if (!file.name.endsWith(DRAFT)) facts.set(file.name, file);
  return facts;
}

const USAGE = `Copies files between DATA_DIR and the object storage of FILES_URL.

  parts move-files to-storage    from DATA_DIR/files into the storage
  parts move-files to-folder     from the storage into DATA_DIR/files

Every file is read back and compared by its hash. Nothing is removed on either side. What was copied before is not copied
again: a run that broke off is started anew, and one beside a working server is followed by another while it is stopped.
Then start the server with FILES_URL, or without it. The last line of standard output is JSON. It ends with 0: all files are
there and equal, 1: they are not, 2: wrongly asked.`;

const clock = () => Date.now();
const NAMED_MAX = 20;

async function move(config: Config, isToStorage: boolean): Promise<object> {
  const began = performance.now();
  await openDataFolder(config.dataDir);
  await storesOf(config, 'bridge', clock).probe();
  const sides = [kindsInFolder(config, clock), kindsInStorage(config, clock)] as const;
  const [from, to] = isToStorage ? sides : sides.toReversed();
  const { unequal, ...moved } = await moveFiles(from ?? [], to ?? [], (line) => console.log(line));
  if (unequal.length > 0)
    throw new Refused(`${unequal.length} files differ or are missing: ${unequal.slice(0, NAMED_MAX).join(', ')}`);
  return { equal: true, ...moved, ms: Math.round(performance.now() - began) };
}

await runCommand(async () => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
  if (values.help) return USAGE;
  const [way, ...others] = positionals;
  if ((way !== 'to-storage' && way !== 'to-folder') || others.length > 0)
    throw wrongUsage(`to-storage or to-folder, please\n\n${USAGE}`);
  const config = await shopConfig();
  if (!config.objectStorage) throw wrongUsage('FILES_URL names no object storage');
  return JSON.stringify(await move(config, way === 'to-storage'));
});
