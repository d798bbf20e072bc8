// Crosses, which say that one article replaces another: their table and the routes of administrators.

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import Type from 'typebox';
import { CrossUploadAnswer, type SaidCross, SaidCrosses } from '../../../contract/catalogue/crosses.ts';
import { CROSS_FORM } from '../../../contract/catalogue/forms.ts';
import { CROSS_LIST_MAX, PRICE_FILE_MAX } from '../../../contract/limits.ts';
import { CROSS_UPLOAD_BODY } from '../../../contract/price-lists/upload-bodies.ts';
import { badRequest, notFound, readForm } from '../../platform/http/request.ts';
import { oneFileUpTo } from '../../platform/http/upload.ts';
import { isoTime } from '../../platform/text/day.ts';
import { pathId } from '../context/answers.ts';
import { type CatalogueContext, type Editor, editorOf } from '../context/context.ts';
import type { CatalogueDatabase, CatalogueSource, CrossTable } from '../context/schema.ts';
import { type MakerNames, makerNamesOf } from '../search-words/maker-names.ts';
import { isOfItself, type Replacement, replacementsOf, reverseOf } from './replacements.ts';
import { partIdOf, partKeyOf, visiblePosition } from './visible-positions.ts';

export function crossRoutes(
  context: CatalogueContext,
  takeCrossFile: (request: FastifyRequest) => Promise<CrossUploadAnswer>,
): FastifyPluginAsyncTypebox {
  const { database, clock } = context;
  return async (app) => {
    app.get(
      '/crosses',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'What was said of the part of a position, in either direction, in the catalogue or not',
          querystring: Type.Object({ positionId: Type.Optional(Type.String()) }),
          response: { 200: SaidCrosses },
        },
      },
      async ({ query }, reply) => {
        const id = pathId(query.positionId ?? '', 'card');
        const position = await visiblePosition(database.read, id);
        const partId = await partIdOf(database.read, id);
        const own = partId === null ? null : await partKeyOf(database.read, partId);
        if (!position || !own) throw notFound('card not found');
        reply.header('cache-control', 'no-store');
        return {
          article: position.article,
          maker: position.manufacturer || null,
          ...listCrosses(await crossesOf(database.read, own.key), own, await makerNamesOf(database.read)),
        };
      },
    );

    app.post(
      '/crosses',
      {
        config: { permission: 'admin', form: CROSS_FORM },
        schema: {
          summary: 'Says that one article replaces another, or either the other; what counts already stays',
          response: { 200: Type.Object({ isNew: Type.Boolean({ description: 'False: all of it was said before' }) }) },
        },
      },
      async (request) => {
        const { article, maker, crossArticle, crossMaker, way } = readForm(request, CROSS_FORM);
        const own = { article, manufacturer: maker };
        const cross = { article: crossArticle, manufacturer: crossMaker };
        if (isOfItself(own, cross)) throw badRequest('cross of itself');
        const said = replacementsOf(way, own, cross);
        if (said.some(({ article_key }) => article_key === '')) throw badRequest('invalid article');
        return { isNew: await addReplacements(database, said, editorOf(request.caller), clock()) };
      },
    );

    app.delete(
      '/crosses/:id',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Takes a cross away, in both directions',
          params: Type.Object({ id: Type.String() }),
          response: { 204: Type.Null() },
        },
      },
      async ({ params }, reply) => {
        if (!(await removeCross(database, pathId(params.id, 'cross')))) throw notFound('cross not found');
        return reply.code(204).send(null);
      },
    );

    app.post(
      '/crosses/upload',
      {
        config: { permission: 'admin', files: oneFileUpTo(PRICE_FILE_MAX), bodySchema: CROSS_UPLOAD_BODY },
        schema: {
          summary:
            'Takes the crosses of a sheet: multipart with the file in `file`, or `fileId` of a guess, and `sheet`, `startRow`, `way` and the columns `article`, `maker`, `cross`, `crossMaker`. With `dryRun=1` it only says what it would do',
          response: { 200: CrossUploadAnswer },
        },
      },
      takeCrossFile,
    );
  };
}

type CrossRecord = Selectable<CrossTable> & { readonly file_name: string | null };

/** The crosses of an article in either direction, of any maker, the oldest first; one more than are listed. */
function crossesOf(read: CatalogueSource, key: string): Promise<CrossRecord[]> {
  return read
    .selectFrom('crosses as c')
    .leftJoin('import_runs as r', 'r.id', 'c.run_id')
    .selectAll('c')
    .select('r.file_name')
    .where('c.removed_by', 'is', null)
    .where(({ or, eb }) => or([eb('c.article_key', '=', key), eb('c.replaced_key', '=', key)]))
    .orderBy('c.id')
    .limit(2 * CROSS_LIST_MAX + 1)
    .execute();
}

/** Adds crosses entered by hand; existing ones stay as they are. Returns whether any is new. */
const addReplacements = (
  database: CatalogueDatabase,
  replacements: readonly Replacement[],
  { uid, who }: Editor,
  now: number,
): Promise<boolean> =>
  database.write(async (transaction) => {
    let isNew = false;
    for (const replacement of replacements) {
      const said = { ...replacement, uid, who, saved_at: now, run_id: null, removed_by: null };
      const written = await transaction
        .insertInto('crosses')
        .values(said)
        .onConflict((conflict) =>
          conflict.column('identity').doUpdateSet(said).where('crosses.removed_by', 'is not', null),
        )
        .returning('id')
        .executeTakeFirst();
      isNew ||= written !== undefined;
    }
    return isNew;
  });

/** Removes a cross in both directions; false when there is none. */
const removeCross = (database: CatalogueDatabase, id: number): Promise<boolean> =>
  database.write(async (transaction) => {
    const known = await transaction
      .selectFrom('crosses')
      .selectAll()
      .where('id', '=', id)
      .where('removed_by', 'is', null)
      .executeTakeFirst();
    if (!known) return false;
    await transaction
      .deleteFrom('crosses')
      .where('identity', 'in', [known.identity, reverseOf(known)])
      .execute();
    return true;
  });

/** The crosses of a part by the rows of its article, the oldest first, without those that name another maker. */
function listCrosses(
  rows: readonly CrossRecord[],
  { key, maker }: { readonly key: string; readonly maker: string },
  names: MakerNames,
): { crosses: SaidCross[]; isCut: boolean } {
  const own = names.keyOf(maker);
  const mayBeOwn = (other: string) => other === '' || own === '' || names.keyOf(other) === own;
  const said = new Map<string, SaidCross>();
  for (const row of rows) {
    const isReplacing = row.article_key === key && mayBeOwn(row.manufacturer_key);
    const isReplaced = row.replaced_key === key && mayBeOwn(row.replaced_manufacturer_key);
    if (!isReplacing && !isReplaced) continue;
    const reverse = said.get(reverseOf(row));
    if (reverse) said.set(reverseOf(row), { ...reverse, way: 'both' });
    else said.set(row.identity, findCross(row, isReplacing));
  }
  const crosses = [...said.values()];
  return {
    crosses: crosses.slice(0, CROSS_LIST_MAX),
    isCut: crosses.length > CROSS_LIST_MAX || rows.length > 2 * CROSS_LIST_MAX,
  };
}

const findCross = (row: CrossRecord, isReplacing: boolean): SaidCross => ({
  id: row.id,
  way: isReplacing ? 'replaces' : 'replaced',
  article: isReplacing ? row.replaced_article : row.article,
  maker: (isReplacing ? row.replaced_manufacturer : row.manufacturer) || null,
  run: row.run_id === null ? null : { id: row.run_id, fileName: row.file_name ?? '' },
  who: row.who,
  savedAt: isoTime(row.saved_at),
});
