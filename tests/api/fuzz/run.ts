import { callOf, type FuzzedCall } from './call.ts';
import { diceOf } from './dice.ts';
import { type FuzzedAnswer, faultOf, shownBy } from './judge.ts';
import { type OpenApi, type Operation, operationsOf } from './operations.ts';

/** Calls under way at once: fewer than any limit of one client. */
const AT_ONCE = 6;
/** Names shown by answers below one address that are remembered for later calls. */
const KNOWN_MAX = 60;
/** Calls that hash a password or start a child process are worth tens of others. */
const COSTLY = /signin|signup|password|confirm$|reset$|file\/(?:upload|download)$|yml|sitemap/;
const COSTLY_SHARE = 40;

export interface Fuzzing {
  readonly seed: number;
  readonly calls: number;
  readonly openApi: OpenApi;
  /** Names of callers; null: one without a token. */
  readonly callers: readonly (string | null)[];
  readonly send: (call: FuzzedCall) => Promise<FuzzedAnswer>;
  /** Routes that are left out. */
  readonly without?: RegExp;
  /** Called now and then: calls end sessions and change accounts. */
  readonly refresh?: () => Promise<void>;
}

export interface Fuzzed {
  /** What was wrong, each with the call and its number; empty: nothing. */
  readonly faults: readonly string[];
  /** How many calls were answered, by the hundred of their status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Routes that answered 2xx at least once. */
  readonly reached: ReadonlySet<string>;
}

/** Sends calls made from the reference of the API and judges each answer. The same seed makes the same calls. */
export async function fuzz(fuzzing: Fuzzing): Promise<Fuzzed> {
  const { seed, calls, openApi, callers, send, without, refresh = async () => {} } = fuzzing;
  const dice = diceOf(seed);
  const operations = operationsOf(openApi).filter(({ path }) => !without?.test(path));
  const usual = operations.filter(({ path }) => !COSTLY.test(path));
  const costly = operations.filter(({ path }) => COSTLY.test(path));
  const known = new Map<string, string[]>();
  const faults: string[] = [];
  const statuses: Record<string, number> = {};
  const reached = new Set<string>();

  const judge = async (call: FuzzedCall, number: number) => {
    const answer = await send(call).catch((error: Error) => ({ status: 599, type: '', body: error.message }));
    const hundred = `${Math.floor(answer.status / 100)}xx`;
    statuses[hundred] = (statuses[hundred] ?? 0) + 1;
    if (answer.status < 300) reached.add(nameOf(call.operation));
    const fault = faultOf(call, answer);
    if (fault) faults.push(`${number}: ${described(call)}\n  ${fault}: ${answer.body.slice(0, 300)}`);
    return [areaOf(call.operation), shownBy(answer)] as const;
  };
  const remember = (area: string, shown: readonly string[]) => {
    const kept = (known.get(area) ?? []).filter((name) => !shown.includes(name));
    known.set(area, [...kept, ...shown].slice(-KNOWN_MAX));
  };
  const next = () => {
    const isCostly = usual.length === 0 || (costly.length > 0 && dice.once(COSTLY_SHARE));
    const drawn = dice.of(isCostly ? costly : usual);
    // What is deleted at once is never looked at.
    const operation = drawn.method === 'DELETE' ? dice.of([drawn, dice.of(usual)]) : drawn;
    const area = dice.once(4) ? dice.of([...known.keys(), '']) : areaOf(operation);
    return callOf(dice, operation, { names: known.get(area) ?? [], isSensible: dice.once(3) }, callers);
  };

  for (let number = 0; number < calls; number += AT_ONCE) {
    if (number % (AT_ONCE * 10) === 0) await refresh();
    const batch = Array.from(
      { length: Math.min(AT_ONCE, calls - number) },
      (_, place) => [next(), number + place] as const,
    );
    // In the order of the calls, not of the answers: so that a seed makes the same calls.
    for (const [area, shown] of await Promise.all(batch.map(([call, at]) => judge(call, at)))) remember(area, shown);
  }
  return { faults, statuses, reached };
}

/** Names of one list mean nothing to another: the part of the address that says which. */
const areaOf = ({ path }: Operation): string => path.split('/').slice(0, 4).join('/');

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

const described = ({ method, target, as, headers, body }: FuzzedCall): string =>
  [
    `${method} ${target.slice(0, 300)} as ${as ?? 'nobody'}`,
    JSON.stringify(headers),
    body ? body.bytes.toString('latin1').slice(0, 600) : '',
  ].join('\n  ');
