// Texts of the dialog that creates accounts from a list of staff in a file.
import type { StaffListError } from '../../../contract/errors.ts';
import { STAFF_ROWS_MAX } from '../../../contract/limits.ts';
import type { StaffAdded, StaffRow } from '../../../contract/people/staff-list.ts';
import type { StaffColumn, StaffOutcome, StaffRowError } from '../../../contract/people/words.ts';
import { countOf, formatNumber } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { sheetErrors } from '../access/sheet-errors.ts';

const ROWS = ['строка', 'строки', 'строк'] as const;
const ACCOUNTS = ['учётная запись', 'учётные записи', 'учётных записей'] as const;
const ROLES = ['роль', 'роли', 'ролей'] as const;
const INVITATIONS = ['приглашение', 'приглашения', 'приглашений'] as const;

/** What became of the mails, after the number of invitations. */
const INVITED = {
  works: '',
  'not set up': ', но письма не ушли — почта не настроена, передайте ссылки сами',
  failing: ', письма ждут отправки — почтовый сервер сейчас их не принимает',
} as const;

export const staffList = typographed({
  open: 'Загрузить список',
  heading: 'Список сотрудников из файла',
  lead: 'Сначала проверка покажет, что изменится. Учётные записи и роли появятся только после подтверждения; повторная загрузка никого не удвоит.',
  file: 'Файл списка',
  fileHint: 'Excel (.xlsx, .xls), .ods или CSV: столбцы с Ф. И. О., почтой и ролью, до 5 МБ.',
  filePrompt: 'Выберите файл или перетащите его сюда',
  fileClear: 'Убрать файл',
  checking: 'Проверяем список…',
  adding: 'Заводим учётные записи…',
  failed: 'Не удалось прочитать список.',
  addFailed: 'Список загружен не полностью. Повторите: уже заведённые записи останутся как есть.',
  sheet: 'Лист',
  columns: 'Столбцы файла',
  noColumn: 'нет в файле',
  column: (letters: string, title: string) => (title ? `${letters}: ${title}` : letters),
  noEmail: 'Столбец с почтой не найден: выберите его.',
  noPeople: 'На этом листе нет ни одного человека. Проверьте лист и столбцы.',
  unknownRoles: 'Таких ролей нет',
  unknownRolesLead: 'Выберите, какую роль дать вместо них, или не загружайте эти строки.',
  roleFor: (text: string, rows: number) => `«${text}» (${countOf(rows, ROWS)})`,
  leaveOut: 'не загружать эти строки',
  withoutRole: 'без роли',
  hasMore: `Прочитаны первые ${formatNumber(STAFF_ROWS_MAX)} человек: остальных загрузите отдельным файлом.`,
  rows: 'Строки списка',
  row: 'Строка',
  person: 'Сотрудник',
  outcome: 'Что будет',
  noName: 'имя не указано',
  all: 'все',
  invite: 'Пригласить новых сотрудников',
  inviteHint: 'Без приглашения учётная запись ждёт: отправить его можно позже со страницы «Люди».',
  fixOf: (row: number) => `Исправить строку ${row}`,
  fix: { email: 'Почта', name: 'Ф. И. О.', nameHint: 'Можно оставить пустым', save: 'Исправить' },
  submit: (changes: number) => `Загрузить (${formatNumber(changes)})`,
  nothing: 'Менять нечего: все, кого можно загрузить, уже есть.',
  cancel: 'Отмена',
  close: 'Закрыть',
  links: 'Ссылки для приглашённых',
  added: ({ added, claimed, roles, invited, same, wrong, mailTrouble }: StaffAdded) =>
    [
      `Новых: ${countOf(added, ACCOUNTS)}`,
      `назначено: ${countOf(roles, ROLES)}`,
      invited > 0 && `создано: ${countOf(invited, INVITATIONS)}${INVITED[mailTrouble ?? 'works']}`,
      claimed > 0 && `из них вместо заведённых посторонними: ${countOf(claimed, ACCOUNTS)}`,
      same > 0 && `без изменений: ${countOf(same, ROWS)}`,
      wrong > 0 && `с ошибками: ${countOf(wrong, ROWS)}`,
    ]
      .filter(Boolean)
      .join('; '),
} as const);

export const staffColumns = typographed<Readonly<Record<StaffColumn, string>>>({
  surname: 'Фамилия',
  name: 'Ф. И. О. или имя',
  patronymic: 'Отчество',
  email: 'Почта',
  role: 'Роль',
  job: 'Должность',
});

export const staffCounts = typographed<Readonly<Record<StaffOutcome, string>>>({
  new: 'новые',
  role: 'меняется роль',
  same: 'уже есть',
  wrong: 'с ошибками',
});

export function staffOutcome({ outcome, role, roleBefore, error, detail }: StaffRow): string {
  if (outcome === 'new') return role ? `новая учётная запись, роль «${role.title}»` : 'новая учётная запись без роли';
  if (outcome === 'role')
    return typographed(
      roleBefore ? `роль «${roleBefore}» сменится на «${role?.title}»` : `получит роль «${role?.title}»`,
    );
  if (outcome === 'same') return roleBefore ? `уже есть, роль «${roleBefore}»` : 'уже есть, без роли';
  return error === null ? '' : ERRORS[error](detail);
}

const ERRORS = typographed<Readonly<Record<StaffRowError, (detail: string) => string>>>({
  'no email': () => 'нет почты',
  'bad email': (email) => `Проверьте адрес почты: «${email}»`,
  'bad name': (name) => `имя «${name}» не подходит`,
  'unknown role': (role) => `роли «${role}» нет`,
  twice: (row) => `эта почта уже стоит в строке ${row}`,
});

/** Refusals of a list of staff, by code of the API. */
export const staffListErrors = typographed<Readonly<Record<string, string>>>({
  ...sheetErrors,
  ...({ 'invalid form': 'Страница устарела: обновите её.', 'no email column': staffList.noEmail } satisfies Partial<
    Record<StaffListError, string>
  >),
});
