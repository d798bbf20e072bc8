import { atom } from 'nanostores';
import type { CrossWay } from '../../../contract/cross-ways.ts';
import type { SaidCrosses } from '../../../contract/crosses.ts';
import { type Failure, failureOf } from '../http/failure.ts';
import type { CrossCalls } from './cross-calls.ts';

export type SaidState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly said: SaidCrosses }
  | { readonly phase: 'failed'; readonly failure: Failure };

/** What was done last, for the page to say. */
type Done = { readonly kind: 'added' | 'known' | 'removed'; readonly article: string } | null;

/** A cross of the part as it is typed. */
export interface NewCross {
  readonly article: string;
  readonly maker: string;
  readonly way: CrossWay;
}

/** What was said of the part of a position, and changes of it; `onChange` hears of each. */
export function createSaidCrosses(calls: CrossCalls, positionId: number, onChange: () => void) {
  const $said = atom<SaidState>({ phase: 'loading' });
  const $done = atom<Done>(null);

  async function load(): Promise<void> {
    try {
      $said.set({ phase: 'ready', said: await calls.said(positionId) });
    } catch (error) {
      $said.set({ phase: 'failed', failure: failureOf(error) });
    }
  }

  async function change(act: () => Promise<Done>): Promise<Failure | null> {
    let failure: Failure | null = null;
    try {
      $done.set(await act());
    } catch (error) {
      failure = failureOf(error);
    }
    // What is gone already is not in the list any more either.
    if (failure === null || failure.kind === 'missing') {
      void load();
      onChange();
    }
    return failure;
  }

  return {
    $said,
    $done,
    load,
    add: ({ article, maker, way }: NewCross): Promise<Failure | null> =>
      change(async () => {
        const state = $said.get();
        if (state.phase !== 'ready') return null;
        const own = { article: state.said.article, maker: state.said.maker ?? '' };
        const isNew = await calls.say({ ...own, crossArticle: article, crossMaker: maker, way });
        return { kind: isNew ? 'added' : 'known', article };
      }),
    remove: (id: number, article: string): Promise<Failure | null> =>
      change(async () => {
        await calls.remove(id);
        return { kind: 'removed', article };
      }),
  };
}
export type SaidCrossesStore = ReturnType<typeof createSaidCrosses>;
