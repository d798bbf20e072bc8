// Texts of the form that creates or changes a document. Words with an English spelling too are in
// platform/words-table.ts.
import type { DocumentFormError } from '../../../contract/errors.ts';
import * as limits from '../../../contract/limits.ts';
import { countOf, formatBytes } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { type ErrorTexts, ownText } from '../platform/failure-texts.ts';
import type { PortalWords } from '../platform/portal-words.ts';
import type { DocumentErrors, FormCode, SignatoryChange } from './document-change.ts';
import { personName } from './document-texts.ts';
import { documentHeadings } from './headings.ts';

const MEGABYTES = typographed((bytes: number): string => `${bytes / 1024 / 1024} МБ`);
const FILES = ['файл', 'файла', 'файлов'] as const;

export const documentForm = typographed({
  ...documentHeadings,
  loading: 'Загружаем документ…',
  loadingRights: 'Загружаем направления…',
  chooseDirecting: 'Выберите направление',
  chooseTask: 'Выберите тип документа',
  place: 'Направление и тип',
  changePlace: 'Изменить',
  changePlaceOf: 'Изменить направление или тип',
  draftWaits: 'Есть несохранённый черновик: его можно будет восстановить в форме.',
  noRight: 'Ваша роль не даёт права создавать документы.',
  mayNotEdit: 'Ваша роль не даёт права изменять документы этого направления и типа.',
  toDocument: 'К документу',
  toDocuments: 'К документам',
  title: 'Название документа',
  note: 'Пояснительная записка',
  closeNote: 'Убрать записку',
  save: 'Записать',
  saving: 'Записываем…',
  cancel: 'Отмена',
  failed: 'Документ не записан.',
  unconfirmed: 'Запись не подтверждена.',
  repeatable: 'Когда связь восстановится, запишите ещё раз: второй документ не появится.',
  kept: 'Всё введённое осталось на месте, выбранные файлы тоже.',
  stopped: 'Отправка остановлена. Документ не записан, всё введённое и выбранные файлы остались на месте.',
  unsavedDetails:
    'Изменения не записаны. Тексты, списки и отправленные файлы останутся черновиком: его неделю можно продолжить на любом вашем устройстве.',
  discardDetails: 'Введённое и выбранные файлы будут потеряны.',
  keys: 'Ctrl+Enter — записать.',
} as const);

export const filesField = typographed({
  attached: 'Прикреплённые файлы',
  fresh: 'Новые файлы',
  waitingHint: 'Отправленное войдёт в документ после записи, до неё хранится неделю.',
  notSent: (why: string) => `Не отправлен. ${why} Файл уйдёт вместе с записью, или отправьте его ещё раз.`,
  sendAgain: 'Отправить ещё раз',
  sendAgainOf: (name: string) => `Отправить ещё раз: ${name}`,
  lost: (names: readonly string[]) =>
    `Больше не хранятся на сервере, выберите заново: ${names.map((name) => `«${name}»`).join(', ')}.`,
  add: 'Добавить файлы',
  prompt: 'Выберите файлы, перетащите их сюда или вставьте из буфера',
  hint: `Картинки, PDF, документы Office без макросов и простые тексты (.txt, .csv): до ${limits.SCANS_MAX} файлов по ${MEGABYTES(limits.SCAN_FILE_MAX)}, вместе до ${MEGABYTES(limits.SCAN_REQUEST_MAX)}. Файлы сохраняются без изменений, с данными внутри них: у фотографий это бывает место и время съёмки.`,
  together: (count: number, bytes: number) => `${countOf(count, FILES)}, ${formatBytes(bytes)}`,
  checking: 'проверяем…',
  known: (names: readonly string[]) => `Уже в списке: ${names.join(', ')}`,
  removeNew: (name: string) => `Убрать: ${name}`,
  again: 'Проверить ещё раз',
  againOf: (name: string) => `Проверить ещё раз: ${name}`,
  replace: 'Заменить',
  replaceOf: (name: string) => `Заменить: ${name}`,
  removeStored: (name: string) => `Удалить файл: ${name}`,
  remove: 'Удалить',
  keep: 'Вернуть',
  keepOf: (name: string) => `Вернуть файл: ${name}`,
  willGo: 'исчезнет после записи',
  removed: (name: string) => `Файл «${name}» исчезнет из документа после записи.`,
  kept: (name: string) => `Файл «${name}» останется в документе.`,
  sending: (percent: number) => `Отправляем файлы: ${percent} %`,
  stored: 'Файлы отправлены, сервер записывает документ…',
  share: (name: string, percent: number) => `${name}: ${percent} %`,
  stop: 'Остановить отправку',
} as const);

/** The people whom a document asks, in words; '': none. */
function namesSigner(when: string, { sign, acknowledge, inTurn }: SignatoryChange): string {
  const names = (people: SignatoryChange['sign']) => people.map(personName).join(', ');
  const sentence = (verb: string, rest: string) => `${capital([when, verb].filter(Boolean).join(' '))}: ${rest}.`;
  const order = typographed(sign.length > 1 ? ' — в любом порядке' : '');
  const turn = typographed(inTurn ? ' — когда подпишут все' : '');
  return [
    sign.length > 0 && sentence('подписывают', `${names(sign)}${order}`),
    acknowledge.length > 0 && sentence('знакомятся', `${names(acknowledge)}${turn}`),
  ]
    .filter(Boolean)
    .join(' ');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const signatoriesField = typographed({
  acceptor: 'Согласование',
  recipient: 'Ознакомиться',
  acceptorSearch: 'Добавить подписанта',
  recipientSearch: 'Добавить получателя',
  placeholder: 'введите Ф. И. О. или должность',
  empty: { acceptor: 'Подписантов пока нет.', recipient: 'Получателей пока нет.' },
  ordered: 'Этих людей спросят, когда документ подпишут все.',
  willAsk: (asked: SignatoryChange) =>
    namesSigner('После записи', asked) || 'После записи документ никого ни о чём не попросит.',
  saved: (asked: SignatoryChange) => ['Документ записан.', namesSigner('', asked)].filter(Boolean).join(' '),
  found: 'Найденные люди',
  foundCount: (count: number) => `Найдено: ${count}. Выбирайте стрелками и Enter.`,
  asking: 'Ищем…',
  none: (text: string) => `По запросу «${text}» никого с нужным правом нет.`,
  failed: 'Поиск не удался.',
  listed: 'уже в списке',
  isListed: (name: string) => `${name} уже в списке.`,
  added: (name: string) => `${name} в списке.`,
  removed: (name: string) => `${name} больше не в списке.`,
  moved: (name: string, place: number, of: number) => `${name}: место ${place} из ${of}.`,
  up: (name: string) => `Выше: ${name}`,
  down: (name: string) => `Ниже: ${name}`,
  removeOf: (name: string) => `Удалить из списка: ${name}`,
  remove: 'Удалить',
  removeQuestion: 'Удалить из списка?',
  removeDetails: (name: string) => `${name} не получит этот документ.`,
  removeMarked: (name: string) =>
    `${name}: ответ уже получен. После записи этой отметки в документе не будет, в истории она останется.`,
  signed: 'подписано',
  acknowledged: 'прочитано',
  declined: 'отклонено',
} as const);

export const documentMade = typographed({
  heading: 'Документ уже записан',
  why: 'Прошлая запись этой формы дошла до сервера, хотя ответ потерялся. С тех пор в форме что-то изменилось: записать изменения в тот же документ?',
  elsewhere: 'Направление и тип у него останутся прежними.',
  back: 'Вернуться к форме',
  apart: 'Записать отдельным документом',
  change: 'Записать изменения',
} as const);

export const noSignatories = typographed({
  question: 'Записать без подписантов?',
  details:
    'В документе никто не указан: его никто не подпишет и не прочитает, и завершённым он не станет. Подписантов можно добавить и позже.',
  yes: 'Записать без подписантов',
  no: 'Вернуться к форме',
} as const);

export const newVersion = typographed({
  question: 'Начать новую версию?',
  details: (marks: number) =>
    `Вы меняете название, записку или файлы, а на документ уже ответили. Будут сняты отметки (${marks}), и всех попросят ответить заново. Прежние отметки останутся в истории.`,
  yes: 'Записать новую версию',
  no: 'Вернуться к форме',
} as const);

/** Refusals of a document, by code of the API or of the form, in the chosen words. */
export const documentErrors = typographed(
  ({ docflow: words }: PortalWords): ErrorTexts<DocumentFormError | FormCode> => ({
    'acceptors are set by the route': 'Подписантов этого документа задаёт маршрут: уберите своих.',
    'counterparty not given': 'Укажите контрагента: он стоит в названии или записке.',
    'invalid counterparty': 'Контрагента не удалось прочитать: сократите его.',
    'nobody in the step': 'В одном из шагов маршрута никого не осталось. Сообщите администратору.',
    'nobody may decide with the role':
      'Роль из маршрута никто не занимает или ей нельзя подписывать такие документы. Сообщите администратору.',
    'person may not decide': 'Кто-то из маршрута больше не может подписывать такие документы. Сообщите администратору.',
    'too many people in the steps': 'В маршруте слишком много людей. Сообщите администратору.',
    'file not found': 'Этого файла в документе уже нет.',
    'invalid idempotency key': 'Форма устарела: обновите страницу, черновик сохранится.',
    'invalid title': words.invalidTitle,
    'title too long': `Название длиннее ${limits.TITLE_MAX} знаков. Сократите его.`,
    'invalid directing id': words.noDirecting,
    'invalid task id': words.noTask,
    'bad mime type': words.badType,
    'invalid draft id': 'Форма устарела: обновите страницу, черновик сохранится.',
    'invalid waiting files': 'Форма устарела: обновите страницу, черновик сохранится.',
    'waiting file not found':
      'Документ не записан: часть файлов больше не хранится на сервере. Что можно, отправляем заново; остальное цело, запишите ещё раз.',
    'file too large': `Файл больше ${MEGABYTES(limits.SCAN_FILE_MAX)}. Выберите файл меньшего размера.`,
    'empty file': 'Файл пустой. Выберите другой.',
    'unreadable file': 'Файл не читается: возможно, его изменили или переместили.',
    'too many files': `Файлов больше ${limits.SCANS_MAX}. Уберите лишние.`,
    'files too large': `Новые файлы вместе больше ${MEGABYTES(limits.SCAN_REQUEST_MAX)}. Уберите лишние или запишите их в несколько приёмов.`,
    'too many people': `Людей в списке больше ${limits.SIGNATORIES_MAX}. Уберите лишних.`,
    'person not chosen': 'Имя набрано, но человек не выбран: выберите его из списка или очистите поле.',
    'description too long': `Записка длиннее ${limits.MARKDOWN_MAX / 1024} КБ. Сократите её.`,
    'invalid description': 'Записку не удалось прочитать. Проверьте её.',
    'invalid acceptor uid': 'Кто-то из списка больше не может подписывать такие документы. Уберите его.',
    'invalid recipient uid': 'Кто-то из списка больше не может знакомиться с такими документами. Уберите его.',
    'request entity too large': 'Документ слишком велик: уменьшите файлы или текст.',
    'already created':
      'Прошлая запись этой формы дошла, и такой документ уже есть. Запишите ещё раз, чтобы выбрать, куда попадут изменения.',
    'access to the document type is denied': 'Направление и тип документа вам больше не доступны.',
    'create to the document type is denied': 'У вас больше нет права создавать такие документы.',
    'update to the document type is denied': 'У вас больше нет права изменять такие документы.',
  }),
);

export const errorsAt = (errors: DocumentErrors, words: PortalWords): DocumentErrors => {
  const own = documentErrors(words);
  const said = Object.entries(errors).map(([field, code]) => [
    field,
    code && (ownText(own, code) || documentForm.failed),
  ]);
  return Object.fromEntries(said) as unknown as DocumentErrors;
};
