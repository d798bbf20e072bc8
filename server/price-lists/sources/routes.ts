import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { MessageAnswer } from '../../../contract/answers.ts';
import { NEW_SOURCE_FORM, SOURCE_FORM } from '../../../contract/price-lists/source-forms.ts';
import { ImportSource, ImportSources } from '../../../contract/price-lists/sources.ts';
import { secretPlace } from '../../../rules/price-lists/source-place.ts';
import { findReference } from '../../catalogue/positions/references.ts';
import { badRequest, conflict, IdPath, notFound, readForm } from '../../platform/http/request.ts';
import { isoTime } from '../../platform/text/day.ts';
import { findPreset } from '../settings/presets.ts';
import type { SourceContext } from './checker.ts';
import { readPlace } from './kinds.ts';
import { DEFAULT_LIMITS } from './receive-file.ts';
import type { Scheduler } from './scheduler.ts';
import {
  changeSource,
  createSource,
  findSource,
  isClaimed,
  isQuiet,
  keepSecret,
  listSources,
  removeSource,
  type Source,
  type SourceFields,
} from './source.ts';

const HOUR = 60;

/** The sources of price lists, for administrators. */
export function sourceRoutes(context: SourceContext, scheduler: Scheduler): FastifyPluginAsyncTypebox {
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

  async function requireOwners({ providerId, brandId, presetId }: SourceFields): Promise<void> {
    if (!(await findReference(database.read, 'providers', providerId))) throw badRequest('provider not found');
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
          summary: 'Where price lists come from by themselves',
          response: { 200: ImportSources },
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
        schema: { summary: 'Adds a source', response: { 201: ImportSource } },
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
          summary: 'Changes a source; another host, port, protocol or user forgets its secret, unless it is sent anew',
          params: IdPath,
          response: { 200: ImportSource },
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
        } as SourceFields;
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
          summary: 'Deletes a source with what came from it',
          params: IdPath,
          response: { 200: MessageAnswer },
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
          summary: 'Looks at a source now; answers before that is over',
          params: IdPath,
          response: { 200: MessageAnswer },
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

const moment = (at: number | null): string | null => (at === null ? null : isoTime(at));

/** A source as administrators see it: never with its secret. */
const sourceAnswer = (source: Source, now: number): ImportSource => ({
  id: source.id,
  kind: source.kind,
  title: source.title,
  providerId: source.providerId,
  brandId: source.brandId,
  presetId: source.presetId,
  settings: source.settings,
  hasSecret: source.secret !== null,
  limits: source.limits,
  everyMinutes: source.everyMinutes,
  quietDays: source.quietDays,
  isEnabled: source.isEnabled,
  isChecking: isClaimed(source, now),
  isQuiet: isQuiet(source, now),
  checkedAt: moment(source.checkedAt),
  problem: source.problem,
  arrivedAt: moment(source.arrivedAt),
  ignored: source.ignored,
});
