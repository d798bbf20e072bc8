// What the API answers to administrators about photos of many positions at once: a run of files that are named by
// articles, first tried, then applied, then perhaps undone.
import Type, { type Static } from 'typebox';
import { Nullable, OneOf } from '../answers.ts';
import { type Field, type Form, type FormValues, ifSent, Refusal } from '../fields/field.ts';
import { PHOTO_OUTCOMES, PHOTO_REASONS, PHOTO_RUN_STATES } from './photo-words.ts';

/** A part that a name of a file may mean. */
const PhotoPart = Type.Object({
  id: Type.Integer(),
  article: Type.String(),
  maker: Nullable(Type.String()),
  positions: Type.Integer({ description: 'Positions of it, hidden and removed ones included' }),
});
export type PhotoPart = Static<typeof PhotoPart>;

const PhotoFile = Type.Object({
  place: Type.Integer(),
  name: Type.String({ description: 'As it was sent, or as the zip names it, with its folders' }),
  outcome: OneOf(PHOTO_OUTCOMES),
  reason: Nullable(OneOf(PHOTO_REASONS)),
  parts: Type.Array(PhotoPart, { description: 'The part that it is a photo of; several where it may be of each' }),
  words: Type.String({ description: 'What of the name fits no part, for `other words` and `unclear number`' }),
  photo: Nullable(Type.String({ description: 'The stored photo, see GET /card/photo/{name}' })),
});
export type PhotoFile = Static<typeof PhotoFile>;

export const PhotoRun = Type.Object({
  id: Type.Integer(),
  state: OneOf(PHOTO_RUN_STATES),
  who: Type.String(),
  triedAt: Type.String({ description: 'ISO 8601, UTC' }),
  appliedAt: Nullable(Type.String({ description: 'ISO 8601, UTC' })),
  undoneAt: Nullable(Type.String({ description: 'ISO 8601, UTC' })),
  files: Type.Integer({ description: 'Files that were sent' }),
  read: Type.Integer({ description: 'Files that were looked at so far' }),
  counts: Type.Object(
    {
      matched: Type.Integer(),
      spare: Type.Integer(),
      ambiguous: Type.Integer(),
      unknown: Type.Integer(),
      refused: Type.Integer(),
    },
    { description: 'Files by what became of them' },
  ),
  positions: Type.Integer({ description: 'Positions that got a photo; before the run is applied, that could get one' }),
  replaced: Type.Integer({
    description:
      'Those of them that had another photo, which the undo brings back; before, whose photo would be replaced',
  }),
  restored: Type.Integer({ description: 'Positions that got their former photo back' }),
  kept: Type.Integer({ description: 'Positions that were changed since, and that the undo left as they are' }),
});
export type PhotoRun = Static<typeof PhotoRun>;

/** GET /photos/runs: the newest first. */
export const PhotoRuns = Type.Object({ runs: Type.Array(PhotoRun) });
export type PhotoRuns = Static<typeof PhotoRuns>;

/** GET /photos/runs/{id}: files in the order in which they were sent. */
export const PhotoRunPage = Type.Object({
  run: PhotoRun,
  files: Type.Array(PhotoFile),
  next: Nullable(Type.Integer({ description: 'Accepted as after=' })),
});
export type PhotoRunPage = Static<typeof PhotoRunPage>;

export const PhotoRunQuery = Type.Object({
  after: Type.Optional(Type.String({ description: 'Place of the last file seen' })),
  outcome: Type.Optional(Type.String({ description: PHOTO_OUTCOMES.join(', ') })),
});

const replace: Field<boolean> = {
  schema: {
    type: 'boolean',
    description: 'Also replaces photos that are there; else only positions without one get it',
  },
  read: (value) => (typeof value === 'boolean' ? value : new Refusal('invalid body')),
};

const shown = (description: string): Field<number> => ({
  schema: { type: 'integer', minimum: 0, description },
  read: (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : new Refusal('invalid body')),
});

/** POST /photos/runs/{id}/apply: with the numbers that were shown nothing is done where they hold no more. */
export const PHOTO_APPLY_FORM = {
  replace: ifSent(replace),
  positions: ifSent(shown('How many positions were to get a photo by this choice')),
  replaced: ifSent(shown('How many of them were to have another one replaced')),
} satisfies Form;
export type PhotoChoice = Partial<FormValues<typeof PHOTO_APPLY_FORM>>;

/** GET /import/runs/{id}/photos: what became of the addresses of photos in a price list, as far as they still stand. */
export const LinkedPhotos = Type.Object({
  waiting: Type.Integer({ description: 'Positions whose photo is still to be fetched' }),
  done: Type.Integer({ description: 'Positions that got the photo' }),
  failed: Type.Integer({ description: 'Positions without one, because there is none at the address' }),
  failures: Type.Array(
    Type.Object({ positionId: Type.Integer(), article: Type.String(), link: Type.String(), problem: Type.String() }),
    { description: 'The first of them' },
  ),
});
export type LinkedPhotos = Static<typeof LinkedPhotos>;
