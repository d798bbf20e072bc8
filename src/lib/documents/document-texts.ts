// Texts that several pages of documents share: names, numbers, states, rows, the queue, the route of signatures. Words
// with an English spelling too are in platform/words-table.ts.
import type * as documents from '../../../contract/documents/documents.ts';
import type { Stage } from '../../../contract/documents/lists.ts';
import type { QueueList, StepMode } from '../../../contract/documents/words.ts';
import type { ShownFileError } from '../../../contract/errors.ts';
import { countOf, formatDay, plural } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { site } from '../platform/site.ts';

const FILES = ['файл', 'файла', 'файлов'] as const;
const DOCUMENTS = ['документ', 'документа', 'документов'] as const;

const day = (iso: string): string => formatDay(new Date(iso), site.timeZone);

/** Name of a person, e-mail without one. */
export const personName = ({ name, email }: { readonly name: string; readonly email: string }): string => name || email;

export const numberOf = typographed(
  ({ num, createdAt }: { readonly num: number; readonly createdAt: string }): string =>
    num ? `№ ${num} от ${day(createdAt)}` : 'б/н',
);

export const pairOf = (document: {
  readonly directing: { readonly title: string };
  readonly task: { readonly title: string };
}): string => `${document.directing.title} / ${document.task.title}`;

export const stateNames = typographed<Readonly<Record<documents.DocumentState, string>>>({
  pending: 'На согласовании',
  declined: 'Отклонён',
  done: 'Завершён',
  none: 'Без подписантов',
});

/** Texts that the pages of the document flow share; bilingual words are in portal-words.ts. */
export const docflow = typographed({
  documentHeading: 'Документ',
  tiles: 'Списки документов',
  count: (count: number) => plural(count, DOCUMENTS),
  counting: 'считаем…',
  notCounted: 'не удалось посчитать',
  countFailed: 'Не удалось посчитать документы.',
  noRole: 'Вам ещё не назначена роль, поэтому создавать и искать документы пока нельзя.',
  noPairs: 'Ваша роль пока не даёт прав на документы.',
  askAdministrator: 'Обратитесь к администратору.',
  mendYourself: 'Вы администратор и можете исправить это сами.',
  toRoles: 'Назначить роль',
  toRights: 'Настроить права',
  missing: 'Такого документа нет, или он вам больше не доступен.',
  removed: (title: string) => `Документ «${title}» удалён.`,
  files: 'Прикреплённые файлы',
  author: 'Автор',
  declined: (who: string, reason: string) => `Отклонено (${who}): «${reason}»`,
  forWhom: (name: string) => `за: ${name}`,
  question: 'Вопрос автору',
  readInFullOf: (words: string, title: string) => `${words} ${title}`,
} as const);

export const documentList = typographed({
  label: 'Документы',
  loading: 'Загружаем документы…',
  filters: 'Отбор документов',
  search: 'Поиск',
  searchLabel: 'Поиск по названию, тексту и номеру',
  directing: 'Направление',
  anyDirecting: 'Все направления',
  task: 'Тип документа',
  anyTask: 'Все типы',
  state: 'Состояние',
  anyState: 'Все состояния',
  reset: 'Сбросить отбор',
  moreFailed: 'Не удалось загрузить ещё.',
  nothingFound: 'По этим условиям документов нет.',
  empty: {
    forApproval: 'Подписывать нечего: всё, что вам присылали, уже подписано.',
    forReview: 'Знакомиться не с чем: всё, что вам присылали, уже прочитано.',
    outgoing: 'Вы ещё не создали ни одного документа.',
    mine: 'Документов пока нет.',
    none: 'Документов пока нет.',
  },
  found: (count: number, hasMore: boolean) =>
    hasMore ? `Показаны первые ${countOf(count, DOCUMENTS)}` : countOf(count, DOCUMENTS),
} as const);

export const filesCount = (count: number): string => countOf(count, FILES);

export const shownFile = typographed({
  loading: 'Читаем файл…',
  again: 'Повторить',
  sheets: 'Листы',
  sheet: (place: number) => `Лист ${place}`,
  table: (name: string) => `Таблица из файла «${name}»`,
  text: (name: string) => `Текст файла «${name}»`,
  empty: 'Здесь ничего нет.',
  isCut: 'Показано только начало: скачайте файл, чтобы увидеть всё.',
} as const);

export const shownErrors = typographed<ErrorTexts<ShownFileError>>({
  'file is broken': 'Файл повреждён: показать его не получилось. Его можно скачать.',
  'file is protected': 'Файл защищён паролем, здесь он не открывается. Его можно скачать.',
  'file is too large to show': 'Файл слишком велик, чтобы показать его здесь. Его можно скачать.',
  'file not found': 'Этого файла больше нет.',
  'no such sheet': 'Такого листа в файле нет.',
  'nothing to show': 'Такие файлы здесь не показываются. Файл можно скачать.',
});

const DAY_MS = 86_400_000;
const DAYS = ['день', 'дня', 'дней'] as const;
/** Names of missing signatories that a row shows. */
const NAMES_SHOWN = 3;

export const documentQueue = typographed({
  headings: { waiting: 'Ждут меня', returned: 'Отклонено и возвращено', stuck: 'Застряло у других' } satisfies Record<
    QueueList,
    string
  >,
  nothing: 'Ничего не ждёт: всё подписано и прочитано.',
  loading: 'Загружаем очередь…',
  failed: 'Не удалось загрузить очередь.',
  more: 'Показать ещё',
  moreFailed: 'Не удалось загрузить ещё.',
  from: (author: string) => `Автор: ${author}`,
  openedBy: (names: readonly string[]) =>
    names.length <= NAMES_SHOWN
      ? `Ждём: ${names.join(', ')}`
      : `Ждём: ${names.slice(0, NAMES_SHOWN).join(', ')} и ещё ${names.length - NAMES_SHOWN}`,
  stage: ({ number, count, kind }: Stage) =>
    `Шаг ${number} из ${count}: ${kind === 'acceptor' ? 'согласование' : 'ознакомление'}`,
  due: (iso: string) => `срок ${formatDay(new Date(iso), site.timeZone)}`,
  overdue: (iso: string) => `просрочено: срок был ${formatDay(new Date(iso), site.timeZone)}`,
  /** How long it waits, in calendar days of the time zone of the shop. */
  age: (since: string, now: Date) => {
    const days = calendarDays(new Date(since), now);
    if (days <= 0) return 'сегодня';
    return days === 1 ? 'со вчерашнего дня' : `${countOf(days, DAYS)}`;
  },
  next: 'Следующий документ',
  nextKey: 'Ctrl+Enter — подтвердить и перейти к следующему.',
} as const);

/** Midnights between two moments, in the time zone of the shop. */
function calendarDays(from: Date, to: Date): number {
  const at = (moment: Date) => {
    const [day = '1', month = '1', year = '1970'] = formatDay(moment, site.timeZone).split('.');
    return Date.UTC(Number(year), Number(month) - 1, Number(day));
  };
  return Math.round((at(to) - at(from)) / DAY_MS);
}

/** Names that a step of many people shows. */
const STEP_NAMES_SHOWN = 5;
const MORE = ['человек', 'человека', 'человек'] as const;

export const routeTexts = typographed({
  heading: 'Кого спросят',
  fixed: 'Шаги задаёт шаблон документа.',
  open: 'Шаги предлагает шаблон. Если указать своих подписантов, спросят только их.',
  step: (number: number, title: string) => (title === '' ? `Шаг ${number}` : `Шаг ${number}. ${title}`),
  mode: (mode: StepMode, people: number) =>
    people === 1 ? '' : mode === 'any' ? 'достаточно одного' : 'подписывают все',
  days: (days: number | null) => (days === null ? '' : days === 0 ? 'в тот же день' : `срок ${countOf(days, DAYS)}`),
  due: (iso: string) => `до ${formatDay(new Date(iso), site.timeZone)}`,
  overdue: 'просрочено',
  names: (names: readonly string[]) =>
    names.length <= STEP_NAMES_SHOWN + 1
      ? names.join(', ')
      : `${names.slice(0, STEP_NAMES_SHOWN).join(', ')} и ещё ${countOf(names.length - STEP_NAMES_SHOWN, MORE)}`,
  states: { done: 'пройден', current: 'сейчас', waiting: 'позже', declined: 'отклонён' } satisfies Record<
    documents.StepState,
    string
  >,
  notNeeded: 'не понадобилось',
  dismissed: (names: readonly string[]) =>
    `Учётная запись отключена: ${names.join(', ')}. Уберите и выберите другого на это место: остальных задаёт шаблон.`,
  counterparty: 'Контрагент',
  counterpartyHint: 'Встанет на место {{контрагент}}. Номер, дата и автор подставятся сами.',
  /** Why the steps allow no document at present. */
  problem: ({ error, step, role, name }: NonNullable<documents.TemplateForForm['problem']>) => {
    const place = step === 0 ? 'Ознакомление' : `Шаг ${step} маршрута`;
    if (error === 'nobody may decide with the role')
      return `${place}: роль «${role}» никто не занимает или ей это не разрешено.`;
    if (error === 'person may not decide') return `${place}: ${name} больше не может принимать это решение.`;
    return `${place}: никого не осталось.`;
  },
  askAdmin: 'Пока маршрут не исправят, документ записать нельзя: сообщите администратору.',
  failed: 'Не удалось загрузить шаблон документа.',
  sample: 'Создать по образцу',
} as const);
