import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { readField } from '../../contract/fields/field.ts';
import { NOTE_PAGE_MAX, NOTE_PAGE_SIZE } from '../../contract/limits.ts';
import { NOTE_FORM, Note, NoteSearchQuery } from '../../contract/slides/slides.ts';
import { sendPicture } from '../platform/http/picture-upload.ts';
import { answersNotModified, badRequest, notFound } from '../platform/http/request.ts';
import { wordRanges } from '../platform/text/words.ts';
import type { SlidesContext } from './context.ts';
import { findSlide, searchSlides } from './reads.ts';
import { readId, slideAnswer, slideId } from './slide.ts';

/** Slides as anyone reads them; those that are not published exist for administrators only. */
export function readRoutes({ database, images }: SlidesContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/search/note',
      {
        config: { permission: 'anyone' },
        schema: {
          summary:
            'Slides in their order, a new one first; pages by `last`. Without isPublic=1 administrators see all of them',
          querystring: NoteSearchQuery,
          response: { 200: Type.Array(Note) },
        },
      },
      async (request) => {
        const { query } = request;
        const publishedOnly = asksForPublished(query.isPublic);
        const caller = publishedOnly ? null : await request.callerIfAny();
        const text = (query.search || query.title || '').trim();
        const notes = await searchSlides(database.read, {
          words: text === '' ? null : wordRanges(text),
          publishedOnly: caller?.rank !== 'admin',
          limit: readLimit(query.limit),
          before: query.last ? lastId(query.last) : undefined,
        });
        return notes.map(slideAnswer);
      },
    );

    app.get(
      '/:id',
      {
        config: { permission: 'anyone' },
        schema: {
          summary: 'A slide. Its `ETag` goes into `If-None-Match` of the next read and `If-Match` of a save',
          params: Type.Object({ id: Type.String() }),
          response: { 200: Note, 304: Type.Null() },
        },
      },
      async (request, reply) => {
        const note = await findSlide(database.read, slideId(request.params.id));
        const isShown = note && (note.isPublic || (await request.callerIfAny())?.rank === 'admin');
        if (!isShown) throw notFound('note not found');
        if (answersNotModified(request, reply, note)) return reply.code(304).send(null);
        return slideAnswer(note);
      },
    );

    app.get(
      '/static/images/:fileName',
      {
        config: { permission: 'anyone' },
        schema: {
          summary: 'A picture; the one of double width has `@2x` before the extension',
          params: Type.Object({ fileName: Type.String() }),
        },
      },
      (request, reply) => sendPicture(request, reply, images, request.params.fileName),
    );
  };
}

function lastId(text: string): number {
  const id = readId(text);
  if (id === null) throw badRequest('invalid last id');
  return id;
}

/** Whether a query asks for published slides only. */
export const asksForPublished = (isPublic: string | undefined): boolean =>
  isPublic !== undefined && readField(NOTE_FORM.isPublic, isPublic) !== false;

/** How many slides to answer with: at most NOTE_PAGE_MAX; NOTE_PAGE_SIZE when no number is asked for. */
export function readLimit(text: string | undefined): number {
  const limit = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  return limit === 0 ? NOTE_PAGE_SIZE : Math.min(limit, NOTE_PAGE_MAX);
}
