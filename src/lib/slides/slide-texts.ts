import type { SlideError } from '../../../contract/errors.ts';
import { IMAGE_FILE_MAX, NOTE_IMAGES_MAX, NOTE_MESSAGE_MAX, TITLE_MAX } from '../../../contract/limits.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import type { PortalWords } from '../platform/portal-words.ts';
import { slideHeadings } from './headings.ts';

const MEGABYTES = IMAGE_FILE_MAX / 1024 / 1024;

/** Texts of the slide line; the words that have two spellings stand in the portal's own catalogue. */
export const slides = {
  ...slideHeadings,
  loading: 'Загружаем слайды…',
  loadingOne: 'Загружаем слайд…',
  search: 'Поиск',
  searchLabel: 'Поиск слайда по названию',
  list: 'Список слайдов',
  empty: 'Слайдов пока нет. Создайте первый: опубликованный слайд появится на\u00a0главной странице.',
  noneFound: (search: string) => `По\u00a0запросу «${search}» слайдов нет.`,
  showAll: 'Показать все',
  moreLoading: 'Загружаем…',
  moreFailed: 'Не\u00a0удалось загрузить ещё.',
  published: 'Опубликован',
  unpublished: 'Не\u00a0опубликован',
  readMoreOf: (words: string, title: string) => `${words} ${title}`,
  untitled: 'Без названия',
  back: 'Назад',
  edit: 'Редактировать',
  remove: 'Удалить',
  removeQuestion: 'Удалить слайд?',
  removeDetails: (title: string) => `«${title}» исчезнет вместе с\u00a0картинками. Вернуть его будет нельзя.`,
  removeFailed: 'Слайд не\u00a0удалён.',
  removed: (title: string) => `Слайд «${title}» удалён.`,
  images: 'Прикреплённые файлы',
  noMessage: 'Текста нет.',
  openImage: (name: string) => `Открыть картинку: ${name}`,
  createdAt: (day: string) => `создан ${day}`,
  saved: (title: string) => `Слайд «${title}» сохранён.`,
  notSaved: (title: string) => (title.trim() ? `Слайд «${title.trim()}» не\u00a0сохранён.` : 'Слайд не\u00a0сохранён.'),
  toDraft: 'вернуться к\u00a0черновику',
  orderHint:
    'Слайды идут в\u00a0этом порядке. Перетащите за\u00a0значок слева или нажмите на\u00a0него и\u00a0двигайте стрелками.',
  moveOf: (title: string) => `Переместить: ${title}`,
  movedTo: (title: string, place: number, count: number) => `«${title}»: место ${place} из\u00a0${count}.`,
  orderFailed: 'Порядок не\u00a0сохранён.',
  missing: 'Такого слайда нет: возможно, его удалили.',
} as const;

/** Texts of the form of a slide. */
export const slideFormTexts = {
  title: 'Заголовок',
  message: 'Текст слайда',
  images: 'Картинки',
  stored: 'Прикреплённые файлы',
  fresh: 'Новые файлы',
  imagesPrompt: 'Выберите картинки, перетащите их сюда или вставьте из\u00a0буфера',
  imagesHint: `До\u00a0${NOTE_IMAGES_MAX}\u00a0картинок, каждая до\u00a0${MEGABYTES}\u00a0МБ`,
  removeNew: (name: string) => `Убрать: ${name}`,
  removeStored: (name: string) => `Удалить картинку: ${name}`,
  removeQuestion: 'Удалить картинку?',
  removeDetails: (name: string) => `«${name}» исчезнет со\u00a0слайда сразу, не\u00a0дожидаясь записи.`,
  remove: 'Удалить',
  publish: 'Опубликовать',
  publishHint: 'Слайд увидят все посетители главной страницы.',
  save: 'Записать',
  cancel: 'Отмена',
  failed: 'Слайд не\u00a0записан.',
  history: 'История',
  preview: 'На главной странице',
} as const;

const gone = 'Этого слайда уже нет: возможно, его удалили.';

/** Refusals of a slide, by code of the API, in the words that are chosen. */
export const slideErrors = ({ slides: words }: PortalWords): ErrorTexts<SlideError | SlideCode> => ({
  'file not found': 'Этой картинки у\u00a0слайда уже нет.',
  'invalid doc id': gone,
  'invalid ids': 'Порядок слайдов не\u00a0распознан: обновите страницу.',
  'note not found': gone,
  'invalid isPublic': 'Отметка публикации не\u00a0распознана: обновите страницу, черновик сохранится.',
  'invalid message': 'Текст слайда не\u00a0удалось прочитать. Проверьте его.',
  'invalid title': words.invalidTitle,
  'title too long': `Заголовок длиннее ${TITLE_MAX}\u00a0знаков. Сократите его.`,
  'bad mime type': words.badType,
  'too large': `Картинка больше ${MEGABYTES}\u00a0МБ. Выберите файл меньшего размера.`,
  'too many images': `Картинок больше ${NOTE_IMAGES_MAX}. Уберите лишние.`,
  'message too long': `Текст длиннее ${NOTE_MESSAGE_MAX / 1024}\u00a0КБ. Сократите его.`,
  'request entity too large': 'Слайд слишком велик: уменьшите картинки или текст.',
});

/** Codes of what is wrong with pictures, those of the API among them. */
export const imageCodes = { type: 'bad mime type', size: 'too large', count: 'too many images' } as const;

/** What the form tells of by itself, in the manner of the API. */
export type SlideCode = (typeof imageCodes)[keyof typeof imageCodes] | 'title too long' | 'message too long';
