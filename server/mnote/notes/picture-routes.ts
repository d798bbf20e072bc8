import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer } from '../../../contract/common.ts';
import { MARKDOWN_BODY_MAX, NOTE_IMAGES_MAX, NOTE_PAGE_MAX } from '../../../contract/limits.ts';
import { NOTE_FILE_FORM, NOTE_FORM, NOTE_ORDER_FORM, NoteFile } from '../../../contract/mnote.ts';
import { editorOf } from '../../http/caller.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { readForm } from '../../http/read-form.ts';
import type { MnoteContext } from '../context.ts';
import { missingNote, NOTE_FILES, withNoteForm } from './edit.ts';
import { orderSlides } from './order.ts';
import { findPicture, keepPictures, listPictures } from './pictures.ts';

const answers = {
  400: ErrorAnswer,
  401: ErrorAnswer,
  403: ErrorAnswer,
  404: ErrorAnswer,
  413: ErrorAnswer,
  429: ErrorAnswer,
  503: ErrorAnswer,
};
const tags = ['slides'];

/** The pictures that texts of the site show, and the order of the slides. */
export function pictureRoutes(context: MnoteContext): FastifyPluginAsyncTypebox {
  const { database, clock, onChange } = context;

  return async (app) => {
    app.get(
      '/pictures',
      {
        config: { permission: 'admin' },
        schema: {
          tags,
          summary: 'Pictures kept for texts, then those of the slides, the newest first',
          response: { 200: Type.Array(NoteFile), ...answers },
        },
      },
      () => listPictures(database.read, NOTE_PAGE_MAX),
    );

    app.post(
      '/pictures',
      {
        bodyLimit: MARKDOWN_BODY_MAX,
        config: { permission: 'admin', files: NOTE_FILES, keepsNul: true, form: NOTE_FORM },
        schema: {
          tags,
          summary: 'Takes files `images` for texts; they lie where the pictures of slides do',
          response: { 201: Type.Array(NoteFile), ...answers },
        },
      },
      async (request, reply) => {
        const kept = await withNoteForm(request, context, NOTE_IMAGES_MAX, async (_, files) => {
          if (files.length === 0) throw badRequest('bad mime type');
          await keepPictures(database, files, editorOf(request), clock());
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
          tags,
          summary:
            'Keeps the picture of a slide, which a text shows from now on, whatever becomes of the slide',
          response: { 200: NoteFile, ...answers },
        },
      },
      async (request) => {
        const { fileName } = readForm(request, NOTE_FILE_FORM);
        const file = fileName === null ? null : await findPicture(database.read, fileName);
        if (!file) throw notFound('file not found');
        await keepPictures(database, [file], editorOf(request), clock());
        return file;
      },
    );

    app.put(
      '/order',
      {
        config: { permission: 'admin', form: NOTE_ORDER_FORM },
        schema: {
          tags,
          summary: 'Puts slides into this order among each other; all others stay where they are',
          response: { 200: Type.Object({ ids: Type.Array(Type.Integer()) }), ...answers },
        },
      },
      async (request) => {
        const { ids } = readForm(request, NOTE_ORDER_FORM);
        if (!(await orderSlides(database, ids))) throw missingNote();
        onChange();
        return { ids: [...ids] };
      },
    );
  };
}
