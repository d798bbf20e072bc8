// Texts of the page of a document.
import type { Editor } from '../../../contract/answers.ts';
import type * as documents from '../../../contract/documents/documents.ts';
import { JOURNAL_TITLES } from '../../../contract/documents/journal-words.ts';
import type { DecisionEvent, DecisionName } from '../../../contract/documents/words.ts';
import type { DocumentError } from '../../../contract/errors.ts';
import { DOCUMENT_BIN_DAYS } from '../../../contract/limits.ts';
import { countOf, formatMoment } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { site } from '../platform/site.ts';
import { mailTroubles, personName } from './document-texts.ts';
import { routeTexts } from './route-texts.ts';

const moment = (iso: string): string => formatMoment(new Date(iso), site.timeZone);

export const documentPage = typographed({
  loading: 'Загружаем документ…',
  discussionLoading: 'Загружаем обсуждение…',
  ask: 'Спросить автора…',
  backLinks: 'Вы здесь',
  approvers: 'Согласование',
  recipients: 'Ознакомиться',
  noSignatory: 'Никто не указан.',
  noDescription: 'Текста нет.',
  files: 'Файлы',
  preview: 'Просмотр',
  previewOf: (name: string) => `Просмотр: ${name}`,
  open: 'Открыть в новой вкладке',
  close: 'Закрыть',
  download: 'Скачать',
  linkFailed: 'Не удалось открыть файл.',
  reason: 'Причина',
  reasonRequired: 'Напишите, что нужно исправить.',
  declineYes: 'Отклонить',
  cancel: 'Отмена',
  edit: 'Редактировать',
  remove: 'Удалить',
  removeDetails: (title: string) =>
    `«${title}» уйдёт в корзину. ${DOCUMENT_BIN_DAYS} дней его сможет вернуть автор или администратор, потом он исчезнет вместе с файлами.`,
  removeYes: 'В корзину',
  removeFailed: 'Документ не удалён.',
  cancelDocument: 'Аннулировать',
  cancelQuestion: 'Аннулировать документ?',
  cancelDetails: (title: string) =>
    `На документе «${title}» есть решения, поэтому удалить его нельзя. Аннулированный документ больше никого ни о чём не просит, но остаётся: его можно открыть и проверить. В списках он виден, если в отборе выбрать состояние «Аннулирован», и находится поиском. Все, кого он касается, узнают причину. Отменить это нельзя.`,
  cancelReasonRequired: 'Напишите, почему документ больше не действует.',
  cancelYes: 'Аннулировать',
  cancelled: ({ at, by, reason }: NonNullable<documents.Document['cancelled']>) =>
    `Документ аннулирован: ${personName(by)}, ${moment(at)}. Причина: ${reason}`,
  undo: 'Отменить',
  undoFailed: 'Решение не отозвано.',
  withdrawDetails: site.stated.mail
    ? 'Документ вернётся к этому шагу. Если следующих уже спросили, мы напишем им, что их решения пока не ждут.'
    : 'Документ вернётся к этому шагу. Если следующих уже спросили, их решения пока ждать не будут, но письмо об этом не уйдёт: почта не настроена.',
  twoSignatures: (names: readonly string[]) =>
    `В этом документе за вами не одна подпись, ещё: ${names.join(', ')}. В PDF будет видно, что решал один человек.`,
  onBehalf: (name: string) => `За сотрудника: ${name}.`,
  unsent: 'На странице набран текст, который не отправлен: вместе с решением он не уйдёт.',
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
  reminded({ count, mailTrouble }: documents.RemindAnswer) {
    if (mailTrouble === 'not set up') return `${mailTroubles[mailTrouble]} Напоминание не отправлено.`;
    if (count === 0) return 'Напоминание никому не отправлено: сейчас писать некому.';
    const leaves = `Напоминаем ${countOf(count, ['сотруднику', 'сотрудникам', 'сотрудникам'])}.`;
    return mailTrouble ? `${leaves} ${mailTroubles[mailTrouble]}` : leaves;
  },
  remindFailed: 'Напоминание не отправлено.',
  remindLater: 'Напоминание уже отправляли недавно: повторить можно через час.',
  failed: 'Не получилось.',
  rightGone: 'У вас больше нет права на это действие. Страница обновлена.',
  uid: (uid: string) => `Номер учётной записи: ${uid}`,
  decidedFor: {
    signed: (name: string) => `подпись: ${name} (замещает)`,
    acknowledged: (name: string) => `ознакомление: ${name} (замещает)`,
    declined: (name: string) => `отклонено: ${name} (замещает)`,
  } satisfies Record<DecisionEvent, (name: string) => string>,
  nowCalled: (name: string, position: string) => `теперь: ${[name, position].filter(Boolean).join(', ')}`,
  acknowledged: 'Ознакомление подтверждено',
  unable: {
    disabled: {
      acceptor: 'Учётная запись отключена: подписать не сможет. Замените подписанта.',
      recipient: 'Учётная запись отключена: ознакомиться не сможет. Уберите из списка.',
    },
    'no right': {
      acceptor: 'Роль больше не даёт права подписывать такие документы. Замените подписанта.',
      recipient: 'Роль больше не даёт права знакомиться с такими документами.',
    },
  },
  pending: 'ожидается',
  waiting: 'после согласования',
  declined: 'отклонён',
  at: moment,
  version: (version: number) => `Версия ${version}`,
  hash: 'Хэш содержания',
  hashHint: 'SHA-256 названия, текста и файлов: под ним стоят подписи.',
  copyHash: 'Скопировать хэш',
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
  /** As the specification words the button, for its set of texts. */
  readonly specified: string;
  /** On the button for the viewer's own entry. */
  readonly label: string;
  readonly labelFor: (name: string) => string;
  /** The dialog that asks before the decision. */
  readonly question: string;
  readonly meaning: string;
  readonly withdraw: string;
  readonly withdrawFor: (name: string) => string;
  readonly withdrawQuestion: string;
}

export const decisionTexts: Readonly<Record<DecisionName, DecisionTexts>> = {
  sign: {
    specified: 'Подписать',
    label: 'Подписать',
    labelFor: (name) => `Подписать за сотрудника: ${name}`,
    question: 'Подписать документ?',
    meaning: 'Подпись стоит под названием, текстом и файлами этой версии.',
    withdraw: 'Отозвать подпись',
    withdrawFor: (name) => `Отозвать подпись за сотрудника: ${name}`,
    withdrawQuestion: 'Отозвать подпись?',
  },
  decline: {
    specified: 'Отклонить…',
    label: 'Отклонить…',
    labelFor: (name) => `Отклонить за сотрудника: ${name}…`,
    question: 'Отклонить документ?',
    meaning: 'Автор узнает причину. Больше никого не спросят, пока документ не изменят.',
    withdraw: 'Отозвать отклонение',
    withdrawFor: (name) => `Отозвать отклонение за сотрудника: ${name}`,
    withdrawQuestion: 'Отозвать отклонение?',
  },
  acknowledge: {
    specified: 'Ознакомиться',
    label: 'Подтвердить ознакомление',
    labelFor: (name) => `Подтвердить ознакомление за сотрудника: ${name}`,
    question: 'Подтвердить ознакомление?',
    meaning: 'Вы подтверждаете, что прочитали название, текст и файлы этой версии.',
    withdraw: 'Отозвать ознакомление',
    withdrawFor: (name) => `Отозвать ознакомление за сотрудника: ${name}`,
    withdrawQuestion: 'Отозвать ознакомление?',
  },
};

/** Why a decision was not taken, by the document as it is now. */
export const notTaken = typographed({
  cancelled: 'Ваше решение не записано: документ аннулирован.',
  notListed: 'Ваше решение не записано: в документе теперь указаны другие люди.',
  declined: (who: string, reason: string) =>
    `Ваше решение не записано: документ уже отклонён (${who}: «${reason}») и решений не ждёт.`,
  accepted: {
    acceptor: (who: string) => `Ваше решение не записано: подпись уже стоит (${who}).`,
    recipient: (who: string) => `Ваше решение не записано: ознакомление уже подтверждено (${who}).`,
  },
  spared: (who: string) => `Ваше решение не записано: за этот шаг уже подписано (${who}), другие подписи не нужны.`,
  waiting: (step: number | null, names: readonly string[], absent: string | null) => {
    const turn = step === null ? 'теперь решают другие' : `теперь решает шаг ${step}`;
    const later = absent === null ? 'Очередь дойдёт до вас позже.' : `До сотрудника ${absent} очередь дойдёт позже.`;
    return `Ваше решение не записано: ${turn}: ${routeTexts.names(names)}. ${later}`;
  },
} as const);

export const actErrors = typographed<ErrorTexts<DocumentError>>({
  'accept to the document type is denied': 'У вас больше нет права подписывать такие документы.',
  'access to the document type is denied': 'Документы этого направления и типа вам больше не доступны.',
  'agreed to the document type is denied': 'У вас больше нет права знакомиться с такими документами.',
  'delete to the document type is denied': 'У вас больше нет права удалять такие документы.',
  'doc not found': 'Этого документа уже нет: возможно, его удалили.',
  'invalid doc id': 'Этого документа уже нет: возможно, его удалили.',
  'user not found': 'Вашего профиля уже нет. Войдите ещё раз.',
  'user do not have to sign this document': 'Ваше решение по этому документу уже не требуется.',
  'acceptors are not done': 'До этого решения очередь ещё не дошла.',
  'already decided': 'Ваше решение больше не нужно: документ решили без него.',
  'already signed': 'Документ уже подписан: отклонить его можно только в новой версии.',
  'decision is final': 'Решение уже не отозвать: по документу решили дальше, или он завершён.',
  'document is cancelled': 'Документ аннулирован: решений по нему больше не ждут.',
  'no decision to withdraw': 'Отзывать нечего: вашего решения по этой версии нет.',
  'already declined': 'Документ уже отклонён: подписать его можно только в новой версии.',
  'invalid reason': documentPage.reasonRequired,
});

export const documentHistory = typographed({
  heading: 'История документа',
  loading: 'Загружаем историю…',
  failed: 'Не удалось загрузить историю.',
  events: JOURNAL_TITLES,
  row: (iso: string, by: Editor, insteadOf: Editor | null) =>
    [moment(iso), personName(by), insteadOf && `замещает сотрудника: ${personName(insteadOf)}`]
      .filter(Boolean)
      .join(', '),
  newVersion: (version: number) => `началась версия ${version}, подписи сняты`,
  cleared: (version: number) => `Отметки версии ${version}`,
  signed: (name: string, iso: string) => `${name} — подпись, ${moment(iso)}`,
  acknowledged: (name: string, iso: string) => `${name} — ознакомление, ${moment(iso)}`,
  declined: (name: string, iso: string, reason: string) => `${name} — отклонено, ${moment(iso)}: «${reason}»`,
  reason: (reason: string) => `Причина: «${reason}»`,
  said: (beginning: string) => `«${beginning}»`,
  handedOver: (from: string, to: string) => `было: ${from}, стало: ${to}`,
  sentTo: (people: readonly Editor[]) => `Кому: ${people.map(personName).join(', ')}`,
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
