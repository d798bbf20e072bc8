import { atom } from 'nanostores';
import type { ImportSource } from '../../../contract/import-sources.ts';
import { createLatest } from '../browser/latest.ts';
import { attempt, type Failure, failureOf } from '../http/failure.ts';
import type { NewSourceBody, SourceBody } from './source-body.ts';
import type { SourceCalls } from './source-calls.ts';

interface SourcesState {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** In the order in which they were made. */
  readonly sources: readonly ImportSource[];
  readonly failure: Failure | null;
}

type Calls = Pick<SourceCalls, 'list' | 'create' | 'change' | 'remove' | 'check'>;

/** The sources of price lists. They change only after the service agreed; a refused change gives its reason. */
export function createSources(calls: Calls) {
  const $sources = atom<SourcesState>({ phase: 'loading', sources: [], failure: null });
  /** Looks that this page asked for, with the last look before them: until it is another one, the look goes on. */
  const asked = new Map<number, string | null>();
  const latest = createLatest();

  const seen = (source: ImportSource): ImportSource => {
    if (asked.has(source.id) && asked.get(source.id) !== source.checkedAt) asked.delete(source.id);
    return asked.has(source.id) ? { ...source, isChecking: true } : source;
  };
  const show = (sources: readonly ImportSource[]) =>
    $sources.set({ phase: 'ready', sources: sources.map(seen), failure: null });

  function put(source: ImportSource): void {
    const { sources } = $sources.get();
    const isNew = sources.every(({ id }) => id !== source.id);
    show(isNew ? [...sources, source] : sources.map((old) => (old.id === source.id ? source : old)));
  }

  return {
    $sources,
    async load(): Promise<void> {
      try {
        const answer = await latest.run((signal) => calls.list(signal));
        if (answer) show(answer.value.sources);
      } catch (error) {
        $sources.set({ phase: 'failed', sources: [], failure: failureOf(error) });
      }
    },
    /** Asks anew; what is shown stays when that fails. */
    async refresh(): Promise<void> {
      if ($sources.get().phase !== 'ready') return;
      try {
        const answer = await latest.run((signal) => calls.list(signal));
        if (answer) show(answer.value.sources);
      } catch {}
    },
    create: (body: NewSourceBody): Promise<Failure | null> =>
      attempt(async () => put(await calls.create(body))),
    change: (id: number, body: Partial<SourceBody>): Promise<Failure | null> =>
      attempt(async () => put(await calls.change(id, body))),
    remove: (id: number): Promise<Failure | null> =>
      attempt(async () => {
        await calls.remove(id);
        show($sources.get().sources.filter((source) => source.id !== id));
      }),
    /** Has a source looked at now; it counts as being checked until the look is over. */
    check: ({ id, checkedAt }: ImportSource): Promise<Failure | null> =>
      attempt(async () => {
        await calls.check(id);
        asked.set(id, checkedAt);
        show($sources.get().sources);
      }),
    leave: latest.stop,
  };
}
export type Sources = ReturnType<typeof createSources>;
