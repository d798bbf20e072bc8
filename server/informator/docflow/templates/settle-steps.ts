import type { StepMode } from '../../../../contract/route-modes.ts';

/** A step with the people whom its names and roles have come to. */
export interface ResolvedStep {
  readonly mode: StepMode;
  readonly users: readonly number[];
}

/** The same steps, each person in one of them; null: a step that falls away because others settle it. */
type SettledSteps = readonly (readonly number[] | null)[];

/**
 * Puts everybody into one step, because a person decides about a version once. Whoever has to sign stays in the last step that
 * needs all of its people, and no longer stands in those that need any one: the others of such a step do, and where there are
 * none it falls away, since all of it has signed in the end. Steps that need any one take their people beginning with the
 * fewest, so that one which is left empty is settled by another within it. Resolves to the number of a step that can be
 * neither, from 0. Whenever all the resulting steps are done, each given one has the signatures it asks for.
 */
export function settleSteps(steps: readonly ResolvedStep[]): SettledSteps | { readonly unsettled: number } {
  const needsAll = (step: ResolvedStep) => step.mode === 'all' || step.users.length === 1;
  const settled: (readonly number[] | null)[] = steps.map(() => null);
  const place = new Map<number, number>();
  steps.forEach((step, index) => {
    if (needsAll(step)) for (const user of step.users) place.set(user, index);
  });
  const mustSign = new Set(place.keys());
  steps.forEach((step, index) => {
    if (!needsAll(step)) return;
    const own = step.users.filter((user) => place.get(user) === index);
    settled[index] = own.length > 0 ? own : null;
  });
  const anyOf = steps
    .map((step, index) => ({ step, index }))
    .filter(({ step }) => !needsAll(step))
    .sort((one, other) => one.step.users.length - other.step.users.length);
  const taken = new Set(mustSign);
  for (const { step, index } of anyOf) {
    const own = step.users.filter((user) => !taken.has(user));
    if (own.length > 0) {
      settled[index] = own;
      for (const user of own) taken.add(user);
      continue;
    }
    const isSettled =
      step.users.some((user) => mustSign.has(user)) ||
      anyOf.some(({ index: other }) => settled[other]?.every((user) => step.users.includes(user)));
    if (!isSettled) return { unsettled: index };
  }
  return settled;
}
