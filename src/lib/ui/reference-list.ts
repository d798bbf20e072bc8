// State of any short list of titles that administrators edit: brands, suppliers, roles, directions, types of documents,
// actions.
import { atom } from 'nanostores';
import type { ReferenceRow } from '../../../contract/catalogue/positions.ts';
import { attempt, createLatest, type Failure, outcomeOf } from '../platform/http-client.ts';

/** The calls of one reference list; each rejects with the error of the call. */
export interface ListCalls {
  list(title: string, signal?: AbortSignal): Promise<readonly ReferenceRow[]>;
  create(title: string): Promise<ReferenceRow>;
  rename(id: number, title: string): Promise<ReferenceRow>;
  remove(id: number, cascade: boolean): Promise<unknown>;
  /** Only where rows have a flag. */
  flag?(id: number, isOn: boolean): Promise<ReferenceRow>;
}

interface ListState {
  readonly phase: 'loading' | 'ready' | 'failed';
  /** By id, newest first. */
  readonly rows: readonly ReferenceRow[];
  /** What the rows were searched by; '' for all of them. */
  readonly title: string;
  readonly failure: Failure | null;
}

const newestFirst = (rows: readonly ReferenceRow[]): ReferenceRow[] => [...rows].sort((a, b) => b.id - a.id);

/** A reference list and its editing. Rows change only after the server agreed; a refused change gives its reason. */
export function createList(calls: ListCalls) {
  const $list = atom<ListState>({ phase: 'loading', rows: [], title: '', failure: null });
  const latest = createLatest();
  let saved = '';
  const patch = (next: Partial<ListState>) => $list.set({ ...$list.get(), ...next });

  async function search(title: string): Promise<void> {
    patch({ title });
    const { value: answer, failure } = await outcomeOf(() => latest.run((signal) => calls.list(title.trim(), signal)));
    if (failure) patch({ phase: $list.get().phase === 'ready' ? 'ready' : 'failed', failure });
    if (answer) patch({ phase: 'ready', rows: newestFirst(answer.value), failure: null });
  }

  return {
    $list,
    search,
    /** The title of the row made or renamed last, as the server answered it. */
    savedTitle: (): string => saved,
    create: (title: string) =>
      attempt(async () => {
        const row = await calls.create(title);
        saved = row.title;
        patch({ rows: newestFirst([row, ...$list.get().rows.filter(({ id }) => id !== row.id)]) });
      }),
    rename: (id: number, title: string) =>
      attempt(async () => {
        const row = await calls.rename(id, title);
        saved = row.title;
        patch({ rows: $list.get().rows.map((old) => (old.id === id ? row : old)) });
      }),
    flag: (id: number, isOn: boolean) =>
      attempt(async () => {
        const row = await calls.flag?.(id, isOn);
        if (row) patch({ rows: $list.get().rows.map((old) => (old.id === id ? row : old)) });
      }),
    remove: (id: number, cascade: boolean) =>
      attempt(async () => {
        await calls.remove(id, cascade);
        patch({ rows: $list.get().rows.filter((row) => row.id !== id) });
      }),
  };
}
export type List = ReturnType<typeof createList>;
