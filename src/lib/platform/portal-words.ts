// The words of the staff portal in the set that the user has chosen: as in the specification (some English) or Russian.
// The words are in words-table.ts.
import { persistentAtom } from '@nanostores/persistent';
import { computed } from 'nanostores';
import { typographed } from '../../../rules/format/typography.ts';
import { site } from './site.ts';
import { PORTAL_WORDS, type PortalTexts, type Word } from './words-table.ts';

type Part = keyof typeof PORTAL_WORDS;

/** The words of one set, and their language for the `lang` of what shows them. */
export type PortalWords = {
  readonly [Name in Part]: Readonly<Record<keyof (typeof PORTAL_WORDS)[Name], string>>;
} & { readonly lang: 'en' | 'ru' };

const oneSet = <Keys extends string>(words: Readonly<Record<Keys, Word>>, texts: PortalTexts) =>
  Object.fromEntries(Object.entries<Word>(words).map(([key, word]) => [key, word[texts]])) as Readonly<
    Record<Keys, string>
  >;

const setOf = (texts: PortalTexts): PortalWords => ({
  lang: texts === 'ru' ? 'ru' : 'en',
  slides: oneSet(PORTAL_WORDS.slides, texts),
  docflow: oneSet(PORTAL_WORDS.docflow, texts),
});

const SETS = { spec: setOf('spec'), ru: setOf('ru') } as const;

const portalWordsOf = (texts: PortalTexts): PortalWords => SETS[texts];

const known = (texts: string): texts is PortalTexts => texts === 'spec' || texts === 'ru';

/** The set that this person has chosen on this device; '' follows the shop (PORTAL_TEXTS). */
export const $chosenTexts = persistentAtom<PortalTexts | ''>('portalTexts', '', {
  encode: (texts) => texts || undefined,
  decode: (stored) => (known(stored) ? stored : ''),
});

/** The set that the portal shows now. */
export const $portalTexts = computed($chosenTexts, (chosen): PortalTexts => chosen || site.portalTexts);

export const $portalWords = computed($portalTexts, portalWordsOf);

export const portalTextsChoice = typographed({
  heading: 'Подписи',
  lead: 'Какими словами подписаны документы и слайды на этом устройстве.',
  label: 'Язык подписей',
  ru: 'Русские',
  spec: 'Английские, как в спецификации',
} as const);
