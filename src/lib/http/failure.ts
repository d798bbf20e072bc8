import { DISK_BROKEN, DISK_FULL, DISK_READ_ONLY } from '../../../contract/storage.ts';
import { SessionEnded } from './session-ended.ts';
import { Unsendable } from './unsendable.ts';

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

const kindOf = (status: number, code: string): FailureKind =>
  DISK_CODES.has(code) ? 'disk' : kindOfStatus(status);

const kindOfStatus = (status: number): FailureKind =>
  KIND_OF_STATUS[status] ?? (status >= 400 && status < 500 ? 'refused' : 'server');

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Tells a failed call by status, network state and the code that the service sent. Never throws. */
export function failureOf(error: unknown): Failure {
  if (error instanceof SessionEnded) return { kind: 'login', code: '', facts: {} };
  if (error instanceof Unsendable) return { kind: 'refused', code: error.code, facts: {} };
  const { response, data, name } = recordOf(error) as {
    response?: Response;
    data?: unknown;
    name?: string;
  };
  if (response === undefined) {
    const kind = name === 'TimeoutError' || error instanceof SyntaxError ? 'server' : 'offline';
    return { kind, code: '', facts: {} };
  }
  const facts = recordOf(data);
  const code = typeof facts.error === 'string' ? facts.error : '';
  return { kind: kindOf(response.status, code), code, facts };
}

/** Does something; why it could not be done, or null. Never throws. */
export async function attempt(act: () => Promise<unknown>): Promise<Failure | null> {
  try {
    await act();
    return null;
  } catch (error) {
    return failureOf(error);
  }
}
