import { atom } from 'nanostores';
import type { PartCross } from '../../../contract/parts.ts';
import type { Failure } from '../http/failure.ts';

export type PartCrosses =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly crosses: readonly PartCross[] }
  | { readonly phase: 'failed'; readonly failure: Failure };

/** What replaces the part of a position, or an article that is searched for; of two questions the last one counts. */
export function createPartCrosses<Asked>(ask: (asked: Asked) => Promise<readonly PartCross[]>) {
  const $crosses = atom<PartCrosses>({ phase: 'loading' });
  let last = 0;
  return {
    $crosses,
    async load(asked: Asked): Promise<void> {
      last += 1;
      const own = last;
      const tell = (state: PartCrosses) => own === last && $crosses.set(state);
      try {
        tell({ phase: 'ready', crosses: await ask(asked) });
      } catch (error) {
        const { failureOf } = await import('../http/failure.ts');
        tell({ phase: 'failed', failure: failureOf(error) });
      }
    },
  };
}
