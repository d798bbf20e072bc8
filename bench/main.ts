import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { catalogues } from './catalogue.ts';
import { databasesOn } from './databases.ts';
import { readOptions } from './options.ts';
import type { Part } from './part.ts';
import { endOfRun, startOfRun } from './run-line.ts';
import { notCarriedOut, tableOf } from './table.ts';
import { withWorkbench } from './workbench.ts';

const say = (line: string) => console.error(line);

const options = (() => {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error((error as Error).message);
    return process.exit(2);
  }
})();

const headingOf = (part: Part) => part.title(options) + (options.small ? ', small' : '');

const work = await mkdtemp(join(tmpdir(), 'parts-bench-'));
const folder = options.folder ? resolve(options.folder) : work;
const databases = options.postgres ? databasesOn(options.postgres) : null;
const run = { ...options, work, databases, catalogues: catalogues({ ...options, folder, say }), say };

try {
  console.log(`${startOfRun()}\n`);
  for (const part of options.parts) {
    say(`Measuring: ${part.name}…`);
    const began = performance.now();
    const figures = await withWorkbench(run, part.measure).catch((error: unknown) => {
      console.error(error);
      return [notCarriedOut(part.name, error)];
    });
    say(`  ${Math.round((performance.now() - began) / 1000)} s`);
    console.log(`${tableOf(headingOf(part), figures)}\n`);
  }
  console.log(endOfRun());
} finally {
  await databases?.dropAll();
  await rm(work, { recursive: true, force: true });
}
