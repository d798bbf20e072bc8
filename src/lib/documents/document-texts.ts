// Texts that several pages of documents share: names, numbers, states, rows, the queue. Words
// with an English spelling too are in platform/words-table.ts.
import type { IdleState, MailTrouble } from '../../../contract/accounts/accounts.ts';
import type * as documents from '../../../contract/documents/documents.ts';
import type { DecisionName, QueueList } from '../../../contract/documents/words.ts';
import type { ShownFileError } from '../../../contract/errors.ts';
import { DOCUMENT_BIN_DAYS } from '../../../contract/limits.ts';
import { countOf, formatDay, plural } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { site } from '../platform/site.ts';

const FILES = ['файл', 'файла', 'файлов'] as const;
const DOCUMENTS = ['документ', 'документа', 'документов'] as const;

const day = (iso: string): string => formatDay(new Date(iso), site.timeZone);

/** Name of a person, e-mail without one. */
export const personName = ({ name, email }: { readonly name: string; readonly email: string }): string => name || email;

/** The first of many names, and how many more there are. */
export const namesUpTo = (names: readonly string[], shown: number): string =>
  names.length <= shown ? names.join(', ') : `${names.slice(0, shown).join(', ')} и ещё ${names.length - shown}`;

export const numberOf = typographed(
  ({ num, createdAt }: { readonly num: number; readonly createdAt: string }): string =>
    num ? `№ ${num} от ${day(createdAt)}` : 'б/н',
);

export const pairOf = (document: {
  readonly directing: { readonly title: string };
  readonly task: { readonly title: string };
}): string => `${document.directing.title} / ${document.task.title}`;

/** Names of states in filters; of one document `stateLabel` says more. */
export const stateNames = typographed<Readonly<Record<documents.StateFilter, string>>>({
  approval: 'На согласовании',
  reading: 'На ознакомлении',
  pending: 'На согласовании или ознакомлении',
  declined: 'Отклонён',
  done: 'Завершён',
  none: 'Без подписантов',
  cancelled: 'Аннулирован',
  all: 'Все, с аннулированными',
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
  removed: (title: string) =>
    `Документ «${title}» в корзине: ${DOCUMENT_BIN_DAYS} дней его может вернуть автор или администратор.`,
  binned: ({ title, binnedBy, binnedAt, goesAt }: documents.BinnedDocument) =>
    `Документ «${title}» в корзине (удалено: ${personName(binnedBy)}, ${day(binnedAt)}). До ${day(goesAt)} его может вернуть автор или администратор.`,
  cancelled: (title: string) => `Документ «${title}» аннулирован: на нём есть решения, поэтому он не удаляется.`,
  gone: (title: string) => `Документа «${title}» уже нет.`,
  /** Before number and title of the document, once the answer says so. */
  decided: { sign: 'Подписано', acknowledge: 'Ознакомление подтверждено', decline: 'Отклонено' } satisfies Record<
    DecisionName,
    string
  >,
  undone: (title: string, state: string) => `Решение отозвано: ${title}. ${state}.`,
  restore: 'Вернуть',
  open: 'Открыть документ',
  restored: (title: string) => `Документ «${title}» возвращён.`,
  restoreFailed: 'Документ не возвращён.',
  files: 'Прикреплённые файлы',
  author: 'Автор',
  declined: (who: string, reason: string) => `Отклонено (${who}): «${reason}»`,
  /** In a tag, which does not wrap on a phone. */
  forWhom: (name: string) => `за: ${name}`,
  decidedFor: (name: string) => `за сотрудника: ${name}`,
  question: 'Вопрос автору',
  readInFullOf: (words: string, title: string) => `${words} ${title}`,
} as const);

/** Why mails about documents do not leave now. */
export const mailTroubles = typographed<Readonly<Record<MailTrouble, string>>>({
  'not set up': 'Почта не настроена: письма не уйдут.',
  failing: 'Сейчас письма не уходят: мы отправим их, когда почта заработает.',
});

/** Why a person may well not answer: a remark beside the name. */
export const idleAccounts = typographed<Readonly<Record<IdleState, string>>>({
  disabled: 'учётная запись отключена',
  invited: 'входов ещё не было: приглашение пока не принято',
  never: 'входов ещё не было: приглашение отозвано или не отправлено',
});

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
  anyState: 'Все, кроме аннулированных',
  reset: 'Сбросить отбор',
  moreFailed: 'Не удалось загрузить ещё.',
  cancelled: (count: number) => `Аннулированных: ${count} — `,
  showCancelled: 'показать',
  nothingFound: 'По этим условиям документов нет.',
  empty: {
    forApproval: 'Подписывать нечего: вашей подписи ничего не ждёт.',
    forReview: 'Знакомиться не с чем: вашего ознакомления ничего не ждёт.',
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
  textOnly: 'Показан только текст, без оформления: рисунки, колонтитулы и примечания смотрите в самом файле.',
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
  headings: { waiting: 'Ждут меня', returned: 'Нужен ваш ответ', stuck: 'Застряло у других' } satisfies Record<
    QueueList,
    string
  >,
  nothing: 'Сейчас от вас ничего не ждут.',
  question: 'Вопрос',
  asks: (who: string, text: string) => `Спрашивает ${who}: «${text}»`,
  declinedFor: (who: string, absent: string) => `${who}, замещает сотрудника: ${absent}`,
  mend: 'Исправить',
  mendOf: (title: string) => `Исправить: ${title}`,
  answer: 'Ответить',
  answerOf: (title: string) => `Ответить на вопрос: ${title}`,
  loading: 'Загружаем очередь…',
  failed: 'Не удалось загрузить очередь.',
  more: 'Показать ещё',
  moreFailed: 'Не удалось загрузить ещё.',
  from: (author: string) => `Автор: ${author}`,
  openedBy: (names: readonly string[]) => `Ждём: ${namesUpTo(names, NAMES_SHOWN)}`,
  due: (iso: string) => `срок ${formatDay(new Date(iso), site.timeZone)}`,
  overdue: (iso: string) => `просрочено: срок был ${formatDay(new Date(iso), site.timeZone)}`,
  /** How long it waits, in calendar days of the time zone of the shop. */
  age: (since: string, now: Date) => {
    const days = calendarDays(new Date(since), now);
    if (days <= 0) return 'сегодня';
    return days === 1 ? 'со вчерашнего дня' : `${countOf(days, DAYS)}`;
  },
  next: 'Следующий документ',
  nextKey: 'Alt+Enter — принять решение и открыть следующий документ. Сначала появится вопрос.',
} as const);

/** Midnights between two moments, in the time zone of the shop. */
function calendarDays(from: Date, to: Date): number {
  const at = (moment: Date) => {
    const [day = '1', month = '1', year = '1970'] = formatDay(moment, site.timeZone).split('.');
    return Date.UTC(Number(year), Number(month) - 1, Number(day));
  };
  return Math.round((at(to) - at(from)) / DAY_MS);
}
