import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { Note, type NoteFile, NoteHistory, NoteVersion } from '../../contract/slides/slides.ts';
import { answersNotModified, notFound, readVersion } from '../platform/http/request.ts';
import type { SlidesContext } from './context.ts';
import { findSlideRevision, listSlideRevisions } from './reads.ts';
import { missingSlide, savedSlide, saveOf } from './save-form.ts';
import { type SavedSlide, slideAnswer, slideId, versionAnswer, versionRowAnswer } from './slide.ts';
import { changeSlide } from './store.ts';

const VersionPath = Type.Object({ id: Type.String(), version: Type.String() });

/** Every saved state of a slide, and the way back to one. */
export function historyRoutes(context: SlidesContext): FastifyPluginAsyncTypebox {
  const { database } = context;

  async function stateOf(params: { id: string; version: string }): Promise<SavedSlide> {
    const state = await findSlideRevision(database.read, slideId(params.id), readVersion(params.version));
    if (!state) throw notFound('version not found');
    return state;
  }

  return async (app) => {
    app.get(
      '/:id/history',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Every saved state of a slide, the newest first',
          params: Type.Object({ id: Type.String() }),
          response: { 200: NoteHistory },
        },
      },
      async ({ params }) => {
        const states = await listSlideRevisions(database.read, slideId(params.id));
        if (states.length === 0) throw missingSlide();
        return states.map(versionRowAnswer);
      },
    );

    app.get(
      '/:id/history/:version',
      {
        config: { permission: 'admin' },
        schema: { params: VersionPath, response: { 200: NoteVersion } },
      },
      async ({ params }) => versionAnswer(await stateOf(params)),
    );

    app.post(
      '/:id/history/:version',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Makes an earlier state the newest one, with its pictures',
          params: VersionPath,
          response: { 200: Note },
        },
      },
      async (request, reply) => {
        const state = await stateOf(request.params);
        const files = await keptFiles(context, state.files);
        const saving = await changeSlide(database, state.id, () => ({ ...state, files }), saveOf(request, context));
        const note = savedSlide(saving, context);
        answersNotModified(request, reply, note);
        return slideAnswer(note);
      },
    );
  };
}

/** The pictures whose files are there; a backup may have been brought back without them. */
async function keptFiles({ images }: SlidesContext, files: readonly NoteFile[]): Promise<NoteFile[]> {
  const kept: NoteFile[] = [];
  for (const file of files) {
    const stored = await images.open(file.fileName);
    if (!stored) continue;
    await stored.close();
    kept.push(file);
  }
  return kept;
}
