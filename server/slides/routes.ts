/** Routes of slides: reading, writing and history. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { MARKDOWN_BODY_MAX, NOTE_IMAGES_MAX } from '../../contract/limits.ts';
import * as api from '../../contract/slides/slides.ts';
import { sendPicture } from '../platform/http/picture-upload.ts';
import * as http from '../platform/http/request.ts';
import { wordRanges } from '../platform/text/words.ts';
import { missingSlide, refusalOf, removeImages, SLIDE_FILES, savedSlide, saveOf, withSlideForm } from './save-form.ts';
import * as slide from './slide.ts';
import * as store from './store.ts';

/** Slides as anyone reads them; those that are not published exist for administrators only. */
export function readRoutes({ database, images }: store.SlidesContext): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/search/note',
      {
        config: { permission: 'anyone' },
        schema: {
          summary:
            'Slides in their order, a new one first; pages by `last`. Without isPublic=1 administrators see all of them',
          querystring: api.NoteSearchQuery,
          response: { 200: Type.Array(api.Note) },
        },
      },
      async (request) => {
        const { query } = request;
        const publishedOnly = slide.asksForPublished(query.isPublic);
        const caller = publishedOnly ? null : await request.callerIfAny();
        const text = (query.search || query.title || '').trim();
        const notes = await store.searchSlides(database.read, {
          words: text === '' ? null : wordRanges(text),
          publishedOnly: caller?.rank !== 'admin',
          limit: slide.readLimit(query.limit),
          before: query.last ? lastId(query.last) : undefined,
        });
        return notes.map(slide.slideAnswer);
      },
    );

    app.get(
      '/:id',
      {
        config: { permission: 'anyone' },
        schema: {
          summary: 'A slide. Its `ETag` goes into `If-None-Match` of the next read and `If-Match` of a save',
          params: http.IdPath,
          response: { 200: api.Note, 304: Type.Null() },
        },
      },
      async (request, reply) => {
        const note = await store.findSlide(database.read, http.pathId(request.params.id, 'doc'));
        const isShown = note && (note.isPublic || (await request.callerIfAny())?.rank === 'admin');
        if (!isShown) throw http.notFound('note not found');
        if (http.answersNotModified(request, reply, note)) return reply.code(304).send(null);
        return slide.slideAnswer(note);
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
  const id = http.idIn(text);
  if (id === 0) throw http.badRequest('invalid last id');
  return id;
}

export function writeRoutes(context: store.SlidesContext): FastifyPluginAsyncTypebox {
  const { database, onChange } = context;

  return async (app) => {
    app.post(
      '/',
      {
        bodyLimit: MARKDOWN_BODY_MAX,
        config: { permission: 'admin', files: SLIDE_FILES, keepsNul: true, form: api.NOTE_FORM },
        schema: {
          summary: 'Makes a slide: title, message, isPublic and any number of files `images`',
          response: { 201: api.Note },
        },
      },
      async (request, reply) => {
        const note = await withSlideForm(request, context, NOTE_IMAGES_MAX, (form, files) => {
          return store.createSlide(database, { ...slide.newSlideText(form), files }, saveOf(request, context));
        });
        if (note.isPublic) onChange();
        http.answersNotModified(request, reply, note);
        return reply.code(201).send(slide.slideAnswer(note));
      },
    );

    app.patch(
      '/:id',
      {
        bodyLimit: MARKDOWN_BODY_MAX,
        config: { permission: 'admin', files: SLIDE_FILES, keepsNul: true, form: api.NOTE_FORM },
        schema: {
          summary:
            'Changes what is sent of a slide and adds files `images`. With title and message but without isPublic ' +
            'the slide is no longer published: a form does not send a box that is not ticked',
          params: http.IdPath,
          response: { 200: api.Note },
        },
      },
      async (request, reply) => {
        const id = http.pathId(request.params.id, 'doc');
        const found = await store.findSlide(database.read, id);
        if (!found) throw missingSlide();
        const room = NOTE_IMAGES_MAX - found.files.length;
        const note = await withSlideForm(request, context, room, async (form, files) => {
          const saving = await store.changeSlide(
            database,
            id,
            (before) => {
              if (before.files.length + files.length > NOTE_IMAGES_MAX) throw http.tooLarge();
              return {
                ...slide.changedSlideText(before, form),
                isPublic: slide.publishedAfter(before.isPublic, form),
                files: [...before.files, ...files],
              };
            },
            saveOf(request, context),
          );
          return savedSlide(saving, context);
        });
        http.answersNotModified(request, reply, note);
        return slide.slideAnswer(note);
      },
    );

    app.patch(
      '/file/:id',
      {
        config: { permission: 'admin', form: api.NOTE_FILE_FORM },
        schema: { summary: 'Takes a picture off a slide', params: http.IdPath, response: { 200: api.Note } },
      },
      async (request, reply) => {
        const { fileName } = http.readForm(request, api.NOTE_FILE_FORM);
        const saving = await store.changeSlide(
          database,
          http.pathId(request.params.id, 'doc'),
          (before) => {
            const files = before.files.filter((file) => file.fileName !== fileName);
            if (files.length === before.files.length) throw http.notFound('file not found');
            return { ...before, files };
          },
          saveOf(request, context),
        );
        const note = savedSlide(saving, context);
        http.answersNotModified(request, reply, note);
        return slide.slideAnswer(note);
      },
    );

    app.delete(
      '/:id',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Deletes a slide with its pictures and its history',
          params: http.IdPath,
          response: { 200: api.Note },
        },
      },
      async (request) => {
        const id = http.pathId(request.params.id, 'doc');
        const removal = await store.removeSlide(database, id, http.matchesVersion(request));
        if (removal.outcome !== 'deleted') throw refusalOf(removal);
        await removeImages(context, removal.images);
        if (removal.note.isPublic) onChange();
        return slide.slideAnswer(removal.note);
      },
    );
  };
}

const VersionPath = Type.Object({ id: Type.String(), version: Type.String() });

export function historyRoutes(context: store.SlidesContext): FastifyPluginAsyncTypebox {
  const { database } = context;

  async function stateOf(params: { id: string; version: string }): Promise<slide.SavedSlide> {
    const [id, version] = [http.pathId(params.id, 'doc'), http.readVersion(params.version)];
    const state = await store.findSlideRevision(database.read, id, version);
    if (!state) throw http.notFound('version not found');
    return state;
  }

  return async (app) => {
    app.get(
      '/:id/history',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Every saved state of a slide, the newest first',
          params: http.IdPath,
          response: { 200: api.NoteHistory },
        },
      },
      async ({ params }) => {
        const states = await store.listSlideRevisions(database.read, http.pathId(params.id, 'doc'));
        if (states.length === 0) throw missingSlide();
        return states.map(slide.versionRowAnswer);
      },
    );

    app.get(
      '/:id/history/:version',
      { config: { permission: 'admin' }, schema: { params: VersionPath, response: { 200: api.NoteVersion } } },
      async ({ params }) => slide.versionAnswer(await stateOf(params)),
    );

    app.post(
      '/:id/history/:version',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Makes an earlier state the newest one, with its pictures',
          params: VersionPath,
          response: { 200: api.Note },
        },
      },
      async (request, reply) => {
        const state = await stateOf(request.params);
        const files = await keptFiles(context, state.files);
        const save = saveOf(request, context);
        const saving = await store.changeSlide(database, state.id, () => ({ ...state, files }), save);
        const note = savedSlide(saving, context);
        http.answersNotModified(request, reply, note);
        return slide.slideAnswer(note);
      },
    );
  };
}

/** The pictures whose files are there; a backup may have been brought back without them. */
async function keptFiles({ images }: store.SlidesContext, files: readonly api.NoteFile[]): Promise<api.NoteFile[]> {
  const kept: api.NoteFile[] = [];
  for (const file of files) {
    const stored = await images.open(file.fileName);
    if (!stored) continue;
    await stored.close();
    kept.push(file);
  }
  return kept;
}
