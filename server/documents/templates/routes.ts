import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ACTIONS } from '../../../contract/access/actions.ts';
import { ChangedMeanwhile } from '../../../contract/answers.ts';
import { TEMPLATE_FORM } from '../../../contract/documents/template-forms.ts';
import {
  DocumentTemplate,
  DocumentTemplates,
  TemplateForForm,
  TemplateRefusal,
} from '../../../contract/documents/templates.ts';
import { MARKDOWN_BODY_MAX } from '../../../contract/limits.ts';
import {
  editConflict,
  HttpError,
  matchesVersion,
  notFound,
  pathId,
  readForm,
  requireEditor,
  stateTag,
} from '../../platform/http/request.ts';
import type { Pair } from '../../portal-database/access-conditions.ts';
import { permit } from '../document/access.ts';
import type { DocumentsContext } from '../document/context.ts';
import { type PairTitles, personAnswer, templateAnswer, titlesOf, titlesOfAll } from './answers.ts';
import { resolveTemplate, selectCast } from './resolve.ts';
import { addVersion, findTemplate, listTemplates, listVersions, storedTemplate } from './template-store.ts';

const PairPath = Type.Object({ directing: Type.String(), task: Type.String() });

/** The pair of an address; throws 400 for what are no ids. */
const pairOf = ({ directing, task }: { directing: string; task: string }): Pair => ({
  directing: pathId(directing, 'directing'),
  task: pathId(task, 'task'),
});

/** The templates of documents, for administrators. A save keeps the version before it: what runs goes on by its own. */
export function templateRoutes(context: DocumentsContext): FastifyPluginAsyncTypebox {
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
          summary: 'Pairs that have a template',
          response: { 200: DocumentTemplates },
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
          summary: 'The template of a pair with its versions, or one of the versions; its ETag is for a save',
          params: PairPath,
          querystring: Type.Object({ version: Type.Optional(Type.String()) }),
          response: { 200: DocumentTemplate },
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
          summary: 'Saves the next version of the template of a pair; documents that run keep theirs',
          params: PairPath,
          response: {
            200: DocumentTemplate,
            400: TemplateRefusal,
            409: ChangedMeanwhile,
          },
        },
      },
      async (request, reply) => {
        const { pair, titles } = await titlesIn(request);
        const form = readForm(request, TEMPLATE_FORM);
        const may = matchesVersion(request);
        const by = requireEditor(request);
        const template = await storedTemplate(database.read, form);
        const cast = await selectCast(database.read, template);
        const disabled = await people.disabledAmong(cast.people.map(({ uid }) => uid));
        await resolveTemplate(database.read, { pair, version: 0, savedBy: by, template }, cast, disabled);
        const saved = await database.write(async (transaction) => {
          const latest = await findTemplate(transaction, pair);
          if (latest && !may(latest)) throw editConflict(latest);
          const added = await addVersion(
            transaction,
            { pair, version: (latest?.version ?? 0) + 1, template },
            by,
            clock(),
          );
          if (added) return added;
          const other = await findTemplate(transaction, pair);
          throw other ? editConflict(other) : notFound('not found');
        });
        reply.header('ETag', stateTag(saved));
        return answer(pair, titles);
      },
    );
  };
}

const NONE: TemplateForForm = {
  version: 0,
  title: '',
  text: '',
  isFixed: false,
  steps: [],
  recipients: [],
  problem: null,
};

/** What the form of a new document begins with, for whoever may make one. */
export const templateFormRoutes =
  (context: DocumentsContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { database, people } = context;
    app.get(
      '/templates/:directing/:task/form',
      {
        config: {
          permission: 'signed-in',
          pairPermission: {
            action: ACTIONS.create,
            of: 'form',
            refusal: 'create to the document type is denied',
          },
        },
        schema: {
          summary: 'Name, text, recipients and steps of a new document, with the people whom they come to now',
          params: PairPath,
          response: {
            200: TemplateForForm,
          },
        },
      },
      async (request) => {
        const pair = pairOf(request.params);
        if (!(await titlesOf(database.read, pair))) throw notFound('not found');
        await permit(context, request, pair);
        const place = await findTemplate(database.read, pair);
        if (!place) return NONE;
        const { title, text, isFixed, steps } = place.template;
        const begin = { ...NONE, version: place.version, title, text, isFixed: isFixed && steps.length > 0 };
        const cast = await selectCast(database.read, place.template);
        const disabled = await people.disabledAmong(cast.people.map(({ uid }) => uid));
        try {
          const { route, acceptors, recipients } = await resolveTemplate(database.read, place, cast, disabled);
          const byUid = new Map(cast.people.map((person) => [person.uid, personAnswer(person)]));
          const peopleOf = (listed: typeof acceptors) => listed.flatMap(({ uid }) => byUid.get(uid) ?? []);
          return {
            ...begin,
            steps: route.steps.map(({ title, mode, days }, place) => ({
              ...{ title, mode, days },
              people: peopleOf(acceptors.filter(({ step }) => step === place + 1)),
            })),
            recipients: peopleOf(recipients),
          };
        } catch (error) {
          if (!(error instanceof HttpError) || error.status !== 400) throw error;
          const { step = 0, role = '', name = '' } = error.facts as { step?: number; role?: string; name?: string };
          return { ...begin, problem: { error: error.message, step, role, name } };
        }
      },
    );
  };
