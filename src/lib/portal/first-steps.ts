import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import { paths } from '../platform/paths.ts';

/** What a new shop needs before people can work with it, in the order in which it is usually done. */
const FIRST_STEPS = ['company', 'logo', 'mail', 'prices', 'colleague', 'texts'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** What is known of a shop; each is true once it has been done, whoever did it. */
type Facts = Readonly<Record<FirstStep, boolean>>;

/** Where each step is done, or seen where the settings of the server decide. */
export const STEP_LINKS: Readonly<Record<FirstStep, string>> = {
  company: paths.about('contact'),
  logo: paths.home,
  mail: paths.users,
  prices: paths.upload,
  colleague: paths.people,
  texts: paths.user,
};

/** The steps with what has been done; null when nothing is left. */
export function stepsLeft(facts: Facts): readonly { readonly step: FirstStep; readonly done: boolean }[] | null {
  if (FIRST_STEPS.every((step) => facts[step])) return null;
  return FIRST_STEPS.map((step) => ({ step, done: facts[step] }));
}

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
