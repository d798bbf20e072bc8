import { randomInt } from 'node:crypto';

/** Digits that tell what a test makes from what another one made, or this one at its first attempt. */
export const mark = (): string => String(randomInt(10 ** 12));
