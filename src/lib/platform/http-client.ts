// Calls of the API from a page without signing in, and what their failures are. Calls of signed-in users are made by
// the clients of session.ts.
import type { KyInstance } from 'ky';
import ky from 'ky';
import { atom } from 'nanostores';
import { BRIDGE, DISK_BROKEN, DISK_FULL, DISK_READ_ONLY, INFORMATOR, MAUTH, MNOTE } from '../../../contract/api.ts';
import { type Form, Refusal, readFields } from '../../../contract/fields/field.ts';
import { site } from './site.ts';

/** An answer that takes longer is treated as a lost connection; price lists set their own. */
const TIMEOUT_MS = 15_000;

/** A client of one service for what anyone may call: without a session, and a person repeats what failed. */
export const openClient = (prefix: string): KyInstance => ky.create({ prefix, retry: 0, timeout: TIMEOUT_MS });

export const openMauth = openClient(site.mauthUrl + MAUTH);
export const openBridge = openClient(site.bridgeUrl + BRIDGE);
export const openInformator = openClient(site.informatorUrl + INFORMATOR);
export const openMnote = openClient(site.mnoteUrl + MNOTE);

/** Why a call did not give what was asked, as far as a person or the next step cares. */
export type FailureKind =
  | 'offline'
  | 'login'
  | 'forbidden'
  | 'missing'
  | 'in-use'
  | 'too-large'
  | 'busy'
  | 'disk'
  | 'refused'
  | 'server';

export interface Failure {
  readonly kind: FailureKind;
  /** Code of the API (`error` of the answer), '' when there was no answer of its own. */
  readonly code: string;
  /** The whole answer: some refusals carry facts beside the code. */
  readonly facts: Readonly<Record<string, unknown>>;
}

const KIND_OF_STATUS: Readonly<Record<number, FailureKind>> = {
  401: 'login',
  403: 'forbidden',
  404: 'missing',
  409: 'in-use',
  413: 'too-large',
  429: 'busy',
  503: 'busy',
};

/** States of the server's disk: unlike a busy server nothing that passes by itself. */
const DISK_CODES: ReadonlySet<string> = new Set([DISK_FULL, DISK_READ_ONLY, DISK_BROKEN]);

const kindOf = (status: number, code: string): FailureKind => {
  if (DISK_CODES.has(code)) return 'disk';
  return KIND_OF_STATUS[status] ?? (status >= 400 && status < 500 ? 'refused' : 'server');
};

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Classifies a failed call by status, network state and the code that the service sent. Never throws. */
export function failureOf(error: unknown): Failure {
  if (error instanceof SessionEnded) return { kind: 'login', code: '', facts: {} };
  if (error instanceof Unsendable) return { kind: 'refused', code: error.code, facts: {} };
  const { response, data, name } = recordOf(error) as { response?: Response; data?: unknown; name?: string };
  if (response === undefined) {
    const kind = name === 'TimeoutError' || error instanceof SyntaxError ? 'server' : 'offline';
    return { kind, code: '', facts: {} };
  }
  const facts = recordOf(data);
  const code = typeof facts.error === 'string' ? facts.error : '';
  return { kind: kindOf(response.status, code), code, facts };
}

type CallOutcome<T> =
  | { readonly value: T; readonly failure: null }
  | { readonly value: null; readonly failure: Failure };

/** Makes a call: its answer, or why there is none. Never throws. */
export async function outcomeOf<T>(call: () => Promise<T>): Promise<CallOutcome<T>> {
  try {
    return { value: await call(), failure: null };
  } catch (error) {
    return { value: null, failure: failureOf(error) };
  }
}

/** Does something; why it could not be done, or null. Never throws. */
export const attempt = async (act: () => Promise<unknown>): Promise<Failure | null> => (await outcomeOf(act)).failure;

/** Makes a call; `instead` may answer in its place when it fails. Throws what the call threw where that is undefined. */
export async function callOr<T>(
  call: () => Promise<T>,
  instead: (failure: Failure) => T | undefined | Promise<T | undefined>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const answer = await instead(failureOf(error));
    if (answer === undefined) throw error;
    return answer;
  }
}

/** No user is signed in on this device: the call was not made. */
export class SessionEnded extends Error {
  constructor() {
    super('nobody is signed in');
    this.name = 'SessionEnded';
  }
}

/** Not sent because the server would refuse it, with this code. */
class Unsendable extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** The fields of a form as typed. Throws what is shown like a refusal where the server would not take them. */
export function checked<Typed extends object>(form: Form, typed: Typed): Typed {
  const read = readFields(form, typed);
  if (read instanceof Refusal) throw new Unsendable(read.error);
  return typed;
}

/** One question at a time: a newer one aborts the older, whose answer is dropped. `stop` forgets the present one. */
export function createLatest() {
  let current: AbortController | undefined;
  return {
    async run<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<{ value: T } | null> {
      current?.abort();
      const mine = new AbortController();
      current = mine;
      try {
        const value = await ask(mine.signal);
        return current === mine ? { value } : null;
      } catch (error) {
        if (current !== mine) return null;
        throw error;
      }
    },
    stop() {
      current?.abort();
      current = undefined;
    },
  };
}

/** How much waits behind a link of the menu; what is known stays while it cannot be asked anew. */
export function createWaiting(ask: () => Promise<number>) {
  const $count = atom(0);
  const latest = createLatest();
  return {
    $count,
    async load(): Promise<void> {
      const answer = await latest.run(ask).catch(() => null);
      if (answer) $count.set(answer.value);
    },
  };
}
