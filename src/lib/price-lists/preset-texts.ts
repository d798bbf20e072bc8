import { lists } from '../editing/list-texts.ts';
import type { HeaderChange } from './preset-fit.ts';

const quoted = (texts: readonly string[]): string => texts.map((text) => `«${text}»`).join(', ');

/** Texts of the presets of a provider. */
export const presets = {
  label: 'Сохранённые настройки',
  none: 'без сохранённых настроек',
  failed: 'Сохранённые настройки не\u00a0загрузились.',
  chosenBySame: (name: string) => `Взяты настройки «${name}»: заголовок файла тот же.`,
  chosenOfOther: (name: string) =>
    `Взяты настройки «${name}» другого поставщика: заголовок файла тот же, что у них. Проверьте, чей это прайс.`,
  chosenOfProvider: (name: string) => `Взяты настройки «${name}» этого поставщика.`,
  severalSame: (names: readonly string[]) =>
    `К\u00a0этому файлу подходят настройки ${quoted(names)}. Выберите, какие взять.`,
  changed: ({ missing, added }: HeaderChange) =>
    [
      'Заголовок файла не\u00a0такой, как при сохранении настроек: проверьте столбцы.',
      missing.length > 0 && `Не\u00a0стало: ${quoted(missing)}.`,
      added.length > 0 && `Появились: ${quoted(added)}.`,
      missing.length + added.length === 0 && 'Столбцы поменялись местами.',
    ]
      .filter(Boolean)
      .join(' '),
  saveAs: 'Сохранить настройки как…',
  saveHeading: 'Сохранить настройки',
  saveHint: 'Столбцы, строки, бренд и\u00a0правила этой формы. Имя уже сохранённых настроек заменит их.',
  name: 'Имя настроек',
  save: lists.save,
  cancel: lists.cancel,
  saved: (name: string) => `Настройки «${name}» сохранены.`,
  manage: 'Переименовать или удалить…',
  manageHeading: 'Сохранённые настройки поставщика',
  nameOf: (name: string) => `Имя настроек «${name}»`,
  renameOf: (name: string) => `Переименовать «${name}»`,
  rename: 'Переименовать',
  remove: lists.remove,
  removeOf: (name: string) => `Удалить «${name}»`,
  removeQuestion: 'Удалить настройки?',
  removeDetails: (name: string) => `«${name}» исчезнут из\u00a0списка. Загруженного это не\u00a0изменит.`,
  close: 'Закрыть',
} as const;
