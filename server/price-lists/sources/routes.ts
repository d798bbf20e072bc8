import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ErrorAnswer, MessageAnswer } from '../../../contract/answers.ts';
import { NEW_SOURCE_FORM, SOURCE_FORM } from '../../../contract/price-lists/source-forms.ts';
import type { SourceKind } from '../../../contract/price-lists/source-kinds.ts';
import { ImportSource, ImportSources } from '../../../contract/price-lists/sources.ts';
import {
  isFolderName,
  isMailHost,
  isPort,
  isSender,
  isSourceAddress,
  secretPlace,
  usualPort,
} from '../../../rules/price-lists/source-place.ts';
import { findReference } from '../../catalogue/positions/references.ts';
import { badRequest, conflict, notFound } from '../../platform/http/errors.ts';
import { readForm } from '../../platform/http/read-form.ts';
import { iso } from '../../platform/text/day.ts';
import { findPreset } from '../settings/presets.ts';
import type { ArrivalContext } from './checker.ts';
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
  type SourcePlace,
  type SourceWish,
} from './source.ts';

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
          summary: 'Changes a source; another host, port, protocol or user forgets its secret, unless it is sent anew',
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

const moment = (at: number | null): string | null => (at === null ? null : iso(at));

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

type Given = Readonly<Record<string, unknown>>;

const TEXT_MAX = 500;
const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, TEXT_MAX) : '';

/** What the settings of a source say, checked; null when its kind cannot be looked at so. */
function readPlace(kind: SourceKind, given: Given): SourcePlace | null {
  if (kind === 'folder') return readFolder(given);
  return kind === 'address' ? readAddress(given) : readMail(given);
}

function readFolder(given: Given): SourcePlace | null {
  const folder = text(given.folder);
  return isFolderName(folder) ? { kind: 'folder', settings: { folder } } : null;
}

function readAddress(given: Given): SourcePlace | null {
  const url = URL.parse(text(given.url));
  if (!url || !isSourceAddress(url.href)) return null;
  url.hash = '';
  return { kind: 'address', settings: { url: url.href, user: text(given.user) } };
}

function readMail(given: Given): SourcePlace | null {
  const isSecure = ![false, 'false', '0', 'off', ''].includes(given.isSecure as never);
  const port = Number(text(given.port) || usualPort(isSecure));
  const settings = {
    host: text(given.host),
    port,
    isSecure,
    user: text(given.user),
    mailbox: text(given.mailbox) || 'INBOX',
    sender: text(given.sender).toLowerCase(),
    subject: text(given.subject),
  };
  const isRight = isMailHost(settings.host) && isSender(settings.sender) && isPort(port);
  return isRight && settings.user !== '' ? { kind: 'mail', settings } : null;
}
