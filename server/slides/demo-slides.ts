// Lists, recognises and removes slides of the demonstration. fill-demo.ts makes them.

import * as records from '../platform/database/demonstration-records.ts';
import type { FileStores } from '../platform/files/file-store.ts';
import { openFiles } from '../platform/files/stored-files.ts';
import slides from './demo-slides.json' with { type: 'json' };
import { deleteSlides, type SlidesDatabase, type SlidesSchema, type SlidesSource } from './store.ts';

const STATE = ['version', 'title', 'message', 'is_public', 'files', 'editor_uid'] as const;

/** Slides by id, each in its newest state; a changed order is no change of them. */
const currentSlides = (source: SlidesSource) =>
  source
    .selectFrom('notes')
    .innerJoin('note_versions as state', (join) =>
      join.onRef('state.note_id', '=', 'notes.id').onRef('state.version', '=', 'notes.version'),
    )
    .select(['notes.id', ...STATE.map((name) => `state.${name}` as const)]);

export const SLIDES: records.KindOf<SlidesSchema> = {
  kind: 'slide',
  read: async (source, ids) =>
    (await currentSlides(source).where('notes.id', 'in', ids.map(Number)).orderBy('notes.id').execute()).map(
      ({ id, version, title, message, is_public, files }): records.Thing => ({
        kind: 'slide',
        id: String(id),
        name: title,
        fingerprint: records.fingerprintOf([version, title, message, is_public, files]),
      }),
    ),
  recognise: async (source) => {
    const first = await currentSlides(source)
      .where('state.version', '=', 1)
      .where('state.editor_uid', 'is', null)
      .execute();
    return first
      .filter((row) => slides.some(({ title, message }) => title === row.title && message === row.message))
      .map(({ id }) => String(id));
  },
};

/** The demonstration's slides; their pictures lie in `stores`. */
export function slidesDemonstration(
  database: SlidesDatabase,
  stores: FileStores,
  clock: () => number,
): records.Demonstration {
  return records.demonstrationOver({
    database,
    kinds: [SLIDES],
    erase: async (made) => {
      const ids = made.map(({ id }) => Number(id));
      const images = await database.write((transaction) => deleteSlides(transaction, ids));
      const files = await openFiles(stores.of('images'));
      for (const name of images) await files.remove(name);
      return [];
    },
    isUsed: async (source) =>
      (await source
        .selectFrom('note_versions')
        .select('note_id')
        .where('editor_uid', 'is not', null)
        .limit(1)
        .executeTakeFirst()) !== undefined,
    clock,
  });
}

export const hasNoSlides = async ({ read }: Pick<SlidesDatabase, 'read'>): Promise<boolean> =>
  (await read.selectFrom('notes').select('id').limit(1).executeTakeFirst()) === undefined;
