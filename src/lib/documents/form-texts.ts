import type { DocumentFormError } from '../../../contract/errors.ts';
import {
  MARKDOWN_MAX,
  SCAN_FILE_MAX,
  SCAN_REQUEST_MAX,
  SCANS_MAX,
  SIGNATORIES_MAX,
  TITLE_MAX,
} from '../../../contract/limits.ts';
import { countOf, formatBytes } from '../../../rules/format/numbers.ts';
import { type ErrorTexts, ownText } from '../platform/failure-texts.ts';
import type { PortalWords } from '../platform/portal-words.ts';
import type { WhoIsAsked } from './document-change.ts';
import type { DocumentErrors, FormCode } from './document-mistakes.ts';
import { documentHeadings } from './headings.ts';
import { calledAs } from './signatories.ts';

const MEGABYTES = (bytes: number): string => `${bytes / 1024 / 1024}\u00a0МБ`;
const FILES = ['файл', 'файла', 'файлов'] as const;

/** Texts of the form of a document; the words that have two spellings stand in the portal's own catalogue. */
export const documentForm = {
  ...documentHeadings,
  loading: 'Загружаем документ…',
  loadingRights: 'Загружаем направления…',
  chooseDirecting: 'Выберите направление',
  chooseTask: 'Выберите тип документа',
  place: 'Направление и\u00a0тип',
  changePlace: 'Изменить',
  changePlaceOf: 'Изменить направление или тип',
  draftWaits: 'Есть несохранённый черновик: его можно будет восстановить в\u00a0форме.',
  noRight: 'Ваша роль не\u00a0даёт права создавать документы.',
  mayNotEdit: 'Ваша роль не\u00a0даёт права изменять документы этого направления и\u00a0типа.',
  toDocument: 'К\u00a0документу',
  toDocuments: 'К\u00a0документам',
  title: 'Название документа',
  note: 'Пояснительная записка',
  closeNote: 'Убрать записку',
  save: 'Записать',
  saving: 'Записываем…',
  cancel: 'Отмена',
  back: 'Назад',
  failed: 'Документ не\u00a0записан.',
  unconfirmed: 'Запись не\u00a0подтверждена.',
  repeatable: 'Когда связь восстановится, запишите ещё раз: второй документ не\u00a0появится.',
  kept: 'Всё введённое осталось на\u00a0месте, выбранные файлы тоже.',
  stopped:
    'Отправка остановлена. Документ не\u00a0записан, всё введённое и\u00a0выбранные файлы остались на\u00a0месте.',
  unsavedDetails:
    'Изменения не\u00a0записаны. Тексты, списки и\u00a0отправленные файлы останутся черновиком: его неделю можно продолжить на\u00a0любом вашем устройстве.',
  discardDetails: 'Введённое и\u00a0выбранные файлы будут потеряны.',
  keys: 'Ctrl+Enter\u00a0— записать.',
} as const;

/** Texts of the files of the form. */
export const filesField = {
  attached: 'Прикреплённые файлы',
  fresh: 'Новые файлы',
  waitingHint: 'Отправленное войдёт в\u00a0документ после записи, до\u00a0неё хранится неделю.',
  notSent: (why: string) => `Не\u00a0отправлен. ${why} Файл уйдёт вместе с\u00a0записью, или отправьте его ещё раз.`,
  sendAgain: 'Отправить ещё раз',
  sendAgainOf: (name: string) => `Отправить ещё раз: ${name}`,
  lost: (names: readonly string[]) =>
    `Больше не\u00a0хранятся на\u00a0сервере, выберите заново: ${names.map((name) => `«${name}»`).join(', ')}.`,
  add: 'Добавить файлы',
  prompt: 'Выберите файлы, перетащите их сюда или вставьте из\u00a0буфера',
  hint: `Картинки, PDF, документы Office без макросов и\u00a0простые тексты (.txt, .csv): до\u00a0${SCANS_MAX}\u00a0файлов по\u00a0${MEGABYTES(SCAN_FILE_MAX)}, вместе до\u00a0${MEGABYTES(SCAN_REQUEST_MAX)}. Файлы сохраняются без изменений, с\u00a0данными внутри них: у\u00a0фотографий это бывает место и\u00a0время съёмки.`,
  together: (count: number, bytes: number) => `${countOf(count, FILES)}, ${formatBytes(bytes)}`,
  checking: 'проверяем…',
  known: (names: readonly string[]) => `Уже в\u00a0списке: ${names.join(', ')}`,
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
  removed: (name: string) => `Файл «${name}» исчезнет из\u00a0документа после записи.`,
  kept: (name: string) => `Файл «${name}» останется в\u00a0документе.`,
  sending: (percent: number) => `Отправляем файлы: ${percent}\u00a0%`,
  stored: 'Файлы отправлены, сервер записывает документ…',
  share: (name: string, percent: number) => `${name}: ${percent}\u00a0%`,
  stop: 'Остановить отправку',
} as const;

/** Whom a document asks, in words; '' for nobody. */
function saysWho(when: string, { sign, acknowledge, inTurn }: WhoIsAsked): string {
  const names = (people: WhoIsAsked['sign']) => people.map(calledAs).join(', ');
  const sentence = (verb: string, rest: string) => `${capital([when, verb].filter(Boolean).join(' '))}: ${rest}.`;
  const order = sign.length > 1 ? '\u00a0— в\u00a0любом порядке' : '';
  const turn = inTurn ? '\u00a0— когда подпишут все' : '';
  return [
    sign.length > 0 && sentence('подписывают', `${names(sign)}${order}`),
    acknowledge.length > 0 && sentence('знакомятся', `${names(acknowledge)}${turn}`),
  ]
    .filter(Boolean)
    .join(' ');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Texts of the lists of those who sign and acknowledge. */
export const signatoriesField = {
  acceptor: 'Согласование',
  recipient: 'Ознакомиться',
  acceptorSearch: 'Добавить подписанта',
  recipientSearch: 'Добавить получателя',
  placeholder: 'введите Ф.\u00a0И.\u00a0О. или должность',
  empty: { acceptor: 'Подписантов пока нет.', recipient: 'Получателей пока нет.' },
  ordered: 'Этих людей спросят, когда документ подпишут все.',
  willAsk: (asked: WhoIsAsked) =>
    saysWho('После записи', asked) || 'После записи документ никого ни\u00a0о\u00a0чём не\u00a0попросит.',
  saved: (asked: WhoIsAsked) => ['Документ записан.', saysWho('', asked)].filter(Boolean).join(' '),
  found: 'Найденные люди',
  foundCount: (count: number) => `Найдено: ${count}. Выбирайте стрелками и\u00a0Enter.`,
  asking: 'Ищем…',
  none: (text: string) => `По\u00a0запросу «${text}» никого с\u00a0нужным правом нет.`,
  failed: 'Поиск не\u00a0удался.',
  listed: 'уже в\u00a0списке',
  isListed: (name: string) => `${name} уже в\u00a0списке.`,
  added: (name: string) => `${name} в\u00a0списке.`,
  removed: (name: string) => `${name} больше не\u00a0в\u00a0списке.`,
  moved: (name: string, place: number, of: number) => `${name}: место ${place} из\u00a0${of}.`,
  up: (name: string) => `Выше: ${name}`,
  down: (name: string) => `Ниже: ${name}`,
  removeOf: (name: string) => `Удалить из\u00a0списка: ${name}`,
  remove: 'Удалить',
  removeQuestion: 'Удалить из\u00a0списка?',
  removeDetails: (name: string) => `${name} не\u00a0получит этот документ.`,
  removeMarked: (name: string) =>
    `${name}: ответ уже получен. После записи этой отметки в\u00a0документе не\u00a0будет, в\u00a0истории она останется.`,
  signed: 'подписано',
  acknowledged: 'прочитано',
  declined: 'отклонено',
} as const;

/** Texts of the question what to do with a form whose earlier save went through unseen. */
export const documentMade = {
  heading: 'Документ уже записан',
  why: 'Прошлая запись этой формы дошла до\u00a0сервера, хотя ответ потерялся. С\u00a0тех пор в\u00a0форме что-то изменилось: записать изменения в\u00a0тот\u00a0же документ?',
  elsewhere: 'Направление и\u00a0тип у\u00a0него останутся прежними.',
  back: 'Вернуться к\u00a0форме',
  apart: 'Записать отдельным документом',
  change: 'Записать изменения',
} as const;

/** Texts of the question before a document is saved that asks nobody. */
export const askNobody = {
  question: 'Записать без подписантов?',
  details:
    'В\u00a0документе никто не\u00a0указан: его никто не\u00a0подпишет и\u00a0не\u00a0прочитает, и\u00a0завершённым он не\u00a0станет. Подписантов можно добавить и\u00a0позже.',
  yes: 'Записать без подписантов',
  no: 'Вернуться к\u00a0форме',
} as const;

/** Texts of the question before marks are cleared. */
export const newVersion = {
  question: 'Начать новую версию?',
  details: (marks: number) =>
    `Вы меняете название, записку или файлы, а\u00a0на\u00a0документ уже ответили. Будут сняты отметки (${marks}), и\u00a0всех попросят ответить заново. Прежние отметки останутся в\u00a0истории.`,
  yes: 'Записать новую версию',
  no: 'Вернуться к\u00a0форме',
} as const;

/** Refusals of a document, by code of the API or of the form, in the words that are chosen. */
export const documentErrors = ({ docflow: words }: PortalWords): ErrorTexts<DocumentFormError | FormCode> => ({
  'acceptors are set by the route': 'Подписантов этого документа задаёт маршрут: уберите своих.',
  'counterparty not given': 'Укажите контрагента: он стоит в\u00a0названии или записке.',
  'invalid counterparty': 'Контрагента не\u00a0удалось прочитать: сократите его.',
  'nobody in the step': 'В\u00a0одном из\u00a0шагов маршрута никого не\u00a0осталось. Сообщите администратору.',
  'nobody may decide with the role':
    'Роль из\u00a0маршрута никто не\u00a0занимает или ей нельзя подписывать такие документы. Сообщите администратору.',
  'person may not decide':
    'Кто-то из\u00a0маршрута больше не\u00a0может подписывать такие документы. Сообщите администратору.',
  'too many people in the steps': 'В\u00a0маршруте слишком много людей. Сообщите администратору.',
  'file not found': 'Этого файла в\u00a0документе уже нет.',
  'invalid idempotency key': 'Форма устарела: обновите страницу, черновик сохранится.',
  'invalid title': words.invalidTitle,
  'title too long': `Название длиннее ${TITLE_MAX}\u00a0знаков. Сократите его.`,
  'invalid directing id': words.noDirecting,
  'invalid task id': words.noTask,
  'bad mime type': words.badType,
  'invalid draft id': 'Форма устарела: обновите страницу, черновик сохранится.',
  'invalid waiting files': 'Форма устарела: обновите страницу, черновик сохранится.',
  'waiting file not found':
    'Документ не\u00a0записан: часть файлов больше не\u00a0хранится на\u00a0сервере. Что можно, отправляем заново; остальное цело, запишите ещё раз.',
  'file too large': `Файл больше ${MEGABYTES(SCAN_FILE_MAX)}. Выберите файл меньшего размера.`,
  'empty file': 'Файл пустой. Выберите другой.',
  'unreadable file': 'Файл не\u00a0читается: возможно, его изменили или переместили.',
  'too many files': `Файлов больше ${SCANS_MAX}. Уберите лишние.`,
  'files too large': `Новые файлы вместе больше ${MEGABYTES(SCAN_REQUEST_MAX)}. Уберите лишние или запишите их в\u00a0несколько приёмов.`,
  'too many people': `Людей в\u00a0списке больше ${SIGNATORIES_MAX}. Уберите лишних.`,
  'person not chosen': 'Имя набрано, но\u00a0человек не\u00a0выбран: выберите его из\u00a0списка или очистите поле.',
  'description too long': `Записка длиннее ${MARKDOWN_MAX / 1024}\u00a0КБ. Сократите её.`,
  'invalid description': 'Записку не\u00a0удалось прочитать. Проверьте её.',
  'invalid acceptor uid': 'Кто-то из\u00a0списка больше не\u00a0может подписывать такие документы. Уберите его.',
  'invalid recipient uid':
    'Кто-то из\u00a0списка больше не\u00a0может знакомиться с\u00a0такими документами. Уберите его.',
  'request entity too large': 'Документ слишком велик: уменьшите файлы или текст.',
  'already created':
    'Прошлая запись этой формы дошла, и\u00a0такой документ уже есть. Запишите ещё раз, чтобы выбрать, куда попадут изменения.',
  'access to the document type is denied': 'Направление и\u00a0тип документа вам больше не\u00a0доступны.',
  'create to the document type is denied': 'У\u00a0вас больше нет права создавать такие документы.',
  'update to the document type is denied': 'У\u00a0вас больше нет права изменять такие документы.',
});

/** What stands at each field. */
export const errorsAt = (errors: DocumentErrors, words: PortalWords): DocumentErrors => {
  const own = documentErrors(words);
  const said = Object.entries(errors).map(([field, code]) => [
    field,
    code && (ownText(own, code) || documentForm.failed),
  ]);
  return Object.fromEntries(said) as unknown as DocumentErrors;
};
