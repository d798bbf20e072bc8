/** Texts of the field that replaces a photo. */
export const photoField = {
  replace: 'Заменить фото',
  add: 'Добавить фото',
  sending: 'Сохраняем фото…',
  saved: 'Фото сохранено',
  hint: 'Изображение до\u00a020\u00a0МБ',
} as const;

/** Refusals of a new photo, by code of the API. */
export const photoErrors: Readonly<Record<string, string>> = {
  'too large': 'Файл больше 20\u00a0МБ. Выберите файл меньшего размера.',
  'request entity too large': 'Файл больше 20\u00a0МБ. Выберите файл меньшего размера.',
  'file must be image': 'Это не\u00a0изображение. Подойдут JPEG, PNG, WebP.',
  'файл Excel не получен': 'Файл пуст. Выберите другой.',
  'field name "photo" is empty': 'Файл не\u00a0выбран.',
  'card not found': 'Карточки больше нет в\u00a0каталоге.',
};

/** A refusal whose code carries a reason of its own. */
export const photoUnreadable =
  'Не\u00a0удалось прочитать изображение: файл повреждён или слишком велик в\u00a0пикселях.';
