// Routes by which administrators edit document templates: who signs documents of a direction and type in which steps,
// and the text to begin with.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ACTIONS } from '../../../contract/access/actions.ts';
import { ChangedMeanwhile } from '../../../contract/answers.ts';
import * as documents from '../../../contract/documents/documents.ts';
import { TEMPLATE_FORM } from '../../../contract/documents/template-forms.ts';
import type { AuditTrail } from '../../../contract/journal/events.ts';
import { MARKDOWN_BODY_MAX } from '../../../contract/limits.ts';
import * as http from '../../platform/http/request.ts';
import type { Pair, PortalSource } from '../../portal-database/schema.ts';
import { permit } from '../document/access.ts';
import type { DocumentsContext } from '../document/document.ts';
import { attentionTo, examineTemplate, resolveTemplate, unableIn, unseenAmong } from './resolve.ts';
import * as templates from './templates.ts';

const PairPath = Type.Object({ directing: Type.String(), task: Type.String() });

/** The pair of an address; throws 400 for what are no ids. */
const pairOf = ({ directing, task }: { directing: string; task: string }): Pair => ({
  directing: http.pathId(directing, 'directing'),
  task: http.pathId(task, 'task'),
});

/** Routes of document templates, for administrators. A save adds a version; documents keep theirs. */
export function templateRoutes(context: DocumentsContext, trail: AuditTrail): FastifyPluginAsyncTypebox {
  const { database, clock } = context;
  const config = { permission: 'admin' } as const;

  async function titlesIn(request: FastifyRequest<{ Params: { directing: string; task: string } }>) {
    const pair = pairOf(request.params);
    const titles = await titlesOf(database.read, pair);
    if (!titles) throw http.notFound('not found');
    return { pair, titles };
  }
  const answer = async (pair: Pair, titles: PairTitles, version: number | null = null) => {
    const place = await templates.findTemplate(database.read, pair, version);
    if (version !== null && !place) throw http.notFound('version not found');
    return templateAnswer(context, { pair, titles }, place, await templates.listVersions(database.read, pair));
  };

  return async (app) => {
    app.get(
      '/templates',
      { config, schema: { summary: 'Pairs that have a template', response: { 200: documents.DocumentTemplates } } },
      async () => {
        const places = await templates.listTemplates(database.read);
        const titles = await titlesOfAll(database.read);
        const rows = places.map(async (place) => {
          const directing = titles.directings.get(place.pair.directing);
          const task = titles.tasks.get(place.pair.task);
          if (!directing || !task) return [];
          const { version, savedBy, template } = place;
          const savedAt = new Date(place.savedAt).toISOString();
          const attention = await attentionTo(context, place);
          return [{ directing, task, version, steps: template.steps.length, savedAt, savedBy, attention }];
        });
        return (await Promise.all(rows)).flat();
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
          response: { 200: documents.DocumentTemplate },
        },
      },
      async (request, reply) => {
        const { pair, titles } = await titlesIn(request);
        const { version } = request.query;
        const latest = await templates.findTemplate(database.read, pair);
        if (latest) reply.header('ETag', http.stateTag(latest));
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
          response: { 200: documents.DocumentTemplate, 400: documents.TemplateRefusal, 409: ChangedMeanwhile },
        },
      },
      async (request, reply) => {
        const { pair, titles } = await titlesIn(request);
        const form = http.readForm(request, TEMPLATE_FORM);
        const may = http.matchesVersion(request);
        const by = http.requireEditor(request);
        const template = await templates.storedTemplate(database.read, form);
        await resolveTemplate(context, { pair, version: 0, savedBy: by, template });
        const saved = await database.write(async (transaction) => {
          const latest = await templates.findTemplate(transaction, pair);
          if (latest && !may(latest)) throw http.editConflict(latest);
          const next = { pair, version: (latest?.version ?? 0) + 1, template };
          const added = await templates.addVersion(transaction, next, by, clock());
          if (added) return added;
          const other = await templates.findTemplate(transaction, pair);
          throw other ? http.editConflict(other) : http.notFound('not found');
        });
        trail.record({
          event: 'template.saved',
          by: http.auditActor(request),
          target: `${titles.directing.title} / ${titles.task.title}`,
          details: { version: saved.version },
        });
        reply.header('ETag', http.stateTag(saved));
        return answer(pair, titles);
      },
    );
  };
}

const NONE: documents.TemplateForForm = {
  version: 0,
  title: '',
  text: '',
  isFixed: false,
  steps: [],
  recipients: [],
  problem: null,
  repeats: [],
};

export const templateFormRoutes =
  (context: DocumentsContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { database } = context;
    app.get(
      '/templates/:directing/:task/form',
      {
        config: {
          permission: 'signed-in',
          pairPermission: { action: ACTIONS.create, of: 'form', refusal: 'create to the document type is denied' },
        },
        schema: {
          summary: 'Name, text, recipients and steps of a new document, with the people whom they come to now',
          params: PairPath,
          response: { 200: documents.TemplateForForm },
        },
      },
      async (request) => {
        const pair = pairOf(request.params);
        if (!(await titlesOf(database.read, pair))) throw http.notFound('not found');
        await permit(context, request, pair);
        const place = await templates.findTemplate(database.read, pair);
        if (!place) return NONE;
        const { title, text, isFixed, steps } = place.template;
        const begin = { ...NONE, version: place.version, title, text, isFixed: isFixed && steps.length > 0 };
        const { problems, resolved } = await examineTemplate(context, place);
        if (!resolved) return { ...begin, problem: problems[0] ?? null };
        const { people, route, acceptors, recipients, repeats } = resolved;
        const byUid = new Map(people.map((person) => [person.uid, personAnswer(person)]));
        const peopleOf = (listed: typeof acceptors) => listed.flatMap(({ uid }) => byUid.get(uid) ?? []);
        return {
          ...begin,
          steps: route.steps.map(({ title, mode, days }, place) => ({
            ...{ title, mode, days },
            people: peopleOf(acceptors.filter(({ step }) => step === place + 1)),
          })),
          recipients: peopleOf(recipients),
          repeats: [...repeats],
        };
      },
    );
  };

type Row = documents.DocumentTemplate['task'];

interface PairTitles {
  readonly directing: Row;
  readonly task: Row;
}

/** The titles of a pair; null where a part of it is not there. */
async function titlesOf(read: PortalSource, { directing, task }: Pair): Promise<PairTitles | null> {
  const rowOf = (list: 'directings' | 'tasks', id: number) =>
    read.selectFrom(list).select(['id', 'title']).where('id', '=', id).executeTakeFirst();
  const rows = [await rowOf('directings', directing), await rowOf('tasks', task)] as const;
  return rows[0] && rows[1] ? { directing: rows[0], task: rows[1] } : null;
}

async function titlesOfAll(read: PortalSource) {
  const rowsOf = async (list: 'directings' | 'tasks') => {
    const rows = await read.selectFrom(list).select(['id', 'title']).execute();
    return new Map(rows.map((row) => [row.id, row]));
  };
  return { directings: await rowsOf('directings'), tasks: await rowsOf('tasks') };
}

const personAnswer = ({ uid, name, email, position }: templates.TemplatePeople): documents.TemplatePerson => ({
  ...{ uid, name, email },
  position: position ?? '',
});

const NOTHING: templates.TemplateContent = {
  title: '',
  text: '',
  steps: [],
  recipients: { users: [], roles: [] },
  isFixed: true,
};

/** A template with the people it names; an empty one where the pair has none. */
async function templateAnswer(
  context: DocumentsContext,
  { pair, titles }: { readonly pair: Pair; readonly titles: PairTitles },
  place: templates.TemplatePlace | null,
  versions: readonly templates.TemplatePlace[],
): Promise<documents.DocumentTemplate> {
  const { title, text, steps, recipients, isFixed } = place?.template ?? NOTHING;
  const { people } = await templates.selectCast(context.database.read, place?.template ?? NOTHING);
  const byId = new Map(people.map((person) => [person.id, person]));
  const named = ({ users, roles }: templates.Named) => ({
    people: users.flatMap((id) => byId.get(id)?.uid ?? []),
    roles: [...roles],
  });
  const uids = new Set([
    ...steps.flatMap(({ users, next }) => [...users, ...(next?.users ?? [])]),
    ...recipients.users,
  ]);
  const called = people.filter(({ id }) => uids.has(id));
  const unseen = await unseenAmong(
    context.people,
    called.map(({ uid }) => uid),
  );
  return {
    ...titles,
    version: place?.version ?? 0,
    ...{ title, text, isFixed },
    steps: steps.map((step) => ({
      ...named(step),
      ...{ title: step.title, mode: step.mode, days: step.days },
      next: step.next && { ...named(step.next), days: step.next.days },
    })),
    recipients: named(recipients),
    people: called.map(personAnswer),
    attention: place ? await attentionTo(context, place) : { problems: [], repeats: [], unseen: [] },
    unable: await unableIn(context, pair, called),
    unseen: [...unseen],
    versions: versions.map(({ version, savedAt, savedBy }) => ({
      version,
      savedAt: new Date(savedAt).toISOString(),
      savedBy,
    })),
  };
}
