// Texts of lists of documents.
import type { Document } from '../../../contract/documents/documents.ts';
import type { ListedDocument } from '../../../contract/documents/lists.ts';
import type { ListSort, NarrowingName } from '../../../contract/documents/words.ts';
import type { DocumentListError } from '../../../contract/errors.ts';
import { DOCUMENT_EXCERPT, DOCUMENT_EXPORT_MAX, DOCUMENT_VIEWS_MAX } from '../../../contract/limits.ts';
import { signaturesOf } from '../../../rules/documents/signing.ts';
import { countOf, formatDay } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { Excerpt } from '../markdown/markup.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { site } from '../platform/site.ts';
import { namesUpTo, personName } from './document-texts.ts';
import type { Layout } from './list-query.ts';
import type { Outcome } from './list-store.ts';
import { expectedSignatories } from './permissions.ts';

const DOCUMENTS = ['документ', 'документа', 'документов'] as const;
/** After «из». */
const OF_DOCUMENTS = ['документа', 'документов', 'документов'] as const;
const grouped = new Intl.NumberFormat('ru-RU');

export const dayText = (iso: string): string => formatDay(new Date(iso), site.timeZone);

export const columnNames: Readonly<Record<ListSort, string>> = {
  num: '№',
  title: 'Название',
  task: 'Тип',
  directing: 'Направление',
  author: 'Автор',
  state: 'Состояние',
  asked: 'У кого',
  since: 'Ждёт с',
  due: 'Срок',
  saved: 'Изменён',
};

/** The orders of a list without headings. */
export const orderNames = typographed<readonly (readonly [sort: string, title: string])[]>([
  ['', 'Сначала новые'],
  ['num', 'Сначала старые'],
  ['since', 'Дольше всех ждут'],
  ['due', 'По сроку'],
  ['asked', 'По сотрудникам, у кого документ'],
  ['-saved', 'Недавно изменённые'],
  ['title', 'По названию'],
  ['task', 'По типу'],
  ['directing', 'По направлению'],
  ['author', 'По автору'],
  ['state', 'По состоянию'],
]);

export const listTexts = typographed({
  number: (count: number) => grouped.format(count),
  layout: 'Вид списка',
  layouts: { table: 'Таблица', cards: 'Карточки' } satisfies Record<Layout, string>,
  filters: 'Отбор',
  filtersCount: (count: number) => `Отбор: ${count}`,
  found: (count: number) => `Нашлось: ${countOf(count, DOCUMENTS)}`,
  ready: 'Готово',
  sort: 'Порядок',
  creator: 'Автор',
  signatory: 'Подписант или получатель',
  asked: 'У кого сейчас',
  me: 'Я',
  personPlaceholder: 'введите Ф. И. О. или должность',
  peopleFound: 'Сотрудники',
  asking: 'Ищем…',
  noneFound: 'Никого не нашлось.',
  created: 'Создан',
  from: 'с',
  to: 'по',
  fromLabel: 'Создан не раньше',
  toLabel: 'Создан не позже',
  overdue: 'Только просроченные',
  chips: 'Условия отбора',
  without: (name: string) => `Убрать условие: ${name}`,
  narrowing: {
    directing: 'Направление',
    task: 'Тип',
    state: 'Состояние',
    creator: 'Автор',
    signatory: 'Подписант',
    asked: 'У кого',
    from: 'Создан с',
    to: 'Создан по',
    overdue: 'Просроченные',
    search: 'Поиск',
  } satisfies Record<NarrowingName, string>,
  signed: 'Подписали',
  signedOf: (done: number, all: number) => `${done} из ${all}`,
  signedWhole: (done: number, all: number) => `${done} из ${all} подписали`,
  askedNames: (names: readonly string[]) => namesUpTo(names, ASKED_SHOWN),
  askedOf: (names: string) => `у кого: ${names}`,
  standIn: (name: string, acting: string) => `${name} (заместитель: ${acting})`,
  since: (day: string) => `ждёт с ${day}`,
  noGroup: 'Решений не ждут',
  late: 'просрочено:',
  until: 'до ',
  due: (day: string) => `до ${day}`,
  mark: (title: string) => `Отметить: ${title}`,
  markAll: 'Отметить все на странице',
  marked: (count: number) => `Отмечено: ${grouped.format(count)}`,
  unmark: 'Снять отметки',
  acknowledge: 'Подтвердить ознакомление',
  remind: 'Напомнить',
  download: 'Скачать .xlsx',
  downloadAll: 'Скачать список .xlsx',
  downloadFailed: 'Не удалось скачать список.',
  fileName: 'documents.xlsx',
  acting: (done: number, all: number) => `${done} из ${all}…`,
  close: 'Закрыть',
  toLate: 'Кто задерживает',
  toBin: 'Корзина',
  views: 'Сохранённые виды',
  saveView: 'Сохранить вид…',
  manage: 'Настроить…',
  viewName: 'Название вида',
  viewNameEmpty: 'Назовите вид.',
  saveViewHint: 'Сохранятся отбор и порядок; виды видны только вам.',
  byDefault: 'Открывать список с этого вида',
  isDefault: 'по умолчанию',
  save: 'Сохранить',
  cancel: 'Отмена',
  removeOf: (title: string) => `Удалить вид «${title}»`,
  renameOf: (title: string) => `Название вида «${title}»`,
  noViews: 'Сохранённых видов пока нет.',
} as const);

export const outcomeTexts = typographed({
  acknowledge: {
    done: (done: number, all: number) => `Ознакомление подтверждено: ${done} из ${countOf(all, OF_DOCUMENTS)}.`,
    already: 'уже ознакомлены',
  },
  remind: {
    done: (done: number, all: number) => `Напоминаем: ${done} из ${countOf(all, OF_DOCUMENTS)}.`,
    already: 'уже напоминали',
  },
} as const);
export type MarkedAct = keyof typeof outcomeTexts;

/** The heading of a group of a list: the person asked, null for what waits for no one. */
export const groupName = (person: NonNullable<ListedDocument['group']> | null): string =>
  person ? personName(person) : listTexts.noGroup;

/** Names of those asked that a row shows. */
const ASKED_SHOWN = 2;

/** How the people who are asked now are called, each once, with the substitutes of absent ones. */
export function askedNames(document: ListedDocument): string[] {
  const { substitutes = [] } = document;
  const people = [...new Map(expectedSignatories(document).map((entry) => [entry.uid, entry])).values()];
  return people.map((entry) => {
    const acting = substitutes.find(({ absent }) => absent === entry.uid)?.acting;
    return acting ? listTexts.standIn(personName(entry), personName(acting)) : personName(entry);
  });
}

/** Why a document was skipped; '' if it was not, or its failure has a text. */
export function reasonOf(act: MarkedAct, { kind }: Outcome): string {
  const reasons: Readonly<Record<Outcome['kind'], string>> = {
    done: '',
    failed: '',
    already: outcomeTexts[act].already,
    'not asked': typographed('ознакомление от вас не требуется'),
    changed: 'изменён, пока список был открыт: прочитайте новую версию',
    'not author': 'напоминать могут автор и те, кому разрешено редактировать',
    'not waiting': 'напоминать некому',
    'no mail': 'почта не настроена, письма не уйдут',
    recently: 'уже напоминали меньше часа назад',
  };
  return reasons[kind];
}

export const listErrors = typographed<ErrorTexts<DocumentListError>>({
  'invalid default': 'Вид не сохранён.',
  'invalid filter': 'Такой отбор сохранить нельзя: он слишком длинный.',
  'invalid from': 'Такой даты нет.',
  'invalid to': 'Такой даты нет.',
  'invalid title': 'Назовите вид: до 200 знаков.',
  'invalid view id': 'Такого вида нет.',
  'too many documents': `В файл помещается ${grouped.format(DOCUMENT_EXPORT_MAX)} документов: сузьте отбор.`,
  'too many views': `Сохранить можно ${DOCUMENT_VIEWS_MAX} видов: удалите ненужные.`,
  'view not found': 'Такого вида уже нет.',
});

/** Characters within which a full stop ends an excerpt. */
const STOP_WITHIN = 2_000;

/** The beginning of a description: up to the first full stop after 350 characters, else to the last space before. */
export function descriptionExcerpt(description: string): Excerpt {
  if (description.length <= DOCUMENT_EXCERPT) return { text: description, isCut: false };
  const stop = description.slice(DOCUMENT_EXCERPT, DOCUMENT_EXCERPT + STOP_WITHIN).indexOf('.');
  const text = stop < 0 ? atWord(description) : description.slice(0, DOCUMENT_EXCERPT + stop + 1);
  return { text, isCut: true };
}

function atWord(description: string): string {
  const start = description.slice(0, DOCUMENT_EXCERPT + 1);
  const space = start.search(/\s\S*$/);
  // An endless word is cut between two whole characters.
  const isEndless = space < DOCUMENT_EXCERPT / 2;
  const text = isEndless ? start.slice(0, -1).replace(/[\uD800-\uDBFF]$/, '') : start.slice(0, space);
  return `${text.trimEnd()}…`;
}

/** How many signatures a document has, and how many it needs. */
export function signedOf({ acceptor, route }: Pick<Document, 'acceptor' | 'route'>) {
  if (!route) return signaturesOf([{ mode: 'all', signed: acceptor.map(({ accept }) => accept) }]);
  const signed = new Set(acceptor.filter(({ accept }) => accept).map(({ uid }) => uid));
  return signaturesOf(route.steps.map(({ mode, people }) => ({ mode, signed: people.map((uid) => signed.has(uid)) })));
}
