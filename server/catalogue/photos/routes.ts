// Routes by which administrators give many positions their photos at once: try, apply, undo, and the list of runs.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import * as answers from '../../../contract/catalogue/photo-runs.ts';
import { PHOTO_OUTCOMES, PHOTOS_FIELD } from '../../../contract/catalogue/photo-words.ts';
import { bodyWithFile } from '../../../contract/fields/field.ts';
import * as limits from '../../../contract/limits.ts';
import { badRequest, conflict, IdPath, idIn, notFound, readForm } from '../../platform/http/request.ts';
import { receiveForm, sentFiles } from '../../platform/http/upload.ts';
import { type CatalogueContext, editorOf } from '../context/context.ts';
import * as photoRuns from './photo-runs.ts';
import { openSent, type PhotoReader } from './read-photos.ts';

const config = { permission: 'admin' } as const;
const SENDING = {
  ...config,
  files: {
    maxBytes: limits.PHOTOS_REQUEST_MAX,
    maxFiles: limits.PHOTOS_OF_REQUEST,
    maxTotalBytes: limits.PHOTOS_REQUEST_MAX,
  },
  bodySchema: bodyWithFile(PHOTOS_FIELD),
};

function refuse(reason: photoRuns.PhotoRunRefusal): never {
  if (reason === 'photo run not found') throw notFound(reason);
  throw reason === 'too many photos' ? badRequest(reason) : conflict(reason);
}

export function photoRunRoutes(context: CatalogueContext, reader: PhotoReader): FastifyPluginAsyncTypebox {
  const { database, incomingFolder, clock } = context;

  function runId({ id }: { readonly id: string }): number {
    return idIn(id) || refuse('photo run not found');
  }

  async function answerOf(id: number, query: { after?: string; outcome?: string } = {}): Promise<answers.PhotoRunPage> {
    const outcome = PHOTO_OUTCOMES.find((one) => one === query.outcome) ?? null;
    if (query.outcome && outcome === null) throw badRequest('invalid filter');
    const after = query.after ? idIn(query.after) : -1;
    return (
      (await photoRuns.pageOfRun(database.read, id, { after, outcome, now: clock() })) ?? refuse('photo run not found')
    );
  }

  /** Receives files of a run, a new one for null, and answers before they are looked at. */
  async function take(request: FastifyRequest, run: number | null): Promise<answers.PhotoRunPage> {
    const form = await receiveForm(request, { folder: incomingFolder });
    try {
      const files = sentFiles(form, PHOTOS_FIELD);
      const sent = await openSent(files, incomingFolder);
      try {
        if (sent.photos.length === 0) throw badRequest('photos not sent');
        const some = { count: sent.photos.length, by: editorOf(request.caller), now: clock() };
        const added = await photoRuns.addFiles(database, run, some);
        if (typeof added === 'string') return refuse(added);
        reader.read(added.id, added.from, sent, form.remove);
        return await answerOf(added.id);
      } catch (error) {
        sent.close();
        throw error;
      }
    } catch (error) {
      await form.remove();
      throw error;
    }
  }

  return async (app) => {
    app.post(
      '/photos/runs',
      {
        config: SENDING,
        schema: {
          summary:
            'Tries photos of many positions: pictures, or zips of them, in the multipart field `photos`, named by articles. Nothing changes before the run is applied',
          response: { 200: answers.PhotoRunPage },
        },
      },
      (request) => take(request, null),
    );

    app.post(
      '/photos/runs/:id/files',
      {
        config: SENDING,
        schema: {
          summary: 'Adds further photos to a run that is not applied yet',
          params: IdPath,
          response: { 200: answers.PhotoRunPage },
        },
      },
      (request) => take(request, runId(request.params)),
    );

    app.get(
      '/photos/runs',
      { config, schema: { summary: 'The last runs, the newest first', response: { 200: answers.PhotoRuns } } },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store');
        return { runs: await photoRuns.listRuns(database.read, clock()) };
      },
    );

    app.get(
      '/photos/runs/:id',
      {
        config,
        schema: {
          summary: 'A run and its files, in the order in which they were sent',
          params: IdPath,
          querystring: answers.PhotoRunQuery,
          response: { 200: answers.PhotoRunPage },
        },
      },
      async ({ params, query }, reply) => {
        reply.header('cache-control', 'no-store');
        return answerOf(runId(params), query);
      },
    );

    app.post(
      '/photos/runs/:id/apply',
      {
        config: { ...config, form: answers.PHOTO_APPLY_FORM },
        schema: {
          summary:
            'Gives the positions of the matched parts their photo: those without one, with `replace` all of them. 409 where they are not as many as `positions` and `replaced` say',
          params: IdPath,
          response: { 200: answers.PhotoRun },
        },
      },
      async (request) => {
        const id = runId(request.params);
        const choice = readForm(request, answers.PHOTO_APPLY_FORM);
        const refusal = await photoRuns.applyRun(database, id, choice, clock());
        if (refusal) refuse(refusal);
        return (await answerOf(id)).run;
      },
    );

    app.post(
      '/photos/runs/:id/undo',
      {
        config,
        schema: {
          summary: 'Gives the positions of a run the photos that they had before, but for those that changed since',
          params: IdPath,
          response: { 200: answers.PhotoRun },
        },
      },
      async ({ params }) => {
        const id = runId(params);
        const refusal = await photoRuns.undoRun(database, id, clock());
        if (refusal) refuse(refusal);
        return (await answerOf(id)).run;
      },
    );
  };
}
