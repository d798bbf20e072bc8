import type { AccessSheet } from '../../../contract/access/access.ts';
import type { RightsSheetError } from '../../../contract/access/actions.ts';
import { type FileError, PRICE_LIST_PROBLEMS } from '../../../contract/errors.ts';
import { countOf } from '../../../rules/format/numbers.ts';
import { matrixErrors } from './access-texts.ts';

const ROLES = ['роль', 'роли', 'ролей'] as const;
const CHANGED = ['роли', 'ролей', 'ролей'] as const;
const PLACES = ['место', 'места', 'мест'] as const;

/** Texts of the access matrix out of a file. */
export const rightsFile = {
  button: 'Загрузить матрицу (.xlsx)',
  heading: 'Матрица прав из файла',
  lead: 'Скачайте матрицу, поправьте отметки и\u00a0загрузите её сюда. Сначала будет показана разница. Чего в\u00a0файле нет, то не\u00a0изменится.',
  unsaved: 'На\u00a0странице есть несохранённые отметки: после загрузки они останутся и\u00a0сохраняются отдельно.',
  file: 'Файл матрицы',
  fileHint: 'Excel (.xlsx, .xls), .ods или CSV со\u00a0столбцами, как в\u00a0скачанном файле.',
  filePrompt: 'Выберите файл или перетащите его сюда',
  fileClear: 'Убрать файл',
  checking: 'Сравниваем с\u00a0нынешними правами…',
  failed: 'Не\u00a0удалось прочитать матрицу.',
  role: (title: string) => `Роль «${title}»`,
  same: 'Права в\u00a0файле такие\u00a0же, как сейчас: менять нечего.',
  others: ({ same, absent }: AccessSheet) =>
    [same > 0 && `без изменений: ${countOf(same, ROLES)}`, absent > 0 && `нет в\u00a0файле: ${countOf(absent, ROLES)}`]
      .filter(Boolean)
      .join('; '),
  problems: (count: number) => `Не\u00a0распознано: ${countOf(count, PLACES)}. Эти места останутся как сейчас.`,
  problem: (row: number, text: string) => `строка ${row}: ${text}`,
  more: (count: number) => `и\u00a0ещё ${countOf(count, PLACES)}`,
  confirm: (count: number) => `Изменить права ${countOf(count, CHANGED)}`,
  saving: 'Сохраняем права…',
  cancel: 'Отмена',
  close: 'Закрыть',
  done: 'Права изменены. Каждая роль записана в\u00a0историю: её можно вернуть как было.',
  changed: 'Пока вы смотрели, права изменили. Разница показана заново: проверьте её.',
} as const;

/** What cannot be read, by code of the API. */
export const rightsProblems: Readonly<Record<RightsSheetError, (text: string) => string>> = {
  'unknown column': (text) => `столбца «${text}» нет среди ролей и\u00a0действий`,
  'unknown directing': (text) => `направления «${text}» нет`,
  'unknown task': (text) => `типа документа «${text}» нет`,
  twice: (text) => `«${text}» стоит дважды`,
  'no task': (role) => `роль «${role}»: действия отмечают в\u00a0строке типа документа`,
  'unknown mark': (text) => `отметка «${text}» не\u00a0понятна: нужны ✓ или пустая ячейка`,
};

const PROBLEMS = Object.fromEntries(Object.values(PRICE_LIST_PROBLEMS).map((text) => [text, `${text}.`]));

/** Refusals of a file of rights, by code of the API; what is wrong with the file comes in words. */
export const rightsFileErrors: Readonly<Record<string, string>> = {
  ...PROBLEMS,
  ...matrixErrors,
  [PRICE_LIST_PROBLEMS.NOT_EXCEL]: 'Файл не\u00a0похож на\u00a0таблицу: нужен Excel (.xlsx, .xls), .ods или CSV.',
  ...({
    'file not uploaded': 'Выберите файл.',
    'файл Excel не получен': 'Файл пуст: сохраните его ещё раз.',
    'field name "file" is empty': 'Выберите файл.',
    'more than one file received': 'Выберите один файл.',
    'more than 1 file received by field "file"': 'Выберите один файл.',
  } satisfies Record<FileError<'file'>, string>),
};
