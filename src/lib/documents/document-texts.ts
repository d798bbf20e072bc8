import type { Editor } from '../../../contract/answers.ts';
import type { Document, DocumentEvent, DocumentState } from '../../../contract/documents/documents.ts';
import { byEvent, type DecisionName } from '../../../contract/documents/words.ts';
import type { DocumentError, ShownFileError } from '../../../contract/errors.ts';
import { formatDay, formatMoment } from '../../../rules/format/day.ts';
import { countOf, plural } from '../../../rules/format/numbers.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { site } from '../platform/site.ts';

const FILES = ['файл', 'файла', 'файлов'] as const;
const DOCUMENTS = ['документ', 'документа', 'документов'] as const;

const day = (iso: string): string => formatDay(new Date(iso), site.timeZone);
const moment = (iso: string): string => formatMoment(new Date(iso), site.timeZone);

/** A person as a document names them. */
export const personName = ({ name, email }: { readonly name: string; readonly email: string }): string => name || email;

/** Number and date of a document. */
export const numberOf = ({ num, createdAt }: { readonly num: number; readonly createdAt: string }): string =>
  num ? `№\u00a0${num} от\u00a0${day(createdAt)}` : 'б/н';

/** What a document belongs to. */
export const pairOf = (document: {
  readonly directing: { readonly title: string };
  readonly task: { readonly title: string };
}): string => `${document.directing.title} / ${document.task.title}`;

/** Where a document stands. */
export const stateNames: Readonly<Record<DocumentState, string>> = {
  pending: 'На\u00a0согласовании',
  declined: 'Отклонён',
  done: 'Завершён',
  none: 'Без\u00a0подписантов',
};

/** Texts that the pages of the document flow share; the words that have two spellings stand in the portal's catalogue. */
export const docflow = {
  home: 'Документы',
  documentHeading: 'Документ',
  tiles: 'Списки документов',
  count: (count: number) => plural(count, DOCUMENTS),
  counting: 'считаем…',
  notCounted: 'не\u00a0удалось посчитать',
  countFailed: 'Не\u00a0удалось посчитать документы.',
  noRole: 'Вам ещё не\u00a0назначена роль, поэтому создавать и\u00a0искать документы пока нельзя.',
  noPairs: 'Ваша роль пока не\u00a0даёт прав на\u00a0документы.',
  askAdministrator: 'Обратитесь к\u00a0администратору.',
  mendYourself: 'Вы\u00a0администратор и\u00a0можете исправить это сами.',
  toRoles: 'Назначить роль',
  toRights: 'Настроить права',
  missing: 'Такого документа нет, или он вам больше не\u00a0доступен.',
  removed: (title: string) => `Документ «${title}» удалён.`,
  files: 'Прикреплённые файлы',
  author: 'Автор',
  declined: (who: string, reason: string) => `Отклонено (${who}): «${reason}»`,
  forWhom: (name: string) => `за: ${name}`,
  question: 'Вопрос автору',
  readInFullOf: (words: string, title: string) => `${words} ${title}`,
} as const;

/** Texts of the list. */
export const documentList = {
  label: 'Документы',
  loading: 'Загружаем документы…',
  filters: 'Отбор документов',
  search: 'Поиск',
  searchLabel: 'Поиск по\u00a0названию, тексту и\u00a0номеру',
  directing: 'Направление',
  anyDirecting: 'Все направления',
  task: 'Тип документа',
  anyTask: 'Все типы',
  state: 'Состояние',
  anyState: 'Все состояния',
  reset: 'Сбросить отбор',
  moreLoading: 'Загружаем…',
  moreFailed: 'Не\u00a0удалось загрузить ещё.',
  nothingFound: 'По\u00a0этим условиям документов нет.',
  empty: {
    forApproval: 'Подписывать нечего: всё, что вам присылали, уже подписано.',
    forReview: 'Знакомиться не\u00a0с\u00a0чем: всё, что вам присылали, уже прочитано.',
    outgoing: 'Вы ещё не\u00a0создали ни\u00a0одного документа.',
    mine: 'Документов пока нет.',
    none: 'Документов пока нет.',
  },
  found: (count: number, hasMore: boolean) =>
    hasMore ? `Показаны первые ${countOf(count, DOCUMENTS)}` : countOf(count, DOCUMENTS),
} as const;

/** Texts of the page of a document. */
export const documentPage = {
  loading: 'Загружаем документ…',
  discussionLoading: 'Загружаем обсуждение…',
  ask: 'Спросить автора…',
  way: 'Вы здесь',
  approvers: 'Согласование',
  recipients: 'Ознакомиться',
  nobody: 'Никто не\u00a0указан.',
  noDescription: 'Пояснительной записки нет.',
  files: 'Файлы',
  preview: 'Просмотр',
  previewOf: (name: string) => `Просмотр: ${name}`,
  open: 'Открыть в\u00a0новой вкладке',
  close: 'Закрыть',
  download: 'Скачать',
  linkFailed: 'Не\u00a0удалось открыть файл.',
  declineQuestion: 'Отклонить документ?',
  declineDetails: 'Автор узнает причину. Решение остаётся в\u00a0силе, пока документ не\u00a0изменят.',
  reason: 'Причина',
  reasonRequired: 'Напишите, что нужно исправить.',
  declineYes: 'Отклонить',
  cancel: 'Отмена',
  edit: 'Редактировать',
  remove: 'Удалить',
  removeDetails: (title: string) => `«${title}» исчезнет вместе с\u00a0файлами. Вернуть его будет нельзя.`,
  removeFailed: 'Документ не\u00a0удалён.',
  print: 'Печать',
  package: 'PDF с\u00a0подписями',
  packageFailed: 'PDF не\u00a0получен.',
  packageName: ({ num, title }: Pick<Document, 'num' | 'title'>) =>
    `№ ${num} ${title}`
      .replace(/[\\/:*?"<>|\s]+/gu, ' ')
      .slice(0, 120)
      .trim()
      .concat('.pdf'),
  remind: 'Напомнить',
  reminded: (count: number) =>
    count === 0
      ? 'Напоминать некому: писать сейчас никому не\u00a0нужно.'
      : `Напоминание отправлено: ${countOf(count, ['письмо', 'письма', 'писем'])}.`,
  remindFailed: 'Напоминание не\u00a0отправлено.',
  remindLater: 'Напоминание уже отправляли недавно: повторить можно через час.',
  failed: 'Не\u00a0получилось.',
  rightGone: 'У\u00a0вас больше нет права на\u00a0это действие. Страница обновлена.',
  uid: (uid: string) => `uid: ${uid}`,
  signedBy: (name: string) => `подпись:\u00a0${name}`,
  acknowledgedBy: (name: string) => `ознакомление:\u00a0${name}`,
  acknowledged: 'Ознакомление записано',
  unable: {
    disabled: {
      acceptor: 'Учётная запись отключена: подписать не\u00a0сможет. Замените подписанта.',
      recipient: 'Учётная запись отключена: ознакомиться не\u00a0сможет. Уберите из\u00a0списка.',
    },
    'no right': {
      acceptor: 'Роль больше не\u00a0даёт права подписывать такие документы.',
      recipient: 'Роль больше не\u00a0даёт права знакомиться с\u00a0такими документами.',
    },
  },
  pending: 'ожидается',
  waiting: 'после согласования',
  declined: 'отклонён',
  at: moment,
  version: (version: number) => `Версия ${version}`,
  hash: 'Отпечаток содержания',
  hashHint: 'SHA-256 названия, записки и\u00a0файлов: под ним стоят подписи.',
  copyHash: 'Скопировать отпечаток',
  copied: 'Скопировано',
  changed: 'изменён',
  history: 'История',
  hideHistory: 'Скрыть историю',
  overtaken: (who: Editor | null, iso: string) =>
    [
      `Документ изменён, пока страница была открыта: ${who ? personName(who) : 'другой пользователь'}`,
      iso === '' ? '' : moment(iso),
    ]
      .filter(Boolean)
      .join(', '),
  readAgain: 'Ваше решение не\u00a0записано: прочитайте новый текст и\u00a0решите ещё раз.',
  sameText: 'Ваше решение не\u00a0записано. Текст и\u00a0файлы прежние: можно решить ещё раз.',
} as const;

interface DecisionTexts {
  /** On the button, about the reader's own entry. */
  readonly label: string;
  readonly labelFor: (name: string) => string;
  readonly done: string;
  /** In the history. */
  readonly event: string;
}

/** What the page says of each decision. */
export const decisionTexts: Readonly<Record<DecisionName, DecisionTexts>> = {
  sign: {
    label: 'Подписать',
    labelFor: (name) => `Подписать за: ${name}`,
    done: 'Документ подписан.',
    event: 'Подписан',
  },
  decline: {
    label: 'Отклонить…',
    labelFor: (name) => `Отклонить за: ${name}…`,
    done: 'Документ отклонён, автор узнает причину.',
    event: 'Отклонён',
  },
  acknowledge: {
    label: 'Ознакомиться',
    labelFor: (name) => `Ознакомиться за: ${name}`,
    done: 'Ознакомление записано.',
    event: 'Ознакомление',
  },
};

/** Refusals of an act, by code of the API. */
export const actErrors: ErrorTexts<DocumentError> = {
  'accept to the document type is denied': 'У\u00a0вас больше нет права подписывать такие документы.',
  'access to the document type is denied': 'Документы этого направления и\u00a0типа вам больше не\u00a0доступны.',
  'agreed to the document type is denied': 'У\u00a0вас больше нет права знакомиться с\u00a0такими документами.',
  'delete to the document type is denied': 'У\u00a0вас больше нет права удалять такие документы.',
  'doc not found': 'Этого документа уже нет: возможно, его удалили.',
  'invalid doc id': 'Этого документа уже нет: возможно, его удалили.',
  'user not found': 'Вашего профиля уже нет. Войдите ещё раз.',
  'user do not have to sign this document': 'Ваше решение по\u00a0этому документу уже не\u00a0требуется.',
  'acceptors are not done': 'Документ ещё не\u00a0согласован: знакомиться с\u00a0ним рано.',
  'already decided': 'По\u00a0этому шагу уже решили без вас.',
  'already signed': 'Документ уже подписан: отклонить его можно только в\u00a0новой версии.',
  'already declined': 'Документ уже отклонён: подписать его можно только в\u00a0новой версии.',
  'invalid reason': documentPage.reasonRequired,
};

/** Texts of the history of a document. */
export const documentHistory = {
  heading: 'История документа',
  loading: 'Загружаем историю…',
  failed: 'Не\u00a0удалось загрузить историю.',
  events: {
    created: 'Создан',
    edited: 'Изменён',
    'file removed': 'Удалён файл',
    ...byEvent((name) => decisionTexts[name].event),
    reminded: 'Отправлено напоминание',
    commented: 'Комментарий',
    'question asked': 'Вопрос автору',
    'question answered': 'Ответ на\u00a0вопрос',
    'comment withdrawn': 'Комментарий отозван',
    escalated: 'Срок истёк, решение перешло к\u00a0следующему',
    deleted: 'Удалён',
  } satisfies Record<DocumentEvent, string>,
  row: (iso: string, by: Editor, insteadOf: Editor | null) =>
    [moment(iso), personName(by), insteadOf && `за: ${personName(insteadOf)}`].filter(Boolean).join(', '),
  newVersion: (version: number) => `началась версия ${version}, подписи сняты`,
  cleared: (version: number) => `Отметки версии ${version}`,
  signed: (name: string, iso: string) => `${name}\u00a0— подпись, ${moment(iso)}`,
  acknowledged: (name: string, iso: string) => `${name}\u00a0— ознакомление, ${moment(iso)}`,
  declined: (name: string, iso: string, reason: string) => `${name}\u00a0— отклонено, ${moment(iso)}: «${reason}»`,
  reason: (reason: string) => `Причина: «${reason}»`,
  said: (beginning: string) => `«${beginning}»`,
  compare: 'Отличия',
  compareOf: (event: string, iso: string) => `Отличия: ${event}, ${moment(iso)}`,
  same: 'Название, записка и\u00a0файлы те\u00a0же: изменились подписывающие.',
  versions: 'Сравнить версии',
  from: 'Было',
  to: 'Стало',
  version: (version: number) => `Версия ${version}`,
  difference: 'Отличия',
  filesOf: (names: readonly string[]) => (names.length === 0 ? 'Файлов нет' : `Файлы: ${names.join(', ')}`),
  more: 'Показать ещё',
  moreLoading: 'Загружаем…',
} as const;

/** The count of files of a document. */
export const filesCount = (count: number): string => countOf(count, FILES);

/** Texts of sheets and texts that are shown in their place. */
export const shownFile = {
  loading: 'Читаем файл…',
  again: 'Повторить',
  sheets: 'Листы',
  sheet: (place: number) => `Лист ${place}`,
  table: (name: string) => `Таблица из\u00a0файла «${name}»`,
  text: (name: string) => `Текст файла «${name}»`,
  empty: 'Здесь ничего нет.',
  isCut: 'Показано только начало: скачайте файл, чтобы увидеть всё.',
} as const;

/** Why a file is not shown. */
export const shownErrors: ErrorTexts<ShownFileError> = {
  'file is broken': 'Файл повреждён: показать его не\u00a0получилось. Его можно скачать.',
  'file is protected': 'Файл защищён паролем, здесь он не\u00a0открывается. Его можно скачать.',
  'file is too large to show': 'Файл слишком велик, чтобы показать его здесь. Его можно скачать.',
  'file not found': 'Этого файла больше нет.',
  'no such sheet': 'Такого листа в\u00a0файле нет.',
  'nothing to show': 'Такие файлы здесь не\u00a0показываются. Файл можно скачать.',
};
