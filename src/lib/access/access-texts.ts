// Texts of the pages where administrators set what each role may do and give roles to users.
import type { BrokenRoutes } from '../../../contract/access/access.ts';
import type * as errors from '../../../contract/errors.ts';
import { countOf, plural } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';

const TASKS = ['тип документа', 'типа документов', 'типов документов'] as const;
const DIRECTINGS = ['направление', 'направления', 'направлений'] as const;
const ACTIONS = ['действие', 'действия', 'действий'] as const;
const OF_TASKS = ['типа', 'типов', 'типов'] as const;
const ROUTES = ['маршрут', 'маршрута', 'маршрутов'] as const;
const SIGNATORIES = ['подписант', 'подписанта', 'подписантов'] as const;
const CHANGES = ['изменение', 'изменения', 'изменений'] as const;

/** Where a route would break. */
type Fault = Pick<BrokenRoutes['templates'][number], 'step' | 'role' | 'name'>;

export const closeText = 'Закрыть';

export const access = typographed({
  lead: 'Роль → направление → тип документа → действия. Тип, отмеченный без действий, даёт только просмотр документов.',
  loading: 'Загружаем права…',
  empty: 'Здесь отмечают, кому что можно. Для этого нужны роли, направления и типы документов.',
  emptyLists: { roles: 'Добавить роли', directings: 'Добавить направления', tasks: 'Добавить типы документов' },
  filter: 'поиск по направлениям и типам документов',
  found: (directings: number, tasks: number): string =>
    directings === 0
      ? 'Ничего не найдено'
      : `Найдено: ${countOf(directings, DIRECTINGS)}, ${countOf(tasks, TASKS)}. Кнопки ниже действуют только на найденное.`,
  noneFound: (text: string): string => `По запросу «${text}» нет ни направлений, ни типов документов.`,
  clearFilter: 'Сбросить поиск',
  rolesList: 'Роли и их права',
  changed: 'изменено',
  clashing: 'изменена другим',
  nothing: 'ничего не разрешено',
  everything: 'разрешено всё',
  ofRole: (tasks: number, actions: number): string => `${countOf(tasks, TASKS)}, ${countOf(actions, ACTIONS)}`,
  ofDirecting: (ticked: number, of: number): string => `${ticked} из ${of} ${plural(of, OF_TASKS)}`,
  noDirection: 'Без направления',
  ofStanding: (titles: readonly string[]): string => titles.join(', ').toLowerCase(),
  seesOnly: 'только просмотр',
  boxOfRole: (role: string): string => `Все права: ${role}`,
  fill: 'Выделить все',
  clear: 'Снять все',
  fillFound: 'Выделить найденные',
  clearFound: 'Снять найденные',
  save: 'Сохранить',
  saveRole: (role: string, where: string): string =>
    role === where ? `Сохранить роль «${role}»` : `Сохранить роль «${role}»: ${where}`,
  revert: 'Отменить изменения',
  copyFrom: 'Взять права у роли',
  copyChoose: 'Выберите роль',
  copy: 'Скопировать',
  copied: (from: string, to: string): string => `Права роли «${from}» перенесены в «${to}». Проверьте и сохраните.`,
  openTasks: 'Раскрыть типы документов',
  closeTasks: 'Свернуть типы документов',
  of: (what: string, where: string): string => `${what}: ${where}`,
  unsaved: (changes: number, roles: number): string =>
    `${countOf(changes, CHANGES)} не сохранено${roles > 1 ? `, ролей: ${roles}` : ''}`,
  nothingUnsaved: 'Все изменения сохранены',
  saveAll: 'Сохранить все',
  revertAll: 'Отменить все',
  undo: 'Отменить',
  leaveDetails: 'Отметки, которые ещё не сохранены, пропадут.',
  revertAllQuestion: 'Отменить все изменения?',
  revertAllDetails: 'Отметки, которые ещё не сохранены, пропадут.',
  saving: 'Сохраняем…',
  saved: 'Настройки успешно записаны',
  failed: 'Настройки не записаны! Попробуйте ещё раз',
  failedWhy: 'Ваши отметки остались на экране.',
  listsChanged:
    'Пока страница была открыта, списки ролей, направлений, типов документов или действий изменились. Экран обновлён, ваши отметки остались: проверьте их и сохраните.',
  gone: (titles: readonly string[]): string =>
    `Удалено, пока страница была открыта: ${titles.map((title) => `роль «${title}»`).join(', ')}.`,
  clash: (who: string, when: string, titles: readonly string[]): string =>
    `Сохранены другие права (${who}, ${when}): ${titles.map((title) => `роль «${title}»`).join(', ')}. Ваши отметки остались на экране: объедините их с сохранёнными, сохраните поверх или загрузите роль заново.`,
  breaks: 'Пока не сохранено: эти права нарушат действующие маршруты.',
  saveAnyway: 'Всё равно сохранить',
  person: 'Другой администратор',
  lately: 'недавно',
  reloadRole: (role: string): string => `Загрузить заново: ${role}`,
  overwrite: 'Сохранить поверх',
  combine: 'Объединить',
  dismiss: 'Закрыть сообщение',
} as const);

/** What a change of rights or roles would break, before it is saved. */
export const brokenRoutes = typographed({
  lead: 'Это изменение нарушит действующие маршруты.',
  templates: (count: number): string => `Перестанут работать: ${countOf(count, ROUTES)}`,
  step: ({ step, role, name }: Fault): string =>
    `${step === 0 ? 'получатели' : `шаг ${step}`}, ${role === '' ? `${name} не сможет принять решение` : `ни один сотрудник с ролью «${role}» не сможет принять решение`}`,
  unable: (count: number): string => `Не смогут принять решение, которого от них ждут: ${countOf(count, SIGNATORIES)}`,
  document: (num: number, title: string): string => (num ? `№ ${num} «${title}»` : `«${title}»`),
  more: (count: number): string => `и ещё ${count}`,
} as const);

export const compare = typographed({
  button: 'Сравнить роли',
  heading: 'Сравнение ролей',
  left: 'Первая роль',
  right: 'Вторая роль',
  same: 'Права этих ролей совпадают.',
  unsaved: 'Сравниваются отметки на экране, в том числе несохранённые.',
  pair: 'Направление / тип документа',
  onlyIn: (role: string): string => `Только у роли «${role}»`,
  seesOnly: 'просмотр',
  none: '\u2014',
  filter: 'Поиск по направлениям и типам документов',
  total: (count: number, shown: number): string => {
    const total = `${plural(count, ['Различие', 'Различия', 'Различий'])}: ${count}`;
    return shown === count ? total : `${total}, найдено: ${shown}`;
  },
  more: 'Показать ещё',
} as const);

export const matrix = typographed({
  button: 'Скачать матрицу (.xlsx)',
  loading: 'Готовим файл…',
  fileName: (day: string): string => `Матрица прав от ${day}.xlsx`,
  failed: 'Не удалось скачать матрицу.',
} as const);

export const history = typographed({
  button: 'История изменений',
  heading: 'История изменений',
  loading: 'Загружаем историю…',
  empty: 'Права ещё не меняли.',
  rights: (subject: string): string => `Права роли «${subject}»`,
  binding: (subject: string): string => `Роль пользователя ${subject}`,
  added: 'добавлено',
  removed: 'снято',
  all: (count: number): string => `Показать все (${count})`,
  andMore: (count: number): string => `и ещё ${count}`,
  moreFailed: 'Не удалось загрузить продолжение.',
} as const);

export const binding = typographed({
  lead: 'У сотрудника одна роль. Новая роль действует со следующего его действия на сайте.',
  loading: 'Загружаем пользователей…',
  search: 'поиск пользователя по почте',
  list: 'Пользователи и их роли',
  empty: 'Пользователей пока нет: сотрудник появится здесь после первого входа.',
  noneFound: (search: string): string => `По запросу «${search}» пользователей нет.`,
  noRoles: 'Ролей пока нет: сначала создайте их.',
  toRoles: 'К списку ролей',
  roleOf: (email: string): string => `Роль: ${email}`,
  none: 'не назначена',
  saving: 'Сохраняем…',
  saved: 'Сохранено',
  claimed: 'Сохранено. Учётная запись была заведена посторонним: его доступ закрыт, для владельца создано приглашение.',
  /** Follows it where mail is not set up. */
  claimedUnsent: 'Письмо не ушло: почта не настроена. Получите ссылку на странице сотрудника и передайте её сами.',
  failed: 'Не сохранено.',
  breaks: (role: string): string => (role === '' ? 'Оставить сотрудника без роли?' : `Назначить роль «${role}»?`),
  cancel: 'Отмена',
  bindAnyway: 'Всё равно назначить',
  unbindAnyway: 'Всё равно снять роль',
  moreFailed: 'Не удалось загрузить продолжение.',
  rights: 'Что может',
  rightsOf: (email: string): string => `Что может ${email}`,
} as const);

const listsChanged = 'Роли, направления, типы документов или действия изменились: обновите страницу.';

export const matrixErrors = typographed<ErrorTexts<errors.MatrixError>>({
  'access change not found': 'Этого изменения в истории нет: обновите страницу.',
  'invalid access change id': 'Этого изменения в истории нет: обновите страницу.',
  'role not found': 'Этой роли уже нет: вернуть её права нельзя.',
  'access setting is empty': 'Сохранять нечего: в форме нет ни одной роли.',
  'invalid role id': listsChanged,
  'invalid directing id': listsChanged,
  'invalid task id': listsChanged,
  'invalid action id': listsChanged,
  'invalid role box': listsChanged,
  'invalid directing box': listsChanged,
  'invalid task box': listsChanged,
  'invalid action box': listsChanged,
  'no rights in file':
    'В файле нет матрицы прав: нужны столбцы «Направление», «Тип документа» и столбцы ролей, как в скачанном файле.',
  'too many roles for one sheet': 'Ролей больше, чем столбцов на листе Excel.',
});

export const bindingErrors = typographed<ErrorTexts<errors.BindingError>>({
  'invalid role id': 'Этой роли уже нет: обновите страницу.',
  'role not found': 'Этой роли уже нет: обновите страницу.',
  'invalid email': 'Сервер не принял адрес почты этого сотрудника.',
  'user not found': 'Этого пользователя уже нет.',
});

export const effective = typographed({
  heading: (name: string): string => `Что может ${name}`,
  loading: 'Загружаем права…',
  standing: 'Без направления и типа документа:',
  byRole: (role: string): string => `По роли «${role}». Действует прямо сейчас.`,
  noRole: 'Роль не назначена, поэтому документы недоступны.',
  disabled: (role: string): string =>
    `Сотрудник отключён: войти и подписывать он не может.${role === '' ? '' : ` Роль «${role}» подействует, когда учётную запись включат.`}`,
  noPairs: (role: string): string =>
    `Роль «${role}» не даёт доступа ни к одному типу документов. Отметьте их на экране «Права доступа».`,
  unseen: 'Остальные направления и типы документов этому пользователю не видны.',
  pair: 'Направление / тип документа',
  allowed: 'можно',
  denied: 'нельзя',
  toAccess: 'К правам доступа',
} as const);

const MARKS = ['отметка', 'отметки', 'отметок'] as const;

export const grid = typographed({
  views: 'Вид прав',
  view: { grid: 'Таблица', levels: 'По уровням' },
  lead: 'Одна роль: типы документов по направлениям и действия с ними. «Видит» без действий даёт только просмотр.',
  filter: 'Что показать',
  role: 'Роль',
  directing: 'Направление',
  anyDirecting: 'Все направления',
  task: 'Тип документа',
  table: (role: string): string => `Права роли «${role}»`,
  help: 'Стрелки водят по таблице, пробел ставит и снимает отметку.',
  type: 'Тип документа',
  sees: 'Видит',
  all: 'Всё показанное',
  allOf: (where: string): string => `${where}: все показанные типы документов`,
  whole: (where: string): string => `${where}: все действия`,
  shown: (types: number, directings: number): string =>
    `Показано: ${countOf(types, TASKS)}${directings === 1 ? '' : `, в каждом из направлений: ${directings}`}. Отметки заголовков действуют на показанное.`,
  ofDirecting: (seen: number, of: number): string => `${seen} из ${of}`,
  part: (shown: number, of: number): string => `Показано ${shown} из ${of}`,
  more: (directing: string): string => `Показать ещё: ${directing}`,
  none: 'Таких типов документов нет.',
  clear: 'Показать все',
  mixed: 'У части отметка стоит',
  mixedDetails: (where: string, count: number, of: number): string =>
    `${where}: ${countOf(count, MARKS)} из ${of}. Что сделать с остальными?`,
  setAll: 'Задать всем',
  clearAll: 'Снять у всех',
  leave: 'Оставить',
  unknownRole: 'Роли из адреса уже нет: показана первая.',
} as const);

export const restore = typographed({
  open: 'Вернуть как было до этого',
  openOf: (role: string, moment: string): string => `Вернуть как было до этого: роль «${role}», ${moment}`,
  loading: 'Сравниваем…',
  heading: (role: string): string => `Если вернуть роль «${role}»:`,
  same: 'Права роли уже такие: возвращать нечего.',
  missing: (count: number): string =>
    `${countOf(count, MARKS)} не вернуть: их направлений, типов документов или действий больше нет.`,
  confirm: 'Вернуть',
  cancel: 'Не возвращать',
  saving: 'Возвращаем…',
  done: (role: string): string => `Роль «${role}» снова такая, как была. Это записано новым изменением.`,
  changed: 'Пока вы смотрели, права роли изменили. Разница показана заново: проверьте её.',
} as const);
