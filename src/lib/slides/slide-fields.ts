// The typed fields of a slide (all but pictures): for each its default, mistakes, comparison and merging. State is in
// form-store.ts.
import type { SlideError } from '../../../contract/errors.ts';
import { exceedsBytes, tidyTitle, titleProblem } from '../../../contract/fields/text.ts';
import { IMAGE_FILE_MAX, NOTE_IMAGES_MAX, NOTE_MESSAGE_MAX, TITLE_MAX } from '../../../contract/limits.ts';
import type { NoteText } from '../../../contract/slides/slides.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { type Merged, mergeFields, mergeTexts, mergeWhole, withPlainLineEnds } from '../markdown/merge.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { slideHeadings } from '../platform/headings.ts';
import type { PortalWords } from '../platform/portal-words.ts';

/** What is typed about a slide. */
export type SlideText = Readonly<NoteText>;

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

const ofFields = <Made>(make: (name: Name) => unknown): Made =>
  Object.fromEntries(SLIDE_FIELD_NAMES.map((name) => [name, make(name)])) as Made;

const withField = <Field extends Name, Result>(
  name: Field,
  text: SlideText,
  act: (field: SlideField<SlideText[Field]>, value: SlideText[Field]) => Result,
): Result => act(SLIDE_FIELDS[name], text[name]);

export const EMPTY_SLIDE: SlideText = ofFields((name) => SLIDE_FIELDS[name].empty);

/** Reads a draft of this device, which may be older than a field; null for a value of another shape. */
export function readDraft(kept: unknown): SlideText | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const values = kept as Partial<Record<string, unknown>>;
  if (!SLIDE_FIELD_NAMES.some((name) => name in values)) return null;
  const read = ofFields<Record<Name, unknown>>((name) => {
    const field = SLIDE_FIELDS[name];
    return name in values ? field.draft(values[name]) : field.empty;
  });
  return Object.values(read).includes(null) ? null : (read as unknown as SlideText);
}

export const shownText = (stored: SlideText): SlideText =>
  ofFields((name) => withField(name, stored, (field, value) => field.shown(value)));

export const sameText = (one: SlideText, other: SlideText): boolean =>
  SLIDE_FIELD_NAMES.every((name) => one[name] === other[name]);

export const sentFields = (text: SlideText): (readonly [Name, string])[] =>
  SLIDE_FIELD_NAMES.flatMap((name) => {
    const sent = withField(name, text, (field, value) => field.sent(value));
    return sent === null ? [] : [[name, sent] as const];
  });

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

const MEGABYTES = IMAGE_FILE_MAX / 1024 / 1024;

/** Texts of the slide line; the words that have two spellings stand in the portal's own catalogue. */
export const slides = typographed({
  ...slideHeadings,
  loading: 'Загружаем слайды…',
  loadingOne: 'Загружаем слайд…',
  search: 'Поиск',
  searchLabel: 'Поиск слайда по названию',
  list: 'Список слайдов',
  empty: 'Слайдов пока нет. Создайте первый: опубликованный слайд появится на главной странице.',
  noneFound: (search: string) => `По запросу «${search}» слайдов нет.`,
  showAll: 'Показать все',
  moreFailed: 'Не удалось загрузить ещё.',
  published: 'Опубликован',
  unpublished: 'Не опубликован',
  readMoreOf: (words: string, title: string) => `${words} ${title}`,
  untitled: 'Без названия',
  back: 'Назад',
  edit: 'Редактировать',
  remove: 'Удалить',
  removeQuestion: 'Удалить слайд?',
  removeDetails: (title: string) => `«${title}» исчезнет вместе с картинками. Вернуть его будет нельзя.`,
  removeFailed: 'Слайд не удалён.',
  removed: (title: string) => `Слайд «${title}» удалён.`,
  images: 'Прикреплённые файлы',
  noMessage: 'Текста нет.',
  openImage: (name: string) => `Открыть картинку: ${name}`,
  createdAt: (day: string) => `создан ${day}`,
  saved: (title: string) => `Слайд «${title}» сохранён.`,
  notSaved: (title: string) => (title.trim() ? `Слайд «${title.trim()}» не сохранён.` : 'Слайд не сохранён.'),
  toDraft: 'вернуться к черновику',
  orderHint: 'Слайды идут в этом порядке. Перетащите за значок слева или нажмите на него и двигайте стрелками.',
  moveOf: (title: string) => `Переместить: ${title}`,
  movedTo: (title: string, place: number, count: number) => `«${title}»: место ${place} из ${count}.`,
  orderFailed: 'Порядок не сохранён.',
  missing: 'Такого слайда нет: возможно, его удалили.',
} as const);

export const slideFormTexts = typographed({
  title: 'Заголовок',
  message: 'Текст слайда',
  images: 'Картинки',
  stored: 'Прикреплённые файлы',
  fresh: 'Новые файлы',
  imagesPrompt: 'Выберите картинки, перетащите их сюда или вставьте из буфера',
  imagesHint: `До ${NOTE_IMAGES_MAX} картинок, каждая до ${MEGABYTES} МБ`,
  removeNew: (name: string) => `Убрать: ${name}`,
  removeStored: (name: string) => `Удалить картинку: ${name}`,
  removeQuestion: 'Удалить картинку?',
  removeDetails: (name: string) => `«${name}» исчезнет со слайда сразу, не дожидаясь записи.`,
  remove: 'Удалить',
  publish: 'Опубликовать',
  publishHint: 'Слайд увидят все посетители главной страницы.',
  save: 'Записать',
  cancel: 'Отмена',
  failed: 'Слайд не записан.',
  history: 'История',
  preview: 'На главной странице',
} as const);

const gone = 'Этого слайда уже нет: возможно, его удалили.';

export const slideErrors = typographed(
  ({ slides: words }: PortalWords): ErrorTexts<SlideError | SlideCode> => ({
    'file not found': 'Этой картинки у слайда уже нет.',
    'invalid doc id': gone,
    'invalid ids': 'Порядок слайдов не распознан: обновите страницу.',
    'note not found': gone,
    'invalid isPublic': 'Отметка публикации не распознана: обновите страницу, черновик сохранится.',
    'invalid message': 'Текст слайда не удалось прочитать. Проверьте его.',
    'invalid title': words.invalidTitle,
    'title too long': `Заголовок длиннее ${TITLE_MAX} знаков. Сократите его.`,
    'bad mime type': words.badType,
    'too large': `Картинка больше ${MEGABYTES} МБ. Выберите файл меньшего размера.`,
    'too many images': `Картинок больше ${NOTE_IMAGES_MAX}. Уберите лишние.`,
    'message too long': `Текст длиннее ${NOTE_MESSAGE_MAX / 1024} КБ. Сократите его.`,
    'request entity too large': 'Слайд слишком велик: уменьшите картинки или текст.',
  }),
);

export const imageCodes = { type: 'bad mime type', size: 'too large', count: 'too many images' } as const;

/** The errors that the form finds itself, in the shape of the API's. */
type SlideCode = (typeof imageCodes)[keyof typeof imageCodes] | 'title too long' | 'message too long';
