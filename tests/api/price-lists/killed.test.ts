// @module-tag deep
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { workFolder } from '../../support/workbooks-read.ts';
import { shopIn } from './evening-shop.ts';

const IMPORT = fileURLToPath(new URL('./import-slowly.ts', import.meta.url));

test('security 29: killed in the middle of an import, after the restart nothing of it stands and the run is interrupted', {
  timeout: 60_000,
}, async () => {
  const folder = await workFolder();
  const { location, filesFolder, open } = await shopIn(folder, ['ТЕСТ']);
  const list = join(folder, 'price.csv');
  await writeFile(list, Array.from({ length: 100_000 }, (_, at) => `A-${at};Фильтр ${at};${at}`).join('\n'));
  await mkdir(join(filesFolder, 'incoming'), { recursive: true });
  await writeFile(join(filesFolder, 'incoming', 'left.part'), 'x');

  const child = spawn(process.execPath, [IMPORT, JSON.stringify(location), filesFolder, list], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(String(output[0])).toContain('rows');

  const { database, close } = await open();
  try {
    const runs = await database.read.selectFrom('import_runs').selectAll().execute();
    expect(runs).toMatchObject([{ state: 'interrupted', report: null }]);
    for (const table of ['positions', 'article_keys', 'import_changes'] as const) {
      expect(await database.read.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    expect(await readdir(filesFolder)).not.toContain('incoming');
  } finally {
    await close();
  }
});
