import { callOf, type FuzzedCall } from '../fuzz/call.ts';
import { type Dice, diceOf } from '../fuzz/dice.ts';
import { shownBy } from '../fuzz/judge.ts';
import { type OpenApi, operationsOf } from '../fuzz/operations.ts';
import type { Recorded } from './recording.ts';

const SEED = 20_261_122;
/** What ends sessions or spoils the accounts of the callers, answers for ever, describes the machine or the API. */
const LEFT_OUT =
  /progress|\/docs|metrics|ready|signout|\/password|\/refresh|confirm|factor|session|admin\/(?:user|audit|mail)|signup|signin|forgot|email/;
const BODY_MAX = 2_000;
const CALLERS: readonly (string | null)[] = [
  null,
  'forged',
  'user',
  'staff',
  'staff',
  'admin',
  'admin',
  'admin',
  'admin',
];
const KNOWN_MAX = 40;

/** Makes calls one after another from the reference of the API and what former answers have shown. */
export function drawCalls(openApi: OpenApi) {
  const dice = diceOf(SEED);
  const operations = operationsOf(openApi).filter(({ path }) => !LEFT_OUT.test(path));
  const known = new Map<string, string[]>();
  const areaOf = (path: string) => path.split('/').slice(0, 4).join('/');
  return {
    next: (): FuzzedCall => {
      for (;;) {
        const call = draw(dice, operations, (path) => known.get(areaOf(path)) ?? []);
        if ((call.body?.bytes.length ?? 0) <= BODY_MAX && call.target.length <= BODY_MAX) return call;
      }
    },
    learn: ({ call, ...answer }: Pick<Recorded, 'call' | 'status' | 'type'> & { body: string }) => {
      const area = areaOf(call.split(' ')[1] ?? '');
      known.set(area, [...new Set([...(known.get(area) ?? []), ...shownBy(answer)])].slice(-KNOWN_MAX));
    },
  };
}

function draw(dice: Dice, operations: ReturnType<typeof operationsOf>, knownOf: (path: string) => string[]) {
  const drawn = dice.of(operations);
  // What is deleted at once is never looked at.
  const operation = drawn.method === 'DELETE' ? dice.of([drawn, dice.of(operations)]) : drawn;
  return callOf(dice, operation, { names: knownOf(operation.path), isSensible: !dice.once(4) }, CALLERS);
}
