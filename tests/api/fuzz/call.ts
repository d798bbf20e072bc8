import { type Body, bodyOf } from './bodies.ts';
import type { Dice } from './dice.ts';
import type { Operation } from './operations.ts';
import { type Known, textOf } from './values.ts';

/** One call as it is sent. */
export interface FuzzedCall {
  readonly operation: Operation;
  readonly method: string;
  /** Path and query, in ASCII. */
  readonly target: string;
  /** Who calls, by the name of a token; null: a caller without one. */
  readonly as: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | null;
}

const RAW_PARTS = ['%00', '%ff', '%2e%2e%2f', '..%5c', '%', '%zz', '.', '-', '~', '%F0%9F', '1;a=b'];
const HEADERS: readonly (readonly [string, string])[] = [
  ['if-match', '"1"'],
  ['if-match', '*'],
  ['if-match', 'W/"\u0080"'],
  ['if-none-match', '"x", *'],
  ['range', 'bytes=5-1,-,99999999999-'],
  ['accept', 'text/html'],
  ['accept-encoding', 'br;q=nan, gzip'],
  ['accept-language', 'x'.repeat(500)],
  ['content-encoding', 'gzip'],
  ['idempotency-key', '../x'],
  ['idempotency-key', '0f8fad5b-d9cd-469f-a165-70867728950e'],
  ['origin', 'https://other.example'],
  ['origin', 'null'],
  ['user-agent', '\u00ff\u00fe'],
  ['x-forwarded-for', '1.1.1.1, \u00e9, ::1'],
  ['forwarded', 'for="['],
  ['if-modified-since', 'yesterday'],
  ['cookie', 'a=b; __proto__=c'],
];

/** A call of a route: every part of it now sensible, now hostile. */
export function callOf(
  dice: Dice,
  operation: Operation,
  known: Known,
  callers: readonly (string | null)[],
): FuzzedCall {
  const { method, path, query } = operation;
  const names = [...query, ...(dice.once(5) ? ['__proto__', 'a[b]'] : [])].filter(() => dice.once(2));
  const pairs = names.flatMap((name) => {
    const pair = `${encoded(name)}=${encoded(textOf(dice, known))}`;
    return dice.once(8) ? [pair, pair] : [pair];
  });
  const filled = path.replaceAll(/\{\w+\}/g, () =>
    !known.isSensible && dice.once(8) ? dice.of(RAW_PARTS) : encoded(textOf(dice, known)) || '0',
  );
  const body = bodyOf(dice, operation, known);
  const extra = !known.isSensible && dice.once(3) ? [dice.of(HEADERS)] : [];
  return {
    operation,
    method: method === 'GET' && dice.once(12) ? 'HEAD' : method,
    target: `${filled}${dice.once(10) ? '/' : ''}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
    as: dice.of(callers),
    headers: {
      ...Object.fromEntries(extra),
      ...(body?.type ? { 'content-type': body.type } : {}),
      ...(body ? { 'content-length': String(body.bytes.length) } : {}),
    },
    body,
  };
}

/** In percent notation; half of a surrogate pair has none and becomes the sign that stands for it. Cut to what a line holds. */
const encoded = (text: string): string => encodeURIComponent(text.slice(0, 1_500).toWellFormed());
