// Decides in which step of a template each person signs.
import type { StepMode } from '../../../contract/documents/words.ts';

export interface ResolvedStep {
  readonly mode: StepMode;
  readonly users: readonly number[];
}

interface SettledSteps {
  /** The same steps, each person in one of them; null: a step dropped because others settle it. */
  readonly steps: readonly (readonly number[] | null)[];
  /** The people that a step lost, with the step that they sign in; steps are indexes. */
  readonly repeats: readonly { readonly step: number; readonly keptIn: number; readonly users: readonly number[] }[];
}

/**
 * Puts each person into one step, because a person decides about a version once. People who must sign stay in the first
 * step that needs all of its people, which keeps its title and deadline, and leave steps that need any one: others of
 * it sign, and with none left it is dropped. Those steps take people beginning with the fewest, so that one left empty
 * is settled by another within it. Resolves to the index of a step that can be neither.
 */
export function settleSteps(steps: readonly ResolvedStep[]): SettledSteps | { readonly unsettled: number } {
  const needsAll = (step: ResolvedStep) => step.mode === 'all' || step.users.length === 1;
  const settled: (readonly number[] | null)[] = steps.map(() => null);
  const place = new Map<number, number>();
  steps.forEach((step, index) => {
    if (needsAll(step)) for (const user of step.users) if (!place.has(user)) place.set(user, index);
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
  for (const { step, index } of anyOf) {
    const own = step.users.filter((user) => !place.has(user));
    if (own.length > 0) {
      settled[index] = own;
      for (const user of own) place.set(user, index);
      continue;
    }
    const isSettled =
      step.users.some((user) => mustSign.has(user)) ||
      anyOf.some(({ index: other }) => settled[other]?.every((user) => step.users.includes(user)));
    if (!isSettled) return { unsettled: index };
  }
  return { steps: settled, repeats: repeatsOf(steps, place) };
}

const repeatsOf = (steps: readonly ResolvedStep[], place: ReadonlyMap<number, number>): SettledSteps['repeats'] =>
  steps.flatMap(({ users }, step) => {
    const lost = Map.groupBy(
      users.filter((user) => place.get(user) !== step),
      (user) => place.get(user) ?? step,
    );
    return [...lost].map(([keptIn, gone]) => ({ step, keptIn, users: gone }));
  });
