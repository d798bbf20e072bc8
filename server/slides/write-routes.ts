import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { MARKDOWN_BODY_MAX, NOTE_IMAGES_MAX } from '../../contract/limits.ts';
import { NOTE_FILE_FORM, NOTE_FORM, Note } from '../../contract/slides/slides.ts';
import { answersNotModified, IdPath, matchesVersion, notFound, readForm, tooLarge } from '../platform/http/request.ts';
import type { SlidesContext } from './context.ts';
import { findSlide } from './reads.ts';
import { missingSlide, refusalOf, removeImages, SLIDE_FILES, savedSlide, saveOf, withSlideForm } from './save-form.ts';
import { changedSlideText, newSlideText, publishedAfter, slideAnswer, slideId } from './slide.ts';
import { changeSlide, createSlide, removeSlide } from './store.ts';

/** What administrators do with slides. */
export function writeRoutes(context: SlidesContext): FastifyPluginAsyncTypebox {
  const { database, onChange } = context;

  return async (app) => {
    app.post(
      '/',
      {
        bodyLimit: MARKDOWN_BODY_MAX,
        config: { permission: 'admin', files: SLIDE_FILES, keepsNul: true, form: NOTE_FORM },
        schema: {
          summary: 'Makes a slide: title, message, isPublic and any number of files `images`',
          response: { 201: Note },
        },
      },
      async (request, reply) => {
        const note = await withSlideForm(request, context, NOTE_IMAGES_MAX, (form, files) => {
          return createSlide(database, { ...newSlideText(form), files }, saveOf(request, context));
        });
        if (note.isPublic) onChange();
        answersNotModified(request, reply, note);
        return reply.code(201).send(slideAnswer(note));
      },
    );

    app.patch(
      '/:id',
      {
        bodyLimit: MARKDOWN_BODY_MAX,
        config: { permission: 'admin', files: SLIDE_FILES, keepsNul: true, form: NOTE_FORM },
        schema: {
          summary:
            'Changes what is sent of a slide and adds files `images`. With title and message but without isPublic ' +
            'the slide is no longer published: a form does not send a box that is not ticked',
          params: IdPath,
          response: { 200: Note },
        },
      },
      async (request, reply) => {
        const id = slideId(request.params.id);
        const found = await findSlide(database.read, id);
        if (!found) throw missingSlide();
        const room = NOTE_IMAGES_MAX - found.files.length;
        const note = await withSlideForm(request, context, room, async (form, files) => {
          const saving = await changeSlide(
            database,
            id,
            (before) => {
              if (before.files.length + files.length > NOTE_IMAGES_MAX) throw tooLarge();
              return {
                ...changedSlideText(before, form),
                isPublic: publishedAfter(before.isPublic, form),
                files: [...before.files, ...files],
              };
            },
            saveOf(request, context),
          );
          return savedSlide(saving, context);
        });
        answersNotModified(request, reply, note);
        return slideAnswer(note);
      },
    );

    app.patch(
      '/file/:id',
      {
        config: { permission: 'admin', form: NOTE_FILE_FORM },
        schema: {
          summary: 'Takes a picture off a slide',
          params: IdPath,
          response: { 200: Note },
        },
      },
      async (request, reply) => {
        const { fileName } = readForm(request, NOTE_FILE_FORM);
        const saving = await changeSlide(
          database,
          slideId(request.params.id),
          (before) => {
            const files = before.files.filter((file) => file.fileName !== fileName);
            if (files.length === before.files.length) throw notFound('file not found');
            return { ...before, files };
          },
          saveOf(request, context),
        );
        const note = savedSlide(saving, context);
        answersNotModified(request, reply, note);
        return slideAnswer(note);
      },
    );

    app.delete(
      '/:id',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Deletes a slide with its pictures and its history',
          params: IdPath,
          response: { 200: Note },
        },
      },
      async (request) => {
        const removal = await removeSlide(database, slideId(request.params.id), matchesVersion(request));
        if (removal.outcome !== 'deleted') throw refusalOf(removal);
        await removeImages(context, removal.images);
        if (removal.note.isPublic) onChange();
        return slideAnswer(removal.note);
      },
    );
  };
}
