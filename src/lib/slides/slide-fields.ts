import type { SlideError } from '../../../contract/errors.ts';
import { exceedsBytes } from '../../../contract/fields/markup.ts';
import { tidyTitle, titleProblem } from '../../../contract/fields/title.ts';
import { NOTE_MESSAGE_MAX } from '../../../contract/limits.ts';
import type { NoteText } from '../../../contract/mnote.ts';
import { withPlainLineEnds } from '../editing/line-ends.ts';
import { type Merged, mergeTexts, mergeWhole } from '../editing/merge.ts';
import type { SlideCode } from './slide-codes.ts';
import { slides } from './slide-texts.ts';

/** What is typed about a slide. */
export type SlideText = Readonly<NoteText>;

/** What the form does with one field of a slide. */
export interface SlideField<Value> {
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
export const SLIDE_FIELDS: SlideFields = {
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
