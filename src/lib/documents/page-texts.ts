// Texts of the page of a document.
import type { Editor } from '../../../contract/answers.ts';
import type * as documents from '../../../contract/documents/documents.ts';
import { byEvent, type DecisionName } from '../../../contract/documents/words.ts';
import type { DocumentError } from '../../../contract/errors.ts';
import { countOf, formatMoment } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { site } from '../platform/site.ts';
import { personName } from './document-texts.ts';

const moment = (iso: string): string => formatMoment(new Date(iso), site.timeZone);

export const documentPage = typographed({
  loading: 'Загружаем документ…',
  discussionLoading: 'Загружаем обсуждение…',
  ask: 'Спросить автора…',
  backLinks: 'Вы здесь',
  approvers: 'Согласование',
  recipients: 'Ознакомиться',
  noSignatory: 'Никто не указан.',
  noDescription: 'Пояснительной записки нет.',
  files: 'Файлы',
  preview: 'Просмотр',
  previewOf: (name: string) => `Просмотр: ${name}`,
  open: 'Открыть в новой вкладке',
  close: 'Закрыть',
  download: 'Скачать',
  linkFailed: 'Не удалось открыть файл.',
  declineQuestion: 'Отклонить документ?',
  declineDetails: 'Автор узнает причину. Решение остаётся в силе, пока документ не изменят.',
  reason: 'Причина',
  reasonRequired: 'Напишите, что нужно исправить.',
  declineYes: 'Отклонить',
  cancel: 'Отмена',
  edit: 'Редактировать',
  remove: 'Удалить',
  removeDetails: (title: string) => `«${title}» исчезнет вместе с файлами. Вернуть его будет нельзя.`,
  removeFailed: 'Документ не удалён.',
  print: 'Печать',
  package: 'PDF с подписями',
  packageFailed: 'PDF не получен.',
  packageName: ({ num, title }: Pick<documents.Document, 'num' | 'title'>) =>
    `№ ${num} ${title}`
      .replace(/[\\/:*?"<>|\s]+/gu, ' ')
      .slice(0, 120)
      .trim()
      .concat('.pdf'),
  remind: 'Напомнить',
  reminded: (count: number) =>
    count === 0
      ? 'Напоминать некому: писать сейчас никому не нужно.'
      : `Напоминание отправлено: ${countOf(count, ['письмо', 'письма', 'писем'])}.`,
  remindFailed: 'Напоминание не отправлено.',
  remindLater: 'Напоминание уже отправляли недавно: повторить можно через час.',
  failed: 'Не получилось.',
  rightGone: 'У вас больше нет права на это действие. Страница обновлена.',
  uid: (uid: string) => `uid: ${uid}`,
  signedBy: (name: string) => `подпись: ${name}`,
  acknowledgedBy: (name: string) => `ознакомление: ${name}`,
  acknowledged: 'Ознакомление записано',
  unable: {
    disabled: {
      acceptor: 'Учётная запись отключена: подписать не сможет. Замените подписанта.',
      recipient: 'Учётная запись отключена: ознакомиться не сможет. Уберите из списка.',
    },
    'no right': {
      acceptor: 'Роль больше не даёт права подписывать такие документы.',
      recipient: 'Роль больше не даёт права знакомиться с такими документами.',
    },
  },
  pending: 'ожидается',
  waiting: 'после согласования',
  declined: 'отклонён',
  at: moment,
  version: (version: number) => `Версия ${version}`,
  hash: 'Отпечаток содержания',
  hashHint: 'SHA-256 названия, записки и файлов: под ним стоят подписи.',
  copyHash: 'Скопировать отпечаток',
  copied: 'Скопировано',
  history: 'История',
  hideHistory: 'Скрыть историю',
  overtaken: (who: Editor | null, iso: string) =>
    [
      `Документ изменён, пока страница была открыта: ${who ? personName(who) : 'другой пользователь'}`,
      iso === '' ? '' : moment(iso),
    ]
      .filter(Boolean)
      .join(', '),
  readAgain: 'Ваше решение не записано: прочитайте новый текст и решите ещё раз.',
  sameText: 'Ваше решение не записано. Текст и файлы прежние: можно решить ещё раз.',
} as const);

interface DecisionTexts {
  /** On the button for the viewer's own entry. */
  readonly label: string;
  readonly labelFor: (name: string) => string;
  readonly done: string;
  readonly event: string;
}

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

export const actErrors = typographed<ErrorTexts<DocumentError>>({
  'accept to the document type is denied': 'У вас больше нет права подписывать такие документы.',
  'access to the document type is denied': 'Документы этого направления и типа вам больше не доступны.',
  'agreed to the document type is denied': 'У вас больше нет права знакомиться с такими документами.',
  'delete to the document type is denied': 'У вас больше нет права удалять такие документы.',
  'doc not found': 'Этого документа уже нет: возможно, его удалили.',
  'invalid doc id': 'Этого документа уже нет: возможно, его удалили.',
  'user not found': 'Вашего профиля уже нет. Войдите ещё раз.',
  'user do not have to sign this document': 'Ваше решение по этому документу уже не требуется.',
  'acceptors are not done': 'Документ ещё не согласован: знакомиться с ним рано.',
  'already decided': 'По этому шагу уже решили без вас.',
  'already signed': 'Документ уже подписан: отклонить его можно только в новой версии.',
  'already declined': 'Документ уже отклонён: подписать его можно только в новой версии.',
  'invalid reason': documentPage.reasonRequired,
});

export const documentHistory = typographed({
  heading: 'История документа',
  loading: 'Загружаем историю…',
  failed: 'Не удалось загрузить историю.',
  events: {
    created: 'Создан',
    edited: 'Изменён',
    'file removed': 'Удалён файл',
    ...byEvent((name) => decisionTexts[name].event),
    reminded: 'Отправлено напоминание',
    commented: 'Комментарий',
    'question asked': 'Вопрос автору',
    'question answered': 'Ответ на вопрос',
    'comment withdrawn': 'Комментарий отозван',
    escalated: 'Срок истёк, решение перешло к следующему',
    deleted: 'Удалён',
  } satisfies Record<documents.DocumentEvent, string>,
  row: (iso: string, by: Editor, insteadOf: Editor | null) =>
    [moment(iso), personName(by), insteadOf && `за: ${personName(insteadOf)}`].filter(Boolean).join(', '),
  newVersion: (version: number) => `началась версия ${version}, подписи сняты`,
  cleared: (version: number) => `Отметки версии ${version}`,
  signed: (name: string, iso: string) => `${name} — подпись, ${moment(iso)}`,
  acknowledged: (name: string, iso: string) => `${name} — ознакомление, ${moment(iso)}`,
  declined: (name: string, iso: string, reason: string) => `${name} — отклонено, ${moment(iso)}: «${reason}»`,
  reason: (reason: string) => `Причина: «${reason}»`,
  said: (beginning: string) => `«${beginning}»`,
  compare: 'Отличия',
  compareOf: (event: string, iso: string) => `Отличия: ${event}, ${moment(iso)}`,
  same: 'Название, записка и файлы те же: изменились подписывающие.',
  versions: 'Сравнить версии',
  from: 'Было',
  to: 'Стало',
  version: (version: number) => `Версия ${version}`,
  difference: 'Отличия',
  filesOf: (names: readonly string[]) => (names.length === 0 ? 'Файлов нет' : `Файлы: ${names.join(', ')}`),
  more: 'Показать ещё',
} as const);
