import { randomInt } from 'node:crypto';

/** Digits that distinguish what a test makes from what other tests and earlier attempts made. */
export const mark = (): string => String(randomInt(10 ** 12));
