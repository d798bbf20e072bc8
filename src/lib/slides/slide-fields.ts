import type { SlideError } from '../../../contract/errors.ts';
import { exceedsBytes, tidyTitle, titleProblem } from '../../../contract/fields/text.ts';
import { NOTE_MESSAGE_MAX } from '../../../contract/limits.ts';
import type { NoteText } from '../../../contract/slides/slides.ts';
import { type Merged, mergeFields, mergeTexts, mergeWhole, withPlainLineEnds } from '../markdown/merge.ts';
import { type SlideCode, slides } from './slide-texts.ts';

/** What is typed about a slide. */
export type SlideText = Readonly<NoteText>;

/** What the form does with one field of a slide. */
interface SlideField<Value> {
  readonly empty: Value;
  /** Reads it of a draft of this device; null: of another shape. */
  draft(kept: unknown): Value | null;
  /** As the form shows what is stored. */
  shown(stored: Value): Value;
  /** As the service reads it; null: left out, like any box that is not ticked. */
  sent(value: Value): string | null;
  /** Code of what is wrong with it; '' when nothing is. */
  mistake(value: Value): SlideCode | SlideError | '';
  /** Code of the service that belongs to it; null: the form shows no mistake there. */
  readonly refusal: SlideError | null;
  /** As it stands in a comparison of two states. */
  compared(value: Value): string;
  /** Two states of it that began as `base`, brought together. */
  merged(base: Value, mine: Value, theirs: Value): Merged<Value>;
}

type SlideFields = { readonly [Name in keyof SlideText]: SlideField<SlideText[Name]> };

const line = {
  empty: '',
  draft: (kept: unknown) => (typeof kept === 'string' ? kept : null),
  shown: (stored: string) => stored,
  sent: (typed: string) => typed.trim(),
  mistake: () => '' as const,
  compared: (text: string) => text,
  merged: (base: string, mine: string, theirs: string) => mergeWhole(base, mine, theirs, (text) => text),
};

const shownState = (isPublic: boolean): string => (isPublic ? slides.published : slides.unpublished);

const TITLE_MISTAKES = { none: '', blank: 'invalid title', 'too long': 'title too long' } as const;

/** Every field of a slide that is no picture, in the order of the form. */
const SLIDE_FIELDS: SlideFields = {
  title: {
    ...line,
    mistake: (title) => TITLE_MISTAKES[titleProblem(tidyTitle(title)) ?? 'none'],
    refusal: 'invalid title',
  },
  message: {
    ...line,
    shown: withPlainLineEnds,
    sent: (markup) => markup,
    mistake: (markup) => (exceedsBytes(markup, NOTE_MESSAGE_MAX) ? 'message too long' : ''),
    refusal: 'invalid message',
    merged: mergeTexts,
  },
  isPublic: {
    empty: false,
    draft: (kept) => kept === true,
    shown: (isPublic) => isPublic,
    sent: (isPublic) => (isPublic ? 'true' : null),
    mistake: () => '',
    refusal: null,
    compared: shownState,
    merged: (base, mine, theirs) => mergeWhole(base, mine, theirs, shownState),
  },
};

type Name = keyof SlideText;

/** The fields of a slide, in the order of the form. */
export const SLIDE_FIELD_NAMES = Object.keys(SLIDE_FIELDS) as readonly Name[];

/** Something of every field, by its name. */
const ofFields = <Made>(make: (name: Name) => unknown): Made =>
  Object.fromEntries(SLIDE_FIELD_NAMES.map((name) => [name, make(name)])) as Made;

/** Does something with a field and its value. */
const withField = <Field extends Name, Result>(
  name: Field,
  text: SlideText,
  act: (field: SlideField<SlideText[Field]>, value: SlideText[Field]) => Result,
): Result => act(SLIDE_FIELDS[name], text[name]);

/** The text of a new slide. */
export const EMPTY_SLIDE: SlideText = ofFields((name) => SLIDE_FIELDS[name].empty);

/** Reads a draft of this device; null for a value of another shape. */
export function readDraft(kept: unknown): SlideText | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const values = kept as Partial<Record<string, unknown>>;
  const read = ofFields<Record<Name, unknown>>((name) => SLIDE_FIELDS[name].draft(values[name]));
  return Object.values(read).includes(null) ? null : (read as unknown as SlideText);
}

/** The text of a stored slide as the form shows it. */
export const shownText = (stored: SlideText): SlideText =>
  ofFields((name) => withField(name, stored, (field, value) => field.shown(value)));

/** Whether two texts are the same. */
export const sameText = (one: SlideText, other: SlideText): boolean =>
  SLIDE_FIELD_NAMES.every((name) => one[name] === other[name]);

/** The fields as the service reads them. */
export const sentFields = (text: SlideText): (readonly [Name, string])[] =>
  SLIDE_FIELD_NAMES.flatMap((name) => {
    const sent = withField(name, text, (field, value) => field.sent(value));
    return sent === null ? [] : [[name, sent] as const];
  });

/** No mistake in any field. */
export const NO_MISTAKES: Readonly<Record<Name, string>> = ofFields(() => '');

/** The codes of the fields that have not changed: a mistake goes with the text that it was about. */
export const keptCodes = (
  codes: Readonly<Record<Name, string>>,
  before: SlideText,
  now: SlideText,
): Record<Name, string> => ofFields((name) => (now[name] === before[name] ? codes[name] : ''));

/** Codes of what is wrong, by field; '' where nothing is. */
export const mistakesIn = (text: SlideText): Record<Name, string> =>
  ofFields((name) => withField(name, text, (field, value) => field.mistake(value)));

/** The field that a refusal of the service is about; undefined when it is about none. */
export const refusedField = (code: string): Name | undefined =>
  SLIDE_FIELD_NAMES.find((name) => SLIDE_FIELDS[name].refusal === code);

/** Two states of a slide that began as `base`, brought together field by field. */
export const mergeSlides = (base: SlideText, mine: SlideText, theirs: SlideText): Merged<SlideText> =>
  mergeFields(
    ofFields((name) => {
      const { merged } = SLIDE_FIELDS[name] as SlideField<SlideText[Name]>;
      return merged(base[name], mine[name], theirs[name]);
    }),
  );

/** A slide as one text, to compare two states of it. */
export const comparedText = (text: SlideText): string =>
  SLIDE_FIELD_NAMES.map((name) => withField(name, text, (field, value) => field.compared(value))).join('\n\n');
