import { paths } from '../paths/paths.ts';

/** What a new shop needs before people can work with it, in the order in which it is usually done. */
const FIRST_STEPS = ['company', 'logo', 'mail', 'prices', 'colleague', 'texts'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** What is known of a shop; each is true once it has been done, whoever did it. */
export type Facts = Readonly<Record<FirstStep, boolean>>;

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
export function stepsLeft(
  facts: Facts,
): readonly { readonly step: FirstStep; readonly done: boolean }[] | null {
  if (FIRST_STEPS.every((step) => facts[step])) return null;
  return FIRST_STEPS.map((step) => ({ step, done: facts[step] }));
}
