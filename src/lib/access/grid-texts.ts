import { countOf } from '../format/plural.ts';

const TYPES = ['тип документа', 'типа документов', 'типов документов'] as const;
const MARKS = ['отметка', 'отметки', 'отметок'] as const;

/** Texts of the table of rights. */
export const grid = {
  views: 'Вид прав',
  view: { grid: 'Таблица', levels: 'По\u00a0уровням' },
  lead: 'Одна роль: типы документов по\u00a0направлениям и\u00a0действия с\u00a0ними. «Видит» без действий даёт только просмотр.',
  filter: 'Что показать',
  role: 'Роль',
  directing: 'Направление',
  anyDirecting: 'Все направления',
  task: 'Тип документа',
  table: (role: string): string => `Права роли «${role}»`,
  help: 'Стрелки водят по\u00a0таблице, пробел ставит и\u00a0снимает отметку.',
  type: 'Тип документа',
  sees: 'Видит',
  all: 'Всё показанное',
  allOf: (where: string): string => `${where}: все показанные типы документов`,
  whole: (where: string): string => `${where}: все действия`,
  shown: (types: number, directings: number): string =>
    `Показано: ${countOf(types, TYPES)}${directings === 1 ? '' : `, в\u00a0каждом из\u00a0направлений: ${directings}`}. Отметки заголовков действуют на\u00a0показанное.`,
  ofDirecting: (seen: number, of: number): string => `${seen} из\u00a0${of}`,
  part: (shown: number, of: number): string => `Показано ${shown} из\u00a0${of}`,
  more: (directing: string): string => `Показать ещё: ${directing}`,
  none: 'Таких типов документов нет.',
  clear: 'Показать все',
  mixed: 'У\u00a0части отметка стоит',
  mixedDetails: (where: string, count: number, of: number): string =>
    `${where}: ${countOf(count, MARKS)} из\u00a0${of}. Что сделать с\u00a0остальными?`,
  setAll: 'Задать всем',
  clearAll: 'Снять у\u00a0всех',
  leave: 'Оставить',
  unknownRole: 'Роли из\u00a0адреса уже нет: показана первая.',
} as const;

/** Texts of the way back to an earlier state of a role. */
export const restore = {
  open: 'Вернуть как было до\u00a0этого',
  openOf: (role: string, moment: string): string =>
    `Вернуть как было до\u00a0этого: роль «${role}», ${moment}`,
  loading: 'Сравниваем…',
  heading: (role: string): string => `Если вернуть роль «${role}»:`,
  same: 'Права роли уже такие: возвращать нечего.',
  missing: (count: number): string =>
    `${countOf(count, MARKS)} не\u00a0вернуть: их направлений, типов документов или действий больше нет.`,
  confirm: 'Вернуть',
  cancel: 'Не\u00a0возвращать',
  saving: 'Возвращаем…',
  done: (role: string): string => `Роль «${role}» снова такая, как была. Это записано новым изменением.`,
  changed: 'Пока вы смотрели, права роли изменили. Разница показана заново: проверьте её.',
} as const;
