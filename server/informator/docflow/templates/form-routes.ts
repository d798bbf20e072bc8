import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ACTIONS } from '../../../../contract/access.ts';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { TemplateForForm } from '../../../../contract/document-templates.ts';
import { HttpError, notFound } from '../../../http/errors.ts';
import { tags } from '../answering.ts';
import type { DocflowContext } from '../context.ts';
import { permit } from '../permit.ts';
import { personAnswer, titlesOf } from './answers.ts';
import { resolveTemplate, selectCast } from './resolve.ts';
import { PairPath, pairOf } from './routes.ts';
import { findTemplate } from './store.ts';

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
  (context: DocflowContext): FastifyPluginAsyncTypebox =>
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
          tags,
          summary:
            'Name, text, recipients and steps of a new document, with the people whom they come to now',
          params: PairPath,
          response: {
            200: TemplateForForm,
            400: ErrorAnswer,
            401: ErrorAnswer,
            403: ErrorAnswer,
            404: ErrorAnswer,
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
          const { route, acceptors, recipients } = await resolveTemplate(
            database.read,
            place,
            cast,
            disabled,
          );
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
          const {
            step = 0,
            role = '',
            name = '',
          } = error.facts as { step?: number; role?: string; name?: string };
          return { ...begin, problem: { error: error.message, step, role, name } };
        }
      },
    );
  };
