import { type Merged, mergeFields } from '../editing/merge.ts';
import { SLIDE_FIELDS, type SlideField, type SlideText } from './slide-fields.ts';

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
  SLIDE_FIELD_NAMES.map((name) => withField(name, text, (field, value) => field.compared(value))).join(
    '\n\n',
  );
