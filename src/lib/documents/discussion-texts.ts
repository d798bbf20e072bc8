import type { CommentKind } from '../../../contract/documents/words.ts';
import type { CommentError } from '../../../contract/errors.ts';
import { COMMENT_FILES_MAX, COMMENT_MAX, COMMENT_WITHDRAW_MINUTES, SCAN_FILE_MAX } from '../../../contract/limits.ts';
import { formatMoment } from '../../../rules/format/day.ts';
import { countOf, formatBytes } from '../../../rules/format/numbers.ts';
import { type ErrorTexts, failureText } from '../platform/failure-texts.ts';
import type { Failure } from '../platform/http-client.ts';
import { site } from '../platform/site.ts';
import { docflow, documentPage } from './document-texts.ts';

const MINUTES = ['минуты', 'минут', 'минут'] as const;

/** Texts of what is said about a document. */
export const discussionTexts = {
  heading: 'Обсуждение',
  loading: documentPage.discussionLoading,
  failed: 'Не\u00a0удалось загрузить обсуждение.',
  empty: 'Комментариев пока нет.',
  readOnly: 'Писать здесь могут автор, подписанты и\u00a0те, кто работает с\u00a0такими документами.',
  older: 'Показать прежние',
  olderLoading: 'Загружаем…',
  olderFailed: 'Не\u00a0удалось загрузить ещё.',
  comment: 'Комментарий',
  question: docflow.question,
  questionHint: 'Автор получит уведомление. Подписать или отклонить документ можно и\u00a0до ответа.',
  answer: 'Ответ автора',
  answerTo: (name: string) => `Ответ на\u00a0вопрос: ${name}`,
  hint: 'Ctrl+Enter\u00a0— отправить. Чтобы сообщить коллеге, введите @ и\u00a0выберите его из\u00a0списка.',
  people: 'Кого упомянуть',
  nobodyFound: 'Среди тех, кто видит документ, такого нет.',
  foundPeople: (count: number) => `Найдено: ${count}. Выбор\u00a0— стрелками и\u00a0Enter.`,
  notTold: (words: readonly string[]) =>
    `Не\u00a0выбраны из\u00a0списка и\u00a0уведомления не\u00a0получат: ${words.join(', ')}.`,
  attach: 'Прикрепить файлы',
  chosen: 'Файлы комментария',
  remove: (name: string) => `Убрать файл ${name}`,
  send: 'Отправить',
  reply: 'Ответить',
  cancel: 'Отмена',
  waits: 'ждёт ответа',
  sent: {
    comment: 'Комментарий отправлен.',
    question: 'Вопрос отправлен автору.',
    answer: 'Ответ отправлен.',
  } satisfies Record<CommentKind, string>,
  withdraw: 'Отозвать',
  withdrawOf: (iso: string) => `Отозвать написанное ${moment(iso)}`,
  withdrawQuestion: 'Отозвать написанное?',
  withdrawDetails: 'Текст и\u00a0файлы исчезнут. В\u00a0истории останется, что комментарий был.',
  withdrawFailed: 'Комментарий не\u00a0отозван.',
  withdrawn: (iso: string) => `Комментарий отозван, ${moment(iso)}.`,
  version: (version: number) => `к\u00a0версии ${version}`,
  mentions: (names: readonly string[]) => `Уведомлены: ${names.join(', ')}`,
  at: (iso: string) => moment(iso),
  tooManyFiles: `К\u00a0комментарию можно приложить не\u00a0больше ${countOf(COMMENT_FILES_MAX, ['файла', 'файлов', 'файлов'])}.`,
  notSent: 'Не\u00a0отправлено, текст остался здесь.',
} as const;

const moment = (iso: string): string => formatMoment(new Date(iso), site.timeZone);

const gone = 'Этого документа уже нет: возможно, его удалили.';

/** Codes of what is wrong with a comment before it is sent, and refusals of the service. */
export const commentErrors: ErrorTexts<CommentError | 'comment too long'> &
  Readonly<Record<'file too large' | 'empty file' | 'unreadable file', string>> = {
  'already created': 'Прежний текст уже отправлен: он стоит выше. Если правка нужна, отправьте её ещё раз.',
  'answer to the question is denied': 'На\u00a0вопрос отвечает автор документа.',
  'bad mime type': 'Такие файлы не\u00a0принимаются: подойдут картинки, PDF и\u00a0офисные документы.',
  'comment is not yours': 'Отозвать можно только свой комментарий.',
  'comment not found': 'Этого комментария уже нет.',
  'comment on the document is denied': 'У\u00a0вас нет права писать об\u00a0этом документе.',
  'comment stands': `Отозвать комментарий можно в\u00a0течение ${countOf(COMMENT_WITHDRAW_MINUTES, MINUTES)}, пока на\u00a0него не\u00a0ответили.`,
  'comment too long': `Текст длиннее ${formatBytes(COMMENT_MAX)}. Сократите его или приложите файлом.`,
  'doc not found': gone,
  'empty file': 'Файл пустой. Выберите другой.',
  'file too large': `Файл больше ${formatBytes(SCAN_FILE_MAX)}. Выберите файл меньшего размера.`,
  'invalid comment': 'Напишите текст.',
  'invalid comment kind': 'Этот комментарий нельзя отправить. Обновите страницу.',
  'invalid doc id': gone,
  'invalid idempotency key': 'Этот комментарий нельзя отправить. Обновите страницу.',
  'invalid mention uid': 'Упомянутого человека уже нет в\u00a0списке. Уберите его имя.',
  'mentioned people do not see the document': 'Упомянутые люди не\u00a0видят этот документ. Уберите их имена.',
  'question is settled': 'На\u00a0этот вопрос уже ответили, или его отозвали.',
  'question on the document is denied': 'Спросить автора может тот, от\u00a0кого сейчас ждут решения.',
  'request entity too large': 'Комментарий слишком велик: сократите текст или уменьшите файлы.',
  'unreadable file': 'Файл не\u00a0читается: возможно, его изменили или переместили.',
  'user not found': 'Вашего профиля уже нет. Войдите ещё раз.',
};

/** Why a comment was not sent; people who do not see the document are named. */
export function commentFailure(failure: Failure): string {
  const { names } = failure.facts;
  if (failure.code === 'mentioned people do not see the document' && Array.isArray(names)) {
    return `Не\u00a0видят этот документ: ${names.join(', ')}. Уберите их имена или дайте им доступ.`;
  }
  return failureText(failure, commentErrors);
}
