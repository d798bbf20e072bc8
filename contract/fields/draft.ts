import { MARKDOWN_MAX, TITLE_MAX } from '../limits.ts';
import { type Field, Refusal } from './field.ts';
import { exceedsBytes } from './markup.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is the name of a draft: a UUID that its form has made. */
export const isDraftId = (text: unknown): text is string => typeof text === 'string' && ID.test(text);

/** The draft that a save makes a document of; null for none. */
export const draftId: Field<string | null> = {
  schema: {
    type: ['string', 'null'],
    description: 'An own draft, which the save brings to its end',
    examples: ['0b0f5c86-5a0f-4a53-9d2c-6a1f2b3c4d5e'],
  },
  read: (value) => {
    if (value === undefined || value === null || value === '') return null;
    return isDraftId(value) ? value : new Refusal('invalid draft id');
  },
};

/** A text of a draft as it is typed, whatever a save would say of it. */
const typedText = (description: string, fits: (text: string) => boolean): Field<string> => ({
  schema: { type: ['string', 'null'], description },
  read: (value) => {
    if (value === undefined || value === null) return '';
    return typeof value === 'string' && fits(value) ? value : new Refusal('invalid draft');
  },
});

/** Longer than any title that can be saved, so that one which is too long can be shortened on another device. */
const TYPED_TITLE_MAX = 10 * TITLE_MAX;

export const draftTitle = typedText(
  `As typed, at most ${TYPED_TITLE_MAX} characters`,
  (text) => text.length <= TYPED_TITLE_MAX,
);
export const draftText = typedText(
  `As typed, at most ${MARKDOWN_MAX} bytes of UTF-8`,
  (text) => !exceedsBytes(text, MARKDOWN_MAX),
);

/** The state of the document that the typing began from. */
export const draftEtag: Field<string | null> = {
  schema: { type: ['string', 'null'], description: 'Entity tag of the document that the typing began from' },
  read: (value) => {
    if (value === undefined || value === null) return null;
    return typeof value === 'string' && value.length <= 200 ? value : new Refusal('invalid draft');
  },
};
