// Texts of the dialog where administrators upload the matrix of rights as a sheet.
import type { AccessSheet } from '../../../contract/access/access.ts';
import type { RightsSheetError } from '../../../contract/access/actions.ts';
import { countOf } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { matrixErrors } from './access-texts.ts';
import { sheetErrors } from './sheet-errors.ts';

const ROLES = ['роль', 'роли', 'ролей'] as const;
const CHANGED = ['роли', 'ролей', 'ролей'] as const;
const PLACES = ['место', 'места', 'мест'] as const;

export const rightsFile = typographed({
  button: 'Загрузить матрицу (.xlsx)',
  heading: 'Матрица прав из файла',
  lead: 'Скачайте матрицу, поправьте отметки и загрузите её сюда. Сначала будет показана разница. Чего в файле нет, то не изменится.',
  unsaved: 'На странице есть несохранённые отметки: после загрузки они останутся, сохраните их отдельно.',
  file: 'Файл матрицы',
  fileHint: 'Excel (.xlsx, .xls), .ods или CSV со столбцами, как в скачанном файле.',
  filePrompt: 'Выберите файл или перетащите его сюда',
  fileClear: 'Убрать файл',
  checking: 'Сравниваем с нынешними правами…',
  role: (title: string) => `Роль «${title}»`,
  same: 'Права в файле такие же, как сейчас: менять нечего.',
  others: ({ same, absent }: AccessSheet) =>
    [same > 0 && `без изменений: ${countOf(same, ROLES)}`, absent > 0 && `нет в файле: ${countOf(absent, ROLES)}`]
      .filter(Boolean)
      .join('; '),
  problems: (count: number) => `Не распознано: ${countOf(count, PLACES)}. Эти места останутся как сейчас.`,
  problem: (row: number, text: string) => `строка ${row}: ${text}`,
  more: (count: number) => `и ещё ${countOf(count, PLACES)}`,
  confirm: (count: number) => `Изменить права ${countOf(count, CHANGED)}`,
  saving: 'Сохраняем права…',
  cancel: 'Отмена',
  close: 'Закрыть',
  done: 'Права изменены. Каждая роль записана в историю: её можно вернуть как было.',
  changed: 'Пока вы смотрели, права изменили. Разница показана заново: проверьте её.',
} as const);

export const rightsProblems = typographed<Readonly<Record<RightsSheetError, (text: string) => string>>>({
  'unknown column': (text) => `столбца «${text}» нет среди ролей и действий`,
  'unknown directing': (text) => `направления «${text}» нет`,
  'unknown task': (text) => `типа документа «${text}» нет`,
  twice: (text) => `«${text}» стоит дважды`,
  'no task': (role) => `роль «${role}»: действия отмечают в строке типа документа`,
  'unknown mark': (text) => `отметка «${text}» непонятна: нужен знак ✓ или пустая ячейка`,
});

/** Refusals of a file of rights, by code of the API; what is wrong with the file comes in words. */
export const rightsFileErrors: Readonly<Record<string, string>> = { ...sheetErrors, ...matrixErrors };
