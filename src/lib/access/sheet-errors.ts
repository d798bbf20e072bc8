// Texts for users when an uploaded sheet is refused, for the dialogs of rights and of the list of staff. By code of the
// API; what is wrong with the sheet comes in words.
import { type FileError, PRICE_LIST_PROBLEMS } from '../../../contract/errors.ts';
import { typographed } from '../../../rules/format/typography.ts';

export const sheetErrors = typographed<Readonly<Record<string, string>>>({
  ...Object.fromEntries(Object.values(PRICE_LIST_PROBLEMS).map((text) => [text, `${text}.`])),
  [PRICE_LIST_PROBLEMS.NOT_EXCEL]: 'Файл не похож на таблицу: нужен Excel (.xlsx, .xls), .ods или CSV.',
  ...({
    'file not uploaded': 'Выберите файл.',
    'файл Excel не получен': 'Файл пуст: сохраните его ещё раз.',
    'field name "file" is empty': 'Выберите файл.',
    'more than one file received': 'Выберите один файл.',
    'more than 1 file received by field "file"': 'Выберите один файл.',
  } satisfies Record<FileError<'file'>, string>),
});
