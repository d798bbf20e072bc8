import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer, MessageAnswer } from '../../../../contract/common.ts';
import { NEW_SOURCE_FORM, SOURCE_FORM } from '../../../../contract/forms/import-sources.ts';
import { ImportSource, ImportSources } from '../../../../contract/import-sources.ts';
import { secretPlace } from '../../../../rules/source-place.ts';
import { badRequest, conflict, notFound } from '../../../http/errors.ts';
import { readForm } from '../../../http/read-form.ts';
import { findReference } from '../../references/store.ts';
import { findPreset } from '../presets/store.ts';
import type { ArrivalContext } from './context.ts';
import { readPlace } from './read-place.ts';
import { DEFAULT_LIMITS } from './reasons-to-hold.ts';
import type { Scheduler } from './scheduler.ts';
import type { Source, SourceWish } from './source.ts';
import { sourceAnswer } from './source-answer.ts';
import {
  changeSource,
  createSource,
  findSource,
  keepSecret,
  listSources,
  removeSource,
} from './source-store.ts';

const Id = Type.Object({ id: Type.String() });
const FAILURES = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };
const tags = ['price list'];
const HOUR = 60;

/** The sources of price lists, for administrators. */
export function sourceRoutes(context: ArrivalContext, scheduler: Scheduler): FastifyPluginAsyncTypebox {
  const { database, clock, settings } = context;
  const missing = () => notFound('source not found');
  const found = async (id: string): Promise<Source> => {
    const source = /^\d{1,15}$/u.test(id) ? await findSource(database.read, Number(id)) : null;
    if (!source) throw missing();
    return source;
  };
  const answer = async (id: number) => sourceAnswer(await found(String(id)), clock());
  const sealed = (id: number, secret: string): string | null =>
    secret === '' ? null : settings.sealOf(id).seal(secret);

  async function requireOwners({ providerId, brandId, presetId }: SourceWish): Promise<void> {
    if (!(await findReference(database.read, 'providers', providerId)))
      throw badRequest('provider not found');
    if (!(await findReference(database.read, 'brands', brandId))) throw badRequest('brand not found');
    const preset = presetId === null ? null : await findPreset(database.read, presetId);
    if (presetId !== null && preset?.providerId !== providerId) throw badRequest('preset not found');
  }

  return async (app) => {
    app.get(
      '/import/sources',
      {
        config: { permission: 'admin' },
        schema: {
          tags,
          summary: 'Where price lists come from by themselves',
          response: { 200: ImportSources, ...FAILURES },
        },
      },
      async () => ({
        sources: (await listSources(database.read)).map((source) => sourceAnswer(source, clock())),
      }),
    );

    app.post(
      '/import/sources',
      {
        config: { permission: 'admin', form: NEW_SOURCE_FORM },
        schema: { tags, summary: 'Adds a source', response: { 201: ImportSource, ...FAILURES } },
      },
      async (request, reply) => {
        const form = readForm(request, NEW_SOURCE_FORM);
        const place = readPlace(form.kind, form.settings);
        if (!place) throw badRequest('invalid settings');
        const wish = {
          ...place,
          title: form.title,
          providerId: form.providerId,
          brandId: form.brandId,
          presetId: form.presetId ?? null,
          limits: form.limits ?? DEFAULT_LIMITS,
          everyMinutes: form.everyMinutes ?? HOUR,
          quietDays: form.quietDays ?? 0,
          isEnabled: form.isEnabled ?? true,
        };
        await requireOwners(wish);
        if (form.secret) await request.requireRecentPassword();
        const id = await createSource(database, wish, clock());
        if (form.secret) await keepSecret(database, id, sealed(id, form.secret));
        return reply.code(201).send(await answer(id));
      },
    );

    app.patch(
      '/import/sources/:id',
      {
        config: { permission: 'admin', form: SOURCE_FORM },
        schema: {
          tags,
          summary:
            'Changes a source; another host, port, protocol or user forgets its secret, unless it is sent anew',
          params: Id,
          response: { 200: ImportSource, ...FAILURES },
        },
      },
      async (request) => {
        const source = await found(request.params.id);
        const { settings: given, secret, ...form } = readForm(request, SOURCE_FORM);
        const place = given === undefined ? source : readPlace(source.kind, { ...source.settings, ...given });
        if (!place) throw badRequest('invalid settings');
        const { title, presetId, limits, everyMinutes, quietDays, isEnabled } = form;
        const wish = {
          ...({ kind: place.kind, settings: place.settings } as typeof place),
          title: title ?? source.title,
          providerId: source.providerId,
          brandId: source.brandId,
          presetId: presetId === undefined ? source.presetId : presetId,
          limits: limits ?? source.limits,
          everyMinutes: everyMinutes ?? source.everyMinutes,
          quietDays: quietDays ?? source.quietDays,
          isEnabled: isEnabled ?? source.isEnabled,
        } as SourceWish;
        await requireOwners(wish);
        // Whoever holds a session may not have the old secret sent to a machine of his own.
        const isElsewhere = secretPlace(place.settings) !== secretPlace(source.settings);
        const next = secret !== undefined ? sealed(source.id, secret) : isElsewhere ? null : source.secret;
        if (next !== source.secret) await request.requireRecentPassword();
        const isChanged = await changeSource(database, source, { wish, secret: next, now: clock() });
        if (!isChanged) throw conflict('changed meanwhile');
        return answer(source.id);
      },
    );

    app.delete(
      '/import/sources/:id',
      {
        config: { permission: 'admin' },
        schema: {
          tags,
          summary: 'Deletes a source with what came from it',
          params: Id,
          response: { 200: MessageAnswer, ...FAILURES },
        },
      },
      async ({ params }) => {
        const { id } = await found(params.id);
        if (!(await removeSource(database, id))) throw missing();
        return { message: 'source deleted' };
      },
    );

    app.post(
      '/import/sources/:id/check',
      {
        config: { permission: 'admin' },
        schema: {
          tags,
          summary: 'Looks at a source now; answers before that is over',
          params: Id,
          response: { 200: MessageAnswer, ...FAILURES },
        },
      },
      async ({ params }) => {
        const { id } = await found(params.id);
        void scheduler.check(id);
        return { message: 'source is being checked' };
      },
    );
  };
}
