import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import {
  appendFile,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { folderKind } from '../../../server/price-lists/sources/folder.ts';
import { copyFound, filesIn, moveFound, openFolder } from '../../../server/price-lists/sources/folder-files.ts';
import type { Source, SourceContext } from '../../../server/price-lists/sources/source.ts';
import { aboveSql } from '../../support/databases.ts';
import { addSource, arrivalsOf, check, listText, testFolder, withSources } from './sources.ts';

vi.setConfig({ testTimeout: 180_000 });

const SECRET = 'what nobody of the folder may read';
/** As long as a name may be: a second one of it does not fit. */
const LONGEST = `${'a'.repeat(251)}.csv`;

/** Where a shop takes price lists, and a folder beside it that is none of its business. */
async function places() {
  const importFolder = await testFolder();
  const outside = await testFolder();
  const home = join(importFolder, 'a');
  await mkdir(home);
  await writeFile(join(outside, 'secret.csv'), SECRET);
  return { importFolder, home, outside, secret: join(outside, 'secret.csv') };
}

interface Look {
  readonly taken: Record<string, string>;
  readonly ignored: Record<string, string>;
  readonly problem: string | null;
  readonly mark: string | null;
}

/** One look at the folder; `meanwhile` is done while a file is imported. */
async function lookAt(
  importFolder: string,
  {
    descriptors,
    mark = null,
    meanwhile,
  }: { descriptors?: string; mark?: string | null; meanwhile?: () => Promise<void> },
): Promise<Look> {
  const incomingFolder = join(await testFolder(), 'incoming');
  const taken: Record<string, string> = {};
  const ignored: Record<string, string> = {};
  let kept = mark;
  let problem: string | null = null;
  try {
    await folderKind(descriptors).check(
      { settings: { importFolder, settledMs: 0 }, incomingFolder } as SourceContext,
      { settings: { folder: 'a' }, mark } as Source & { kind: 'folder' },
      {
        take: async ({ path, name }) => {
          taken[name] = await readFile(path, 'utf8');
          await meanwhile?.();
          return 'applied';
        },
        ignore: async ({ name }, reason) => {
          ignored[name] = reason;
        },
        mark: async (now) => {
          kept = now;
        },
        signal: new AbortController().signal,
      },
    );
  } catch (error) {
    problem = (error as Error).message;
  }
  expect(await readdir(incomingFolder).catch(() => [])).toEqual([]);
  return { taken, ignored, problem, mark: kept };
}

/** Files of different seconds, so that they are taken in this order. */
async function put(home: string, names: readonly string[]): Promise<void> {
  for (const [at, name] of names.entries()) {
    await writeFile(join(home, name), `list ${name}`);
    await utimes(join(home, name), 1_000 + at, 1_000 + at);
  }
}

describe.each([
  ['by its descriptor', undefined],
  ['by its name, where descriptors are not shown as paths', '/no/descriptors'],
])('a folder of price lists that is held %s', (_, descriptors) => {
  test('security 104: is no link, and neither are its places for handled files', async () => {
    const { importFolder, home, outside, secret } = await places();
    for (const place of ['done', 'failed']) {
      await put(home, ['list.csv']);
      await symlink(outside, join(home, place));
      const { taken, problem } = await lookAt(importFolder, { descriptors });
      expect([taken, problem]).toEqual([{}, expect.stringContaining(`${join(home, place)}\u00a0— ссылка`)]);
      await rm(join(home, place));
      await writeFile(join(home, place), '');
      expect(await lookAt(importFolder, { descriptors })).toMatchObject({
        taken: {},
        problem: expect.stringContaining('ссылка или файл'),
      });
      await rm(join(home, place));
    }
    await rename(home, join(importFolder, 'b'));
    expect(await lookAt(importFolder, { descriptors })).toMatchObject({ problem: `Нет папки ${home}` });
    await symlink(outside, home);
    const { taken, problem } = await lookAt(importFolder, { descriptors });
    expect([taken, problem]).toEqual([{}, expect.stringContaining(`${home}\u00a0— ссылка`)]);
    expect(await readdir(outside)).toEqual(['secret.csv']);
    expect(await readFile(secret, 'utf8')).toBe(SECRET);
  });

  test.skipIf(process.platform === 'win32')(
    'security 104: has nothing taken that comes into the place of a settled file',
    async () => {
      const { importFolder, home, secret } = await places();
      const names = ['1.csv', 'link.csv', 'pipe.csv', 'folder.csv', 'gone.csv', 'other.csv', 'long.csv', 'last.csv'];
      await put(home, names);
      let isSwapped = false;
      const { taken, ignored, problem } = await lookAt(importFolder, {
        descriptors,
        meanwhile: async () => {
          if (isSwapped) return;
          isSwapped = true;
          for (const name of names.slice(1, 6)) await rm(join(home, name));
          await symlink(secret, join(home, 'link.csv'));
          execFileSync('mkfifo', [join(home, 'pipe.csv')]);
          await mkdir(join(home, 'folder.csv'));
          await put(home, ['other.csv']);
          await appendFile(join(home, 'long.csv'), ' and more');
        },
      });
      expect([taken, ignored, problem]).toEqual([{ '1.csv': 'list 1.csv', 'last.csv': 'list last.csv' }, {}, null]);
      expect((await readdir(join(home, 'done'))).sort()).toEqual(['1.csv', 'last.csv']);
      expect((await lstat(join(home, 'link.csv'))).isSymbolicLink()).toBe(true);
      // What is a list again comes with the next look; links and pipes never do.
      const next = await lookAt(importFolder, { descriptors });
      expect(next.taken).toEqual({ 'other.csv': 'list other.csv', 'long.csv': 'list long.csv and more' });
    },
  );

  test('security 104: has no file of several names taken: it goes to the failed ones as it is', async () => {
    const { importFolder, home, secret } = await places();
    await link(secret, join(home, 'list.csv'));
    const { taken, ignored, problem } = await lookAt(importFolder, { descriptors });
    expect([taken, problem]).toEqual([{}, null]);
    expect(ignored).toEqual({ 'list.csv': expect.stringContaining('второе имя') });
    expect((await stat(join(home, 'failed', 'list.csv'))).ino).toBe((await stat(secret)).ino);
    expect(await readdir(home)).toEqual(['failed']);
  });

  test('security 104: leads nowhere when it is swapped for a link during an import', async () => {
    const { importFolder, home, outside } = await places();
    const moved = join(importFolder, 'moved');
    await put(home, ['1.csv', '2.csv']);
    await put(outside, ['1.csv', '2.csv']);
    const { taken, problem } = await lookAt(importFolder, {
      descriptors,
      meanwhile: async () => {
        if (existsSync(moved)) return;
        await rename(home, moved);
        await symlink(outside, home);
      },
    });
    expect((await readdir(outside)).sort()).toEqual(['1.csv', '2.csv', 'secret.csv']);
    const isByDescriptor = descriptors === undefined && process.platform === 'linux';
    expect(Object.keys(taken)).toEqual(isByDescriptor ? ['1.csv', '2.csv'] : ['1.csv']);
    expect((await readdir(moved)).sort()).toEqual(isByDescriptor ? ['done'] : ['1.csv', '2.csv']);
    if (isByDescriptor) expect(problem).toBeNull();
    else expect(problem).toContain('подменена');
  });

  test('security 104: has a file moved under a free name, which a link that leads nowhere takes as well', async () => {
    const { importFolder, home, outside } = await places();
    await put(home, ['list.csv']);
    await mkdir(join(home, 'done'));
    await symlink(join(outside, 'new.csv'), join(home, 'done', 'list.csv'));
    await writeFile(join(home, 'done', 'list (2).csv'), 'before');
    expect(await lookAt(importFolder, { descriptors })).toMatchObject({ problem: null });
    expect(await readFile(join(home, 'done', 'list (2).csv'), 'utf8')).toBe('before');
    expect(await readFile(join(home, 'done', 'list (3).csv'), 'utf8')).toBe('list list.csv');
    expect(await readdir(outside)).toEqual(['secret.csv']);
  });

  test('security 104: has what cannot be moved taken once, until it changes, and moved when it can be', async () => {
    const { importFolder, home, outside } = await places();
    const done = join(home, 'done');
    await put(home, ['list.csv']);
    const first = await lookAt(importFolder, { descriptors, meanwhile: () => symlink(outside, done) });
    expect(Object.keys(first.taken)).toEqual(['list.csv']);
    expect(first.problem).toContain(`«list.csv» в\u00a0«done» (${done}\u00a0— ссылка`);
    expect(await readdir(outside)).toEqual(['secret.csv']);
    await rm(done);
    const second = await lookAt(importFolder, { descriptors, mark: first.mark });
    expect(second).toEqual({ taken: {}, ignored: {}, problem: null, mark: '{}' });
    expect(await readdir(done)).toEqual(['list.csv']);
  });
});

test('security 104: a file that grows while it is copied is copied no further than it was found, and is left alone', async () => {
  const { home, outside } = await places();
  const path = join(home, 'list.csv');
  await writeFile(path, Buffer.alloc(32 * 1024 * 1024, 'a'));
  await using held = await openFolder(home);
  const [found] = await filesIn(held, () => true);
  if (!found) throw new Error('no file');
  const copy = join(outside, 'copy');
  let came: string | null = null;
  const copying = copyFound(held, found, copy).then((copied) => {
    came = copied;
  });
  while (came === null) {
    if (existsSync(copy)) await appendFile(path, 'b'.repeat(100_000));
    await setImmediate();
  }
  await copying;
  expect(came).toBe('changed');
  expect([statSync(copy).size, statSync(path).size > found.bytes]).toEqual([found.bytes, true]);
});

test('security 104: no more files are taken than can be remembered where none can be moved', async () => {
  const { importFolder, home } = await places();
  const names = Array.from({ length: 101 }, (_, at) => `${at}`.padStart(3, '0') + LONGEST.slice(3));
  await mkdir(join(home, 'done'));
  await put(home, names);
  await put(join(home, 'done'), names);
  const first = await lookAt(importFolder, {});
  expect(Object.keys(first.taken)).toHaveLength(100);
  expect(first.problem).toContain('файлов: 100, первый');
  expect(first.mark?.length).toBeLessThan(4_000);
  const second = await lookAt(importFolder, { mark: first.mark });
  expect([second.taken, second.mark]).toEqual([{}, first.mark]);
  expect(second.problem).toContain('Новые файлы пока не\u00a0берутся');
});

/** A folder on another disk than the temporary ones: the memory of Linux looks like one, unless these lie in it. */
const OTHER_DISK = ['/dev/shm', '/var/tmp'].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
);

test.skipIf(!OTHER_DISK)(
  'security 104: a file goes to another disk as a copy, and one of several names stays',
  async () => {
    const { home, secret } = await places();
    const far = join(OTHER_DISK ?? '', `parts-done-${process.pid}`);
    await mkdir(far);
    onTestFinished(() => rm(far, { recursive: true }));
    await put(home, ['list.csv']);
    await link(secret, join(home, 'two.csv'));
    await using from = await openFolder(home);
    await using to = await openFolder(far);
    const [list, two] = await filesIn(from, () => true);
    if (!list || !two) throw new Error('no files');
    await moveFound(from, to, list);
    await expect(moveFound(from, to, two)).rejects.toThrow('EXDEV');
    expect([await readdir(far), await readdir(home)]).toEqual([['list.csv'], ['two.csv']]);
    expect(await readFile(join(far, 'list.csv'), 'utf8')).toBe('list list.csv');
  },
);

aboveSql('a folder of price lists in a shop', (open) => {
  test('security 104: tells of a file of several names, and of one that cannot be moved, which is imported once', async () => {
    const { importFolder, home, secret } = await places();
    await withSources(
      open,
      async (shop) => {
        const { id } = await addSource(shop, { kind: 'folder', settings: { folder: 'a' } });
        await link(secret, join(home, 'two.csv'));
        await mkdir(join(home, 'done'));
        await writeFile(join(home, 'done', LONGEST), '');
        await writeFile(join(home, LONGEST), listText(20, 100));
        for (let look = 0; look < 2; look += 1) {
          expect(await check(shop, id)).toMatchObject({ problem: expect.stringContaining('ENAMETOOLONG') });
          expect(await arrivalsOf(shop)).toMatchObject([
            { state: 'applied', fileName: LONGEST, runId: 1 },
            { state: 'ignored', fileName: 'two.csv', reason: expect.stringContaining('второе имя') },
          ]);
        }
        await writeFile(join(home, LONGEST), listText(20, 101));
        await check(shop, id);
        expect((await arrivalsOf(shop))[0]).toMatchObject({ state: 'applied', runId: 2 });
        await rm(join(home, 'done', LONGEST));
        expect(await check(shop, id)).toMatchObject({ problem: null });
        expect(await arrivalsOf(shop)).toHaveLength(3);
        expect(await readdir(join(home, 'done'))).toEqual([LONGEST]);
      },
      { importFolder },
    );
  });
});
