// State of the list «Первые шаги» on the home of the portal: what the administrator of a new shop has to set up and
// what is done already.
import { persistentAtom } from '@nanostores/persistent';
import { atom } from 'nanostores';
import { paths } from '../platform/paths.ts';

/** What a new shop needs before people can work with it, in the usual order. */
const FIRST_STEPS = ['company', 'logo', 'mail', 'prices', 'colleague', 'texts'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

type Facts = Readonly<Record<FirstStep, boolean>>;

/** The page where each step is done, or shown if a server setting decides. */
export const STEP_LINKS: Readonly<Record<FirstStep, string>> = {
  company: paths.about('contact'),
  logo: paths.home,
  mail: paths.mails,
  prices: paths.upload,
  colleague: paths.people,
  texts: paths.user,
};

/** The steps with what has been done; null when nothing is left. */
function stepsLeft(facts: Facts): readonly { readonly step: FirstStep; readonly done: boolean }[] | null {
  if (FIRST_STEPS.every((step) => facts[step])) return null;
  return FIRST_STEPS.map((step) => ({ step, done: facts[step] }));
}

/** The steps that the services know about; the settings of the server say the others. */
interface Questions {
  readonly prices: () => Promise<boolean>;
  readonly colleague: () => Promise<boolean>;
}

const KEY = 'firstSteps';

/** Whether the list has ended or was dismissed on this device. */
export const $stepsOver = persistentAtom<boolean>(KEY, false, {
  encode: (over) => (over ? 'over' : undefined),
  decode: (stored) => stored === 'over',
});

/** The first steps of a shop; null while unknown, and after a failed request. */
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
