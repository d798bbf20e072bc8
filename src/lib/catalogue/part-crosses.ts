// Loads the replacements («Аналоги и замены») of a card in the browser, where the server has not written them into the
// page or an administrator edits them.
import { atom } from 'nanostores';
import { BRIDGE } from '../../../contract/api.ts';
import type { PartAnswer, PartCross } from '../../../contract/catalogue/parts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { Failure } from '../platform/http-client.ts';
import { site } from '../platform/site.ts';

type PartCrosses =
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
      const show = (state: PartCrosses) => own === last && $crosses.set(state);
      try {
        show({ phase: 'ready', crosses: await ask(asked) });
      } catch (error) {
        const { failureOf } = await import('../platform/http-client.ts');
        show({ phase: 'failed', failure: failureOf(error) });
      }
    },
  };
}

export const crosses = typographed({ failed: 'Аналоги не загрузились.' } as const);

/** An answer that takes longer is treated as a lost connection. */
const TIMEOUT_MS = 15_000;

/** What replaces a part; without the client, which a served card does not load. Throws what fetch throws. */
export async function askCrosses(positionId: number): Promise<readonly PartCross[]> {
  const address = `${site.bridgeUrl}${BRIDGE}/card/${positionId}/part`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`crosses: ${answer.status}`);
  return ((await answer.json()) as PartAnswer).crosses;
}
