// @module-tag deep
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NoteFile } from '../../../contract/slides/slides.ts';
import { openSlides } from '../../../server/operations/services/databases.ts';
import { sweepImages } from '../../../server/slides/save-form.ts';
import { killAfter } from '../../support/kill.ts';
import { EVENING } from '../../support/moment.ts';
import { writtenAt } from '../../support/written-at.ts';
import { withDoubles } from './slides.ts';

const LOOP = fileURLToPath(new URL('../../support/note-loop.ts', import.meta.url));
const TWO_HOURS = 7_200_000;

/** States that so many steps of the script leave: it makes two slides, changes one and deletes the other, again and again. */
const statesAfter = (steps: number) => 2 * Math.floor(steps / 4) + (steps % 4);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-killed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('security 29: killed in the middle of saving slides with pictures, all that was answered stands, no state misses a picture, and the sweep leaves no other', async () => {
  const location = { dialect: 'sqlite', file: join(folder, 'mnote.db') } as const;
  const filesFolder = join(folder, 'files');
  let recorded = 0;
  for (const when of [3, 17, 41, 73, { answers: 1 }, { answers: 3 }, { answers: 5 }]) {
    const answered = await killAfter(when, LOOP, location.file, filesFolder);
    // Two hours later: whatever no row names is old enough to go.
    await writtenAt(filesFolder, EVENING - TWO_HOURS);
    const clock = () => EVENING;
    const mnote = await openSlides({ location, filesFolder, clock, log: pino({ level: 'silent' }) });
    const { read } = mnote.context.database;
    const rows = await read.selectFrom('note_versions').select('files').execute();
    const named = new Set(rows.flatMap(({ files }) => (JSON.parse(files) as NoteFile[]).map((file) => file.fileName)));
    // Every answered step stands, and of those that were not at most the one under way.
    expect([statesAfter(answered), statesAfter(answered + 1)]).toContain(rows.length - recorded);
    recorded = rows.length;
    const notes = await read.selectFrom('notes').select(['id', 'version']).execute();
    expect(notes.length).toBeGreaterThan(0);
    for (const { id, version } of notes) {
      const history = await read.selectFrom('note_versions').select('version').where('note_id', '=', id).execute();
      expect(history).toHaveLength(version);
    }
    await sweepImages(mnote.context);
    expect((await readdir(join(filesFolder, 'images'))).sort()).toEqual(withDoubles(...named));
    await mnote.close();
    expect(await readdir(join(filesFolder, 'incoming')).catch(() => [])).toEqual([]);
  }
});
