import type { PhotoError } from '../../../contract/errors.ts';
import type { ErrorTexts } from '../trouble/failure-texts.ts';

/** Texts of the field that replaces a photo. */
export const photoField = {
  replace: 'Заменить фото',
  add: 'Добавить фото',
  sending: 'Сохраняем фото…',
  saved: 'Фото сохранено',
  hint: 'Изображение до\u00a020\u00a0МБ',
} as const;

const oneOnly = 'Выбрано несколько файлов, нужен один.';

/** Refusals of a new photo, by code of the API. */
export const photoErrors: ErrorTexts<PhotoError | 'too large'> = {
  'too large': 'Файл больше 20\u00a0МБ. Выберите файл меньшего размера.',
  'file not uploaded': 'Файл не\u00a0выбран.',
  'more than one file received': oneOnly,
  'more than 1 file received by field "photo"': oneOnly,
  'request entity too large': 'Файл больше 20\u00a0МБ. Выберите файл меньшего размера.',
  'file must be image': 'Это не\u00a0изображение. Подойдут JPEG, PNG, WebP.',
  'файл Excel не получен': 'Файл пуст. Выберите другой.',
  'field name "photo" is empty': 'Файл не\u00a0выбран.',
  'card not found': 'Карточки больше нет в\u00a0каталоге.',
};

/** A refusal whose code carries a reason of its own. */
export const photoUnreadable =
  'Не\u00a0удалось прочитать изображение: файл повреждён или слишком велик в\u00a0пикселях.';
