import { CROSS_WAYS, type CrossWay } from '../cross-ways.ts';
import type { ApiError } from '../errors.ts';
import { CROSS_TEXT_MAX } from '../limits.ts';
import { type Field, Refusal } from './field.ts';
import { withoutUnseen } from './legible.ts';

const lineOf = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const line = withoutUnseen(value.toWellFormed().normalize('NFC').replace(/\s+/gu, ' ')).trim();
  return [...line].length <= CROSS_TEXT_MAX ? line : null;
};

/** An article of a cross: with a letter or a digit. */
export const crossArticle = (error: ApiError): Field<string> => ({
  schema: {
    type: 'string',
    minLength: 1,
    description: `With a letter or a digit, at most ${CROSS_TEXT_MAX} characters`,
    examples: ['740.1003010'],
  },
  read: (value) => {
    const line = lineOf(value);
    return line !== null && /[\p{L}\p{N}]/u.test(line) ? line : new Refusal(error);
  },
});

/** The maker of such an article; empty for any. */
export const crossMaker = (error: ApiError): Field<string> => ({
  schema: {
    type: ['string', 'null'],
    description: `At most ${CROSS_TEXT_MAX} characters; empty for any maker`,
    examples: ['КАМАЗ'],
  },
  read: (value) => (value === undefined || value === null ? '' : (lineOf(value) ?? new Refusal(error))),
});

/** In which direction a cross counts. */
export const crossWay: Field<CrossWay> = {
  schema: { enum: [...CROSS_WAYS] },
  read: (value) => CROSS_WAYS.find((way) => way === value) ?? new Refusal('invalid way'),
};
