// Routes by which administrators keep pictures for the texts of the site, and put the slides of the home page in
// order.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { Editor } from '../../contract/answers.ts';
import { MARKDOWN_BODY_MAX, NOTE_IMAGES_MAX, NOTE_PAGE_MAX } from '../../contract/limits.ts';
import { NOTE_FILE_FORM, NOTE_FORM, NOTE_ORDER_FORM, NoteFile } from '../../contract/slides/slides.ts';
import { savedNow } from '../platform/database/types.ts';
import { badRequest, notFound, readForm, requireEditor } from '../platform/http/request.ts';
import { missingSlide, SLIDE_FILES, withSlideForm } from './save-form.ts';
import { newestSlides, orderSlides, type SlidesContext, type SlidesDatabase, type SlidesSource } from './store.ts';

export function pictureRoutes(context: SlidesContext): FastifyPluginAsyncTypebox {
  const { database, clock, onChange } = context;

  return async (app) => {
    app.get(
      '/pictures',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Pictures kept for texts, then those of the slides, the newest first',
          response: { 200: Type.Array(NoteFile) },
        },
      },
      () => listPictures(database.read, NOTE_PAGE_MAX),
    );

    app.post(
      '/pictures',
      {
        bodyLimit: MARKDOWN_BODY_MAX,
        config: { permission: 'admin', files: SLIDE_FILES, keepsNul: true, form: NOTE_FORM },
        schema: {
          summary: 'Takes files `images` for texts; they lie where the pictures of slides do',
          response: { 201: Type.Array(NoteFile) },
        },
      },
      async (request, reply) => {
        const kept = await withSlideForm(request, context, NOTE_IMAGES_MAX, async (_, files) => {
          if (files.length === 0) throw badRequest('bad mime type');
          await keepTextPictures(database, files, requireEditor(request), clock());
          return [...files];
        });
        return reply.code(201).send(kept);
      },
    );

    app.put(
      '/pictures',
      {
        config: { permission: 'admin', form: NOTE_FILE_FORM },
        schema: {
          summary: 'Keeps the picture of a slide, which a text shows from now on, whatever becomes of the slide',
          response: { 200: NoteFile },
        },
      },
      async (request) => {
        const { fileName } = readForm(request, NOTE_FILE_FORM);
        const file = fileName === null ? null : await findPicture(database.read, fileName);
        if (!file) throw notFound('file not found');
        await keepTextPictures(database, [file], requireEditor(request), clock());
        return file;
      },
    );

    app.put(
      '/order',
      {
        config: { permission: 'admin', form: NOTE_ORDER_FORM },
        schema: {
          summary: 'Puts slides into this order among each other; all others stay where they are',
          response: { 200: Type.Object({ ids: Type.Array(Type.Integer()) }) },
        },
      },
      async (request) => {
        const { ids } = readForm(request, NOTE_ORDER_FORM);
        if (!(await orderSlides(database, ids))) throw missingSlide();
        onChange();
        return { ids: [...ids] };
      },
    );
  };
}

/** Keeps pictures for texts: they stay whatever becomes of the slides that show them too. */
async function keepTextPictures(
  database: SlidesDatabase,
  files: readonly NoteFile[],
  editor: Editor | null,
  now: number,
): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map(({ fileName, originalName }) => ({
    file_name: fileName,
    original_name: originalName,
    ...savedNow(editor, now),
  }));
  await database.write((transaction) =>
    transaction
      .insertInto('pictures')
      .values(rows)
      .onConflict((conflict) => conflict.column('file_name').doNothing())
      .execute(),
  );
}

/** Pictures kept for texts and those of the newest slides, each once, the kept ones first; at most `limit` of either. */
async function listPictures(read: SlidesSource, limit: number): Promise<NoteFile[]> {
  const kept = await read
    .selectFrom('pictures')
    .select(['file_name', 'original_name'])
    .orderBy('saved_at', 'desc')
    .orderBy('file_name')
    .limit(limit)
    .execute();
  const slides = await newestSlides(read).where('files', '<>', '[]').orderBy('notes.id', 'desc').limit(limit).execute();
  const all = [
    ...kept.map((row) => ({ fileName: row.file_name, originalName: row.original_name })),
    ...slides.flatMap(({ files }) => JSON.parse(files) as NoteFile[]),
  ];
  return [...new Map(all.map((file) => [file.fileName, file])).values()].slice(0, 2 * limit);
}

/** The picture of this name that is kept already, or that a slide shows or once showed; else null. */
async function findPicture(read: SlidesSource, fileName: string): Promise<NoteFile | null> {
  const kept = await read
    .selectFrom('pictures')
    .select('original_name')
    .where('file_name', '=', fileName)
    .executeTakeFirst();
  if (kept) return { fileName, originalName: kept.original_name };
  const row = await read
    .selectFrom('note_versions')
    .select('files')
    .where('files', 'like', `%"${fileName}"%`)
    .limit(1)
    .executeTakeFirst();
  const files = row ? (JSON.parse(row.files) as NoteFile[]) : [];
  return files.find((file) => file.fileName === fileName) ?? null;
}
