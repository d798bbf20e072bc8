import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import { type Facts, stepsLeft } from './first-steps.ts';

/** What the services know of a shop, beside what its settings say. */
interface Questions {
  /** Whether a price list was ever read. */
  readonly prices: () => Promise<boolean>;
  /** Whether somebody else has an account. */
  readonly colleague: () => Promise<boolean>;
}

/** Local storage key: the list has ended or was put away on this device. */
const KEY = 'firstSteps';

/** Whether the list is over here, by its own end or because the person put it away. */
export const $stepsOver = persistentAtom<boolean>(KEY, false, {
  encode: (over) => (over ? 'over' : undefined),
  decode: (stored) => stored === 'over',
});

/** The first steps of a shop; null while they are not known. What cannot be asked is not shown as missing: there is no list then. */
export function createFirstSteps(asks: Questions, stated: () => Omit<Facts, keyof Questions>) {
  const $steps = atom<ReturnType<typeof stepsLeft>>(null);

  return {
    $steps,
    async load(): Promise<void> {
      if ($stepsOver.get()) return;
      try {
        const [prices, colleague] = await Promise.all([asks.prices(), asks.colleague()]);
        const steps = stepsLeft({ ...stated(), prices, colleague });
        $steps.set(steps);
        if (steps === null) $stepsOver.set(true);
      } catch {}
    },
    putAway(): void {
      $stepsOver.set(true);
      $steps.set(null);
    },
  };
}
