import type { SlideError } from '../../../contract/errors.ts';
import { IMAGE_FILE_MAX, NOTE_IMAGES_MAX, NOTE_MESSAGE_MAX, TITLE_MAX } from '../../../contract/limits.ts';
import { typographed } from '../../../rules/format/texts.ts';
import type { ErrorTexts } from '../platform/http-client.ts';
import type { PortalWords } from '../platform/portal-words.ts';
import { slideHeadings } from './headings.ts';

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
  moreLoading: 'Загружаем…',
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

/** Texts of the form of a slide. */
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

/** Refusals of a slide, by code of the API, in the words that are chosen. */
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

/** Codes of what is wrong with pictures, those of the API among them. */
export const imageCodes = { type: 'bad mime type', size: 'too large', count: 'too many images' } as const;

/** What the form tells of by itself, in the manner of the API. */
export type SlideCode = (typeof imageCodes)[keyof typeof imageCodes] | 'title too long' | 'message too long';
