// Texts of the comments and questions below a document.
import type { CommentKind, SignatoryKind } from '../../../contract/documents/words.ts';
import type { CommentError } from '../../../contract/errors.ts';
import { COMMENT_FILES_MAX, COMMENT_MAX, COMMENT_WITHDRAW_MINUTES, SCAN_FILE_MAX } from '../../../contract/limits.ts';
import { type FileContents, refusedFileIn, whyNotTaken } from '../../../rules/format/file-contents.ts';
import { countOf, formatBytes, formatMoment } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { type ErrorTexts, failureText, ownText } from '../platform/failure-texts.ts';
import type { Failure } from '../platform/http-client.ts';
import { site } from '../platform/site.ts';
import { takenInForm } from './document-files.ts';
import { docflow } from './document-texts.ts';
import { documentPage } from './page-texts.ts';

const MINUTES = ['минуты', 'минут', 'минут'] as const;

export const discussionTexts = typographed({
  heading: 'Обсуждение',
  package: 'PDF с подписями и комментариями',
  loading: documentPage.discussionLoading,
  failed: 'Не удалось загрузить обсуждение.',
  empty: 'Комментариев пока нет.',
  readOnly: 'Писать здесь могут автор, подписанты и те, кто работает с такими документами.',
  older: 'Показать прежние',
  olderFailed: 'Не удалось загрузить ещё.',
  comment: 'Комментарий',
  question: docflow.question,
  questionHint: 'Вопрос встанет у автора в «Нужен ваш ответ».',
  /** What an asker may do before the answer. */
  meanwhile: {
    acceptor: 'Подписать или отклонить документ можно и до ответа.',
    recipient: 'Подтвердить ознакомление можно и до ответа.',
  } satisfies Record<SignatoryKind, string>,
  answer: 'Ответ автора',
  answerTo: (name: string) => `Ответ на вопрос: ${name}`,
  keys: 'Ctrl+Enter — отправить.',
  hint: 'Чтобы сообщить коллеге, введите @ и выберите его из списка.',
  people: 'Кого упомянуть',
  noneFound: 'Среди тех, кто видит документ, такого нет.',
  foundPeople: (count: number) => `Найдено: ${count}. Выбор — стрелками и Enter.`,
  notNotified: (words: readonly string[]) => `Не выбраны из списка и уведомления не получат: ${words.join(', ')}.`,
  attach: 'Прикрепить файлы',
  filesHint: `Файлы: картинки, PDF, документы Office без макросов и простые тексты (.txt, .csv), не больше ${COMMENT_FILES_MAX}.`,
  removeWrong: (name: string) => `Не отправлено: уберите файл «${name}».`,
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
  withdrawDetails: 'Текст и файлы исчезнут. В истории останется, что комментарий был.',
  withdrawFailed: 'Комментарий не отозван.',
  withdrawn: (iso: string) => `Комментарий отозван, ${moment(iso)}.`,
  version: (version: number) => `к версии ${version}`,
  mentions: (names: readonly string[]) => `Упомянуты: ${names.join(', ')}`,
  at: (iso: string) => moment(iso),
  tooManyFiles: `К комментарию можно приложить не больше ${countOf(COMMENT_FILES_MAX, ['файла', 'файлов', 'файлов'])}.`,
  notSent: 'Не отправлено, текст остался здесь.',
} as const);

const moment = (iso: string): string => formatMoment(new Date(iso), site.timeZone);

const gone = 'Этого документа уже нет: возможно, его удалили.';

export const commentErrors = typographed<
  ErrorTexts<CommentError | 'comment too long'> &
    Readonly<Record<'file too large' | 'empty file' | 'unreadable file', string>>
>({
  'already created': 'Прежний текст уже отправлен: он стоит выше. Если правка нужна, отправьте её ещё раз.',
  'answer to the question is denied': 'На вопрос отвечает автор документа.',
  'bad mime type':
    'Такие файлы не принимаются: подойдут картинки, PDF, документы Office без макросов и тексты .txt и .csv.',
  'comment is not yours': 'Отозвать можно только свой комментарий.',
  'comment not found': 'Этого комментария уже нет.',
  'comment on the document is denied': 'У вас нет права писать об этом документе.',
  'comment stands': `Отозвать комментарий можно в течение ${countOf(COMMENT_WITHDRAW_MINUTES, MINUTES)}, пока на него не ответили.`,
  'comment too long': `Текст длиннее ${formatBytes(COMMENT_MAX)}. Сократите его или приложите файлом.`,
  'doc not found': gone,
  'empty file': 'Файл пустой. Выберите другой.',
  'file too large': `Файл больше ${formatBytes(SCAN_FILE_MAX)}. Выберите файл меньшего размера.`,
  'invalid comment': 'Напишите текст.',
  'invalid comment kind': 'Этот комментарий нельзя отправить. Обновите страницу.',
  'invalid doc id': gone,
  'invalid idempotency key': 'Этот комментарий нельзя отправить. Обновите страницу.',
  'invalid mention uid': 'Упомянутого человека уже нет в списке. Уберите его имя.',
  'mentioned people do not see the document': 'Упомянутые люди не видят этот документ. Уберите их имена.',
  'question is settled': 'На этот вопрос уже ответили, или его отозвали.',
  'question on the document is denied': 'Спросить автора может тот, от кого сейчас ждут решения.',
  'request entity too large': 'Комментарий слишком велик: сократите текст или уменьшите файлы.',
  'unreadable file': 'Файл не читается: возможно, его изменили или переместили.',
  'user not found': 'Вашего профиля уже нет. Войдите ещё раз.',
});

/** What is wrong with a chosen file. */
export const commentFileText = typographed((name: string, error: string, contents: FileContents | null): string =>
  contents ? whyNotTaken(name, contents, takenInForm) : `${name}: ${ownText(commentErrors, error)}`,
);

/** Why a comment was not sent; people who do not see the document are named, and so is a file that is not taken. */
export function commentFailure(failure: Failure): string {
  const { names } = failure.facts;
  if (failure.code === 'mentioned people do not see the document' && Array.isArray(names)) {
    return typographed(`Не видят этот документ: ${names.join(', ')}. Уберите их имена или дайте им доступ.`);
  }
  const refused = refusedFileIn(failure.facts);
  return refused ? commentFileText(refused.file, failure.code, refused.contents) : failureText(failure, commentErrors);
}
