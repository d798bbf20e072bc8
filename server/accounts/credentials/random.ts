/** The clock and unguessable values (ids, passwords, tokens) of the accounts, replaceable by tests. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

/** Milliseconds since the epoch. */
export type Clock = () => number;

export type Pause = (ms: number) => Promise<void>;

/** Keeps no program from ending. */
export const systemPause: Pause = (ms) => setTimeout(ms, undefined, { ref: false });

/** Where unguessable values come from. */
export interface Random {
  uuid(): string;
  /** Of an account: opaque. */
  uid(): string;
  password(): string;
  bytes(count: number): Uint8Array;
  digits(count: number): string;
}

const UID_BYTES = 12;
const PASSWORD_LENGTH = 16;
/** Without characters that are taken for one another. */
const PASSWORD_LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const systemRandom: Random = {
  uuid: randomUUID,
  uid: () => randomBytes(UID_BYTES).toString('hex'),
  password: () =>
    Array.from({ length: PASSWORD_LENGTH }, () => PASSWORD_LETTERS[randomInt(PASSWORD_LETTERS.length)]).join(''),
  bytes: (count) => randomBytes(count),
  digits: (count) => Array.from({ length: count }, () => randomInt(10)).join(''),
};
