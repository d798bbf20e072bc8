// @module-tag deep
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPortal } from '../../../server/operations/services/databases.ts';
import type { Portal } from '../../../server/operations/services/portal.ts';
import { sweepPhotos } from '../../../server/people/profiles/photos.ts';
import { createProfile, findByUid } from '../../../server/people/profiles/profile-store.ts';
import { doubledName } from '../../../server/platform/files/stored-files.ts';
import { informatorSettings } from '../../support/informator.ts';
import { killAfter } from '../../support/kill.ts';
import { EVENING } from '../../support/moment.ts';
import { writtenAt } from '../../support/written-at.ts';

const LOOP = fileURLToPath(new URL('../../support/profile-photo-loop.ts', import.meta.url));
const TWO_HOURS = 7_200_000;
const ANNA = { uid: 'anna', email: 'anna@example.ru' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-killed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = () => join(folder, 'informator.db');
const filesFolder = () => join(folder, 'files');
const photos = async () => (await readdir(join(filesFolder(), 'photos'))).sort();
const open = (): Promise<Portal> =>
  openPortal({
    location: { dialect: 'sqlite', file: file() },
    filesFolder: filesFolder(),
    ...informatorSettings(),
    clock: () => EVENING,
    log: pino({ level: 'silent' }),
  });

test('security 29: killed in the middle of replacing a profile photo, the profile has its photo, and the sweep leaves no other file', async () => {
  const first = await open();
  await createProfile(first.context.database, ANNA, { name: null, leftBy: null, now: 0 });
  await first.close();

  for (const afterMs of [3, 11, 29]) {
    await killAfter(afterMs, LOOP, file(), filesFolder(), ANNA.uid);
    // Two hours later: whatever the row does not name is old enough to go.
    await writtenAt(filesFolder(), EVENING - TWO_HOURS);
    const { context, close } = await open();
    const photo = (await findByUid(context.database.read, ANNA.uid))?.photo ?? 'none';
    const own = [photo, doubledName(photo)].sort();
    expect(await photos()).toEqual(expect.arrayContaining(own));
    await sweepPhotos(context);
    expect(await photos()).toEqual(own);
    await close();
  }
});

test('security 47: a server that starts removes what ended ones left, and not the uploads of another one', async () => {
  const incoming = join(filesFolder(), 'incoming');
  await mkdir(incoming, { recursive: true });
  for (const owner of [process.ppid, 2 ** 30]) await writeFile(join(incoming, `${owner}-x.part`), 'half');
  await (await open()).close();
  expect(await readdir(incoming)).toEqual([`${process.ppid}-x.part`]);
});
