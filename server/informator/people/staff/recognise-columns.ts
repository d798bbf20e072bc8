import { STAFF_COLUMNS, type StaffColumn } from '../../../../contract/staff-columns.ts';
import { foldSearch } from '../../../text/fold-search.ts';

/** Where what stands on a sheet; columns from 1, null: nowhere. */
export type StaffColumns = Readonly<Record<StaffColumn, number | null>>;

/** How lists of staff call their columns, letters and digits only; the first that fits counts. */
const HEADINGS: Readonly<Record<StaffColumn, RegExp>> = {
  email:
    /^(e?mail|(адрес)?(электронн(ая|ой)|рабочая|корпоративная)?почт[аы]|эл(ектронный)?(почта|адрес)|email.*|почта.*)$/u,
  surname: /^(фамилия|surname|lastname)$/u,
  patronymic: /^(отчество|patronymic|middlename)$/u,
  name: /^(фио.*|имя|полноеимя|имяифамилия|фамилияимя.*|фамилияиимя|сотрудник|работник|name|fullname|firstname)$/u,
  role: /^(роль|рольнасайте|рольвпортале|доступ|role)$/u,
  job: /^(должность|позиция|специальность|position|jobtitle|job)$/u,
};

const NO_COLUMNS: StaffColumns = {
  surname: null,
  name: null,
  patronymic: null,
  email: null,
  role: null,
  job: null,
};

const plain = (heading: string): string => foldSearch(heading).replace(/[^\p{L}\p{N}]/gu, '');

/** The columns that the cells of one row name. */
export function columnsNamedBy(cells: ReadonlyMap<number, string>): StaffColumns {
  const found: Record<StaffColumn, number | null> = { ...NO_COLUMNS };
  for (const [column, text] of cells) {
    const heading = plain(text);
    const name = STAFF_COLUMNS.find((one) => HEADINGS[one].test(heading));
    if (name) found[name] ??= column;
  }
  return found;
}

/** Whether a row is one of headings: it names the column of e-mails, or at least two others. */
export const namesColumns = (columns: StaffColumns): boolean =>
  columns.email !== null || STAFF_COLUMNS.filter((name) => columns[name] !== null).length >= 2;

/** Without headings: the column where most e-mails stand, and nothing else. */
export function columnOfEmails(rows: readonly ReadonlyMap<number, string>[]): StaffColumns {
  const counts = new Map<number, number>();
  for (const cells of rows)
    for (const [column, text] of cells)
      if (/^[^\s@]+@\S+$/u.test(text.trim())) counts.set(column, (counts.get(column) ?? 0) + 1);
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return { ...NO_COLUMNS, email: best?.[0] ?? null };
}
