// State and calls of the list of sources (places from which price lists are fetched by themselves). The form is in
// source-form.ts, what they brought in received-files.ts.
import { DAY_MS, MINUTE_MS } from '../../../../contract/limits.ts';
import type { PriceKinds } from '../../../../contract/price-lists/exchange.ts';
import { PRICE_KIND_FORM } from '../../../../contract/price-lists/forms.ts';
import { NEW_SOURCE_FORM, SOURCE_FORM } from '../../../../contract/price-lists/source-forms.ts';
import type {
  Arrival,
  ArrivalPage,
  ArrivalState,
  ImportSource,
  ImportSources,
} from '../../../../contract/price-lists/sources.ts';
import { withPassword } from '../../accounts/password-confirmation.ts';
import { attempt, checked, type Failure } from '../../platform/http-client.ts';
import { bridge } from '../../platform/session.ts';
import { createLoaded } from '../../ui/loaded.ts';
import type { NewSourceBody, SourceBody } from './source-form.ts';

/** The sources of price lists. They change only after the service agreed; a refused change gives its reason. */
export function createSources(calls: Pick<SourceCalls, 'list' | 'create' | 'change' | 'remove' | 'check'>) {
  /** Looks that this page asked for, with the last look before them: until it is another one, the look goes on. */
  const asked = new Map<number, string | null>();
  const {
    $loaded,
    shown,
    show: set,
    load,
    refresh,
    leave,
  } = createLoaded<readonly ImportSource[]>(async (signal) => (await calls.list(signal)).sources.map(seen));

  const seen = (source: ImportSource): ImportSource => {
    if (asked.has(source.id) && asked.get(source.id) !== source.checkedAt) asked.delete(source.id);
    return asked.has(source.id) ? { ...source, isChecking: true } : source;
  };
  /** Those that are shown, in the order in which they were made. */
  const sources = (): readonly ImportSource[] => shown() ?? [];
  const show = (next: readonly ImportSource[]) => set(next.map(seen));

  let saved = '';
  function put(source: ImportSource): void {
    saved = source.title;
    const isNew = sources().every(({ id }) => id !== source.id);
    show(isNew ? [...sources(), source] : sources().map((old) => (old.id === source.id ? source : old)));
  }

  return {
    $sources: $loaded,
    /** The title of the source made or changed last, as the server answered it. */
    savedTitle: (): string => saved,
    load,
    refresh,
    create: (body: NewSourceBody): Promise<Failure | null> => attempt(async () => put(await calls.create(body))),
    change: (id: number, body: Partial<SourceBody>): Promise<Failure | null> =>
      attempt(async () => put(await calls.change(id, body))),
    remove: (id: number): Promise<Failure | null> =>
      attempt(async () => {
        await calls.remove(id);
        show(sources().filter((source) => source.id !== id));
      }),
    /** Has a source looked at now; it counts as being checked until the look is over. */
    check: ({ id, checkedAt }: ImportSource): Promise<Failure | null> =>
      attempt(async () => {
        await calls.check(id);
        asked.set(id, checkedAt);
        show(sources());
      }),
    leave,
  };
}
export type Sources = ReturnType<typeof createSources>;

/** When a source is looked at next by itself: a moment, `soon` when it is due, or null for one switched off. */
export function nextLook(
  { isEnabled, checkedAt, everyMinutes }: Pick<ImportSource, 'isEnabled' | 'checkedAt' | 'everyMinutes'>,
  now: Date,
): Date | 'soon' | null {
  if (!isEnabled) return null;
  if (checkedAt === null) return 'soon';
  const next = new Date(Date.parse(checkedAt) + everyMinutes * MINUTE_MS);
  return next > now ? next : 'soon';
}

/** Whole days since a source brought something; null when it never did. */
export const daysWithout = ({ arrivedAt }: Pick<ImportSource, 'arrivedAt'>, now: Date): number | null =>
  arrivedAt === null ? null : Math.floor((now.getTime() - Date.parse(arrivedAt)) / DAY_MS);

export interface ReceivedFilesQuery {
  readonly sourceId?: number;
  readonly state?: ArrivalState;
}

const ofSource = (id: number): string => `import/sources/${id}`;
const ofReceivedFile = (id: number): string => `import/arrivals/${id}`;

/** The calls of the sources of price lists and of what came from them. All throw what ky throws, or SessionEnded. */
export const sourceCalls = {
  list: (signal?: AbortSignal) => bridge.get('import/sources', { signal }).json<ImportSources>(),
  create: async (body: NewSourceBody): Promise<ImportSource> =>
    withPassword(() => bridge.post('import/sources', { json: checked(NEW_SOURCE_FORM, body) }).json<ImportSource>()),
  change: async (id: number, body: Partial<SourceBody>): Promise<ImportSource> =>
    withPassword(() => bridge.patch(ofSource(id), { json: checked(SOURCE_FORM, body) }).json<ImportSource>()),
  async remove(id: number): Promise<void> {
    await bridge.delete(ofSource(id));
  },
  /** Has a source looked at; that is not over when the answer comes. */
  async check(id: number): Promise<void> {
    await bridge.post(`${ofSource(id)}/check`);
  },
  /** One page, newest first; `cursor` is `next` of the page before, null for the first. */
  arrivals(wish: ReceivedFilesQuery, cursor: string | null, signal?: AbortSignal): Promise<ArrivalPage> {
    const searchParams = { ...wish, ...(cursor !== null && { cursor }) };
    return bridge.get('import/arrivals', { searchParams, signal }).json<ArrivalPage>();
  },
  /** Resolves when the staged price list is imported; a long one takes a while, so there is no time-out. */
  /** Applies what its check has shown and nothing else. */
  apply: ({ id, plan }: Pick<Arrival, 'id' | 'plan'>) => {
    const searchParams = { seen: plan?.digest ?? '' };
    return bridge.post(`${ofReceivedFile(id)}/apply`, { searchParams, timeout: false, retry: 0 }).json<Arrival>();
  },
  reject: ({ id }: Pick<Arrival, 'id'>) => bridge.post(`${ofReceivedFile(id)}/reject`).json<Arrival>(),
  file: (id: number): Promise<Blob> => bridge.get(`${ofReceivedFile(id)}/file`, { timeout: false }).blob(),
};
export type SourceCalls = typeof sourceCalls;

/** The kinds of prices that 1C has named, and the one of them that the shop sells at. */
export function createPriceKinds(calls: PriceKindCalls) {
  const { $loaded, show, load, leave } = createLoaded(calls.kinds);
  return {
    $kinds: $loaded,
    load,
    leave,
    choose: (id: string): Promise<Failure | null> => attempt(async () => show(await calls.choose(id))),
  };
}

const PRICE_KINDS = 'exchange/price-kinds';

export const priceKindCalls = {
  kinds: (signal?: AbortSignal) => bridge.get(PRICE_KINDS, { signal }).json<PriceKinds>(),
  choose: async (id: string): Promise<PriceKinds> =>
    bridge.put(PRICE_KINDS, { json: checked(PRICE_KIND_FORM, { id }) }).json<PriceKinds>(),
};
type PriceKindCalls = typeof priceKindCalls;
