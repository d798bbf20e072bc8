// State of the page «Состояние», where administrators see how each server process is doing, and the numbers of its
// charts.
import { atom } from 'nanostores';
import { STATE } from '../../../contract/api.ts';
import type { StateAnswer, StatePoint } from '../../../contract/operations/state.ts';
import { formatNumber } from '../../../rules/format/texts.ts';
import { createLatest, type Failure, openClient, outcomeOf } from '../platform/http-client.ts';
import { guarded } from '../platform/session.ts';

interface StateShown {
  /** The last answer of each process that has answered, by its name: a balancer asks now one, now another. */
  readonly answers: Readonly<Record<string, StateAnswer>>;
  /** The process that is shown; null before the first answer. */
  readonly shown: string | null;
  /** Why the last request failed; the shown state is older then. */
  readonly failure: Failure | null;
}

/** The last known state of each process. */
export function createState(ask: (signal: AbortSignal) => Promise<StateAnswer>) {
  const $state = atom<StateShown>({ answers: {}, shown: null, failure: null });
  const latest = createLatest();
  return {
    $state,
    /** Asks again; the shown state stays until the answer, and without one. */
    async refresh(): Promise<void> {
      const { value: answer, failure } = await outcomeOf(() => latest.run(ask));
      if (failure) $state.set({ ...$state.get(), failure });
      if (!answer) return;
      const { answers, shown } = $state.get();
      const { name } = answer.value.process;
      $state.set({ answers: { ...answers, [name]: answer.value }, shown: shown ?? name, failure: null });
    },
    /** Shows another process that has answered. */
    show(name: string): void {
      $state.set({ ...$state.get(), shown: name });
    },
    leave: latest.stop,
  };
}

const state = guarded(openClient(STATE));

/** The state of the process that answers; for administrators. Throws what ky throws, or SessionEnded. */
export const askState = (signal: AbortSignal): Promise<StateAnswer> => state.get('', { signal }).json<StateAnswer>();

/** A value of a point that has a chart. */
export type Measure = Exclude<keyof StatePoint, 'at'>;
export const MEASURES: readonly Measure[] = ['requests', 'meanMs', 'failures', 'memory', 'lagMs', 'mails'];

/** Size of a drawing in its own units. */
export const CHART = { width: 288, height: 56 } as const;
const DAY = 86_400_000;
const MEGABYTE = 1024 ** 2;

/** A value in the unit of its chart. */
export const measured = (point: StatePoint, measure: Measure): number =>
  measure === 'memory' ? point.memory / MEGABYTE : point[measure];

export const numberText = (value: number): string => formatNumber(String(Math.round(value)));

/** A bar for each point of the 24 hours before `now`: the largest value at full height, any other one unit or more. */
export function barsOf(points: readonly StatePoint[], measure: Measure, now: number) {
  const most = Math.max(0, ...points.map((point) => measured(point, measure)));
  return points.flatMap((point) => {
    const value = measured(point, measure);
    const share = (Date.parse(point.at) - (now - DAY)) / DAY;
    if (value <= 0 || share < 0 || share > 1) return [];
    const height = Math.max(1, (value / most) * CHART.height);
    return [{ x: share * CHART.width, y: CHART.height - height, height }];
  });
}

/** The least, the largest and the last value, as texts. */
export function rangeOf(points: readonly StatePoint[], measure: Measure) {
  const values = points.map((point) => measured(point, measure));
  return {
    least: numberText(Math.min(...values)),
    most: numberText(Math.max(...values)),
    last: numberText(values.at(-1) ?? 0),
  };
}
