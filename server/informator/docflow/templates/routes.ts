import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import {
  DocumentTemplate,
  DocumentTemplates,
  TemplateRefusal,
} from '../../../../contract/document-templates.ts';
import { TEMPLATE_FORM } from '../../../../contract/forms/templates.ts';
import { MARKDOWN_BODY_MAX } from '../../../../contract/limits.ts';
import { ChangedMeanwhile } from '../../../../contract/versions.ts';
import { editorOf } from '../../../http/caller.ts';
import { changedMeanwhile, mayReplace, stateTag } from '../../../http/edits.ts';
import { notFound } from '../../../http/errors.ts';
import { readForm } from '../../../http/read-form.ts';
import { pathId } from '../../ids.ts';
import type { Pair } from '../../pair.ts';
import { tags } from '../answering.ts';
import type { DocflowContext } from '../context.ts';
import { type PairTitles, templateAnswer, titlesOf, titlesOfAll } from './answers.ts';
import { keepNamed } from './keep.ts';
import { resolveTemplate, selectCast } from './resolve.ts';
import { addVersion, findTemplate, listTemplates, listVersions } from './store.ts';

const failures = { 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer };
export const PairPath = Type.Object({ directing: Type.String(), task: Type.String() });

/** The pair of an address; throws 400 for what are no ids. */
export const pairOf = ({ directing, task }: { directing: string; task: string }): Pair => ({
  directing: pathId(directing, 'directing'),
  task: pathId(task, 'task'),
});

/** The templates of documents, for administrators. A save keeps the version before it: what runs goes on by its own. */
export function templateRoutes(context: DocflowContext): FastifyPluginAsyncTypebox {
  const { database, clock, people } = context;
  const config = { permission: 'admin' } as const;

  async function titlesIn(request: FastifyRequest<{ Params: { directing: string; task: string } }>) {
    const pair = pairOf(request.params);
    const titles = await titlesOf(database.read, pair);
    if (!titles) throw notFound('not found');
    return { pair, titles };
  }
  const answer = async (pair: Pair, titles: PairTitles, version: number | null = null) => {
    const place = await findTemplate(database.read, pair, version);
    if (version !== null && !place) throw notFound('version not found');
    return templateAnswer(database.read, titles, place, await listVersions(database.read, pair));
  };

  return async (app) => {
    app.get(
      '/templates',
      {
        config,
        schema: {
          tags,
          summary: 'Pairs that have a template',
          response: { 200: DocumentTemplates, ...failures },
        },
      },
      async () => {
        const places = await listTemplates(database.read);
        const titles = await titlesOfAll(database.read);
        return places.flatMap(({ pair, version, template, savedAt, savedBy }) => {
          const directing = titles.directings.get(pair.directing);
          const task = titles.tasks.get(pair.task);
          if (!directing || !task) return [];
          const steps = template.steps.length;
          return [{ directing, task, version, steps, savedAt: new Date(savedAt).toISOString(), savedBy }];
        });
      },
    );

    app.get(
      '/templates/:directing/:task',
      {
        config,
        schema: {
          tags,
          summary: 'The template of a pair with its versions, or one of the versions; its ETag is for a save',
          params: PairPath,
          querystring: Type.Object({ version: Type.Optional(Type.String()) }),
          response: { 200: DocumentTemplate, 400: ErrorAnswer, ...failures },
        },
      },
      async (request, reply) => {
        const { pair, titles } = await titlesIn(request);
        const { version } = request.query;
        const latest = await findTemplate(database.read, pair);
        if (latest) reply.header('ETag', stateTag(latest));
        return answer(pair, titles, version === undefined ? null : Number.parseInt(version, 10) || 0);
      },
    );

    app.put(
      '/templates/:directing/:task',
      {
        bodyLimit: MARKDOWN_BODY_MAX,
        config: { ...config, form: TEMPLATE_FORM },
        schema: {
          tags,
          summary: 'Saves the next version of the template of a pair; documents that run keep theirs',
          params: PairPath,
          response: {
            200: DocumentTemplate,
            400: TemplateRefusal,
            ...failures,
            409: ChangedMeanwhile,
            413: ErrorAnswer,
          },
        },
      },
      async (request, reply) => {
        const { pair, titles } = await titlesIn(request);
        const form = readForm(request, TEMPLATE_FORM);
        const may = mayReplace(request);
        const by = editorOf(request);
        const template = await keepNamed(database.read, form);
        const cast = await selectCast(database.read, template);
        const disabled = await people.disabledAmong(cast.people.map(({ uid }) => uid));
        await resolveTemplate(database.read, { pair, version: 0, savedBy: by, template }, cast, disabled);
        const saved = await database.write(async (transaction) => {
          const latest = await findTemplate(transaction, pair);
          if (latest && !may(latest)) throw changedMeanwhile(latest);
          const added = await addVersion(
            transaction,
            { pair, version: (latest?.version ?? 0) + 1, template },
            by,
            clock(),
          );
          if (added) return added;
          const other = await findTemplate(transaction, pair);
          throw other ? changedMeanwhile(other) : notFound('not found');
        });
        reply.header('ETag', stateTag(saved));
        return answer(pair, titles);
      },
    );
  };
}
