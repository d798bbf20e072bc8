// Texts of the form that creates or changes a document. Words with an English spelling too are in
// platform/words-table.ts.
import type { Document } from '../../../contract/documents/documents.ts';
import type { StepMode } from '../../../contract/documents/words.ts';
import type { DocumentFormError } from '../../../contract/errors.ts';
import * as limits from '../../../contract/limits.ts';
import { type PlaceholderName, unknownPlaceholders } from '../../../rules/documents/placeholders.ts';
import { type FileContents, whyNotTaken } from '../../../rules/format/file-contents.ts';
import { capitalized, countOf, formatBytes } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { type ErrorTexts, ownText } from '../platform/failure-texts.ts';
import type { PortalWords } from '../platform/portal-words.ts';
import type { DocumentErrors, DocumentText, FormCode } from './document-change.ts';
import { takenInForm } from './document-files.ts';
import { personName } from './document-texts.ts';
import { type Forecast, type Purpose, purposeOf, waitedFor } from './form-forecast.ts';
import { documentHeadings } from './headings.ts';
import { routeTexts } from './route-texts.ts';
import type { Signer } from './signatories.ts';

const MEGABYTES = typographed((bytes: number): string => `${bytes / 1024 / 1024} МБ`);
const FILES = ['файл', 'файла', 'файлов'] as const;

export const documentForm = typographed({
  ...documentHeadings,
  loading: 'Загружаем документ…',
  loadingRights: 'Загружаем направления…',
  chooseDirecting: 'Выберите направление',
  chooseTask: 'Выберите тип документа',
  recent: 'Недавние:',
  place: 'Направление и тип',
  changePlace: 'Изменить',
  changePlaceOf: 'Изменить направление или тип',
  draftWaits: 'Есть несохранённый черновик: его можно будет восстановить в форме.',
  noRight: 'Ваша роль не даёт права создавать документы.',
  mayNotEdit: 'Ваша роль не даёт права изменять документы этого направления и типа.',
  toDocument: 'К документу',
  toDocuments: 'К документам',
  title: 'Название документа',
  note: 'Текст документа',
  closeNote: 'Убрать текст',
  save: { sign: 'Отправить на согласование', read: 'Отправить на ознакомление', keep: 'Сохранить' },
  saving: 'Сохраняем…',
  cancel: 'Отмена',
  failed: 'Документ не сохранён.',
  unconfirmed: 'Сохранение не подтверждено.',
  repeatable: 'Когда связь восстановится, сохраните ещё раз: второй документ не появится.',
  kept: 'Всё введённое осталось на месте, выбранные файлы тоже.',
  stopped: 'Отправка остановлена. Документ не сохранён, всё введённое и выбранные файлы остались на месте.',
  unsavedDetails:
    'Изменения не сохранены. Тексты, списки и отправленные файлы останутся черновиком: его неделю можно продолжить на любом вашем устройстве.',
  discardDetails: 'Введённое и выбранные файлы будут потеряны.',
  keys: 'Ctrl+Enter — то же, что эта кнопка.',
  keysOf: (button: string) => `Ctrl+Enter — то же, что кнопка «${button}».`,
} as const);

export const filesField = typographed({
  attached: 'Прикреплённые файлы',
  ofSample: 'Файлы образца: отметьте, какие скопировать',
  fresh: 'Новые файлы',
  waitingHint: 'Отправленное войдёт в документ при сохранении, до него хранится неделю.',
  notSent: (why: string) => `Не отправлен. ${why} Файл уйдёт при сохранении документа, или отправьте его ещё раз.`,
  sendAgain: 'Отправить ещё раз',
  sendAgainOf: (name: string) => `Отправить ещё раз: ${name}`,
  lost: (names: readonly string[]) =>
    `Больше не хранятся на сервере, выберите заново: ${names.map((name) => `«${name}»`).join(', ')}.`,
  notTaken: (name: string, contents: FileContents) => whyNotTaken(name, contents, takenInForm),
  add: 'Добавить файлы',
  prompt: 'Выберите файлы, перетащите их сюда или вставьте из буфера',
  hint: `Картинки, PDF, документы Office без макросов и простые тексты (.txt, .csv): до ${limits.SCANS_MAX} файлов по ${MEGABYTES(limits.SCAN_FILE_MAX)}, вместе до ${MEGABYTES(limits.SCAN_REQUEST_MAX)}. Файлы сохраняются без изменений, с данными внутри них: у фотографий это бывает место и время съёмки.`,
  /** What the document will get: sizes of the files taken, and the names of those refused. */
  together(sizes: readonly number[], refused: readonly string[]): string {
    const taken = `${countOf(sizes.length, FILES)}, ${formatBytes(sizes.reduce((sum, size) => sum + size, 0))}`;
    const named = `не войдут: ${refused.map((name) => `«${name}»`).join(', ')}`;
    if (refused.length === 0) return `${taken}.`;
    return sizes.length === 0 ? `В документ ${named}.` : `${taken}; ${named}.`;
  },
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
  willGo: 'исчезнет после сохранения',
  removed: (name: string) => `Файл «${name}» исчезнет из документа после сохранения.`,
  kept: (name: string) => `Файл «${name}» останется в документе.`,
  sending: (percent: number) => `Отправляем файлы: ${percent} %`,
  stored: 'Файлы отправлены, сервер сохраняет документ…',
  share: (name: string, percent: number) => `${name}: ${percent} %`,
  stop: 'Остановить отправку',
} as const);

/** The people whom a document asks, in words; '': none. */
function namesSigners(
  when: string,
  { isDeclined, step, sign, later, acknowledge, inTurn }: Forecast,
  /** What was done, in place of who does what. */
  done = '',
): string {
  if (isDeclined) return `Документ отклонён и никого не ждёт, ${UNTIL_CHANGED}`;
  const first = step?.number === 1 && later.length > 0 ? 'сначала' : '';
  const verb = sign.length > 1 && step?.mode !== 'any' ? 'подписывают' : 'подписывает';
  const place = step && step.count > 1 ? ` (шаг ${step.number} из ${step.count})` : '';
  const order = !step && sign.length > 1 ? ' — в любом порядке' : '';
  const next = later.length > 0 ? `, затем: ${later.map(({ mode, people }) => group(mode, people)).join('; ')}` : '';
  const turn = inTurn ? ' — когда подпишут все' : '';
  const reads = acknowledge.length > 1 ? 'знакомятся' : 'знакомится';
  return [
    sign.length > 0 &&
      sentence(done ? [done] : [when, first, verb], `${group(step?.mode ?? 'all', sign)}${place}${order}${next}`),
    acknowledge.length > 0 &&
      sentence(sign.length > 0 ? [reads] : done ? [done] : [when, reads], `${group('all', acknowledge)}${turn}`),
  ]
    .filter(Boolean)
    .join(' ');
}

const UNTIL_CHANGED = 'пока в нём не изменят название, текст или файлы.';

const SENT: Readonly<Record<Purpose, string>> = {
  sign: 'Отправлено на согласование',
  read: 'Отправлено на ознакомление',
  keep: '',
};

/** What a save did, by the document that the server answered with and the one before, null: there was none. */
export const savedText = typographed((after: Document, before: Document | null): string => {
  const asked = waitedFor(after);
  const isSame = before !== null && before.updatedAt === after.updatedAt;
  if (isSame && asked.isDeclined)
    return `Изменений нет: документ остаётся отклонённым и никого не ждёт, ${UNTIL_CHANGED}`;
  const purpose = isSame ? 'keep' : purposeOf(asked, before, before !== null && after.version > before.version);
  if (purpose !== 'keep' && !asked.isDeclined) return namesSigners('', asked, SENT[purpose]);
  return [isSame ? 'Изменений нет.' : 'Документ сохранён.', namesSigners('', asked)].filter(Boolean).join(' ');
});

const sentence = (start: readonly string[], rest: string) =>
  `${capitalized(start.filter(Boolean).join(' '))}: ${rest}.`;

/** More people are not joined by «или». */
const ALTERNATIVES_NAMED = 4;

function group(mode: StepMode, people: readonly Signer[]): string {
  const names = people.map(personName);
  if (mode === 'all' || names.length === 1) return names.join(', ');
  if (names.length > ALTERNATIVES_NAMED) return `${routeTexts.names(names)} (достаточно одного)`;
  return `${names.slice(0, -1).join(', ')} или ${names.at(-1)}`;
}

export const signatoriesField = typographed({
  acceptor: 'Согласование',
  recipient: 'Ознакомиться',
  acceptorSearch: 'Добавить подписанта',
  recipientSearch: 'Добавить получателя',
  placeholder: 'введите Ф. И. О. или должность',
  empty: { acceptor: 'Подписантов пока нет.', recipient: 'Получателей пока нет.' },
  ordered: 'Этих людей спросят, когда документ подпишут все.',
  willAsk: (asked: Forecast, purpose: Purpose) =>
    namesSigners(purpose === 'keep' ? 'после сохранения' : 'после отправки', asked) ||
    (asked.isEmpty ? 'Документ никому не уйдёт: никто не указан.' : 'Документ никому не уйдёт: все уже ответили.'),
  replace: (name: string) => `Замена: ${name}`,
  replaceHeading: 'Замена подписанта',
  isReplaced: (former: string, name: string) => `${name} вместо: ${former}.`,
  unreplace: (name: string) => `Вернуть: ${name}`,
  byRole: 'Добавить всех или по роли',
  byRoleLabel: 'Кого добавить сразу',
  chooseGroup: 'не выбрано',
  group: (role: string | null, count: number) =>
    role === null ? `Все, кто может ознакомиться (${count})` : `Все с ролью «${role}» (${count})`,
  noReaders: 'Знакомиться с такими документами никто не может: права задаёт администратор.',
  tooManyReaders: `Людей больше ${limits.SIGNATORIES_MAX}, показана часть: столько в одном документе не бывает.`,
  addedMany: (count: number) => (count === 0 ? 'Все они уже в списке.' : `Добавлено в список: ${count}.`),
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
  mandated: 'задан маршрутом',
  removeOf: (name: string) => `Удалить из списка: ${name}`,
  remove: 'Удалить',
  removeQuestion: 'Удалить из списка?',
  removeDetails: (name: string) => `${name} не получит этот документ.`,
  removeMarked: (name: string) =>
    `${name}: ответ уже получен. После сохранения этой отметки в документе не будет, в истории она останется.`,
  signed: 'подписано',
  acknowledged: 'ознакомление подтверждено',
  declined: 'отклонено',
} as const);

const UNFILLED: FormCode = 'placeholder not filled';

const PLACEHOLDER_NAMES: Readonly<Record<PlaceholderName, string>> = {
  number: 'номер',
  day: 'дата',
  author: 'автор',
  counterparty: 'контрагент',
};
const namesOf = (names: readonly PlaceholderName[]) => names.map((name) => PLACEHOLDER_NAMES[name]).join(', ');

export const sampleTexts = typographed({
  renewed: (names: readonly PlaceholderName[]) =>
    `Из образца не перенесено то, что у каждого документа своё: ${namesOf(names)}. Подстановки в фигурных скобках заполнятся при отправке.`,
  stale: (names: readonly PlaceholderName[]) => `В тексте остались сведения образца: ${namesOf(names)}. Проверьте их.`,
  unfilled: (found: readonly string[]) => `Само не заполнится: ${found.join(', ')}. Впишите нужное вместо этих слов.`,
} as const);

export const documentMade = typographed({
  heading: 'Документ уже сохранён',
  why: 'Прошлая отправка этой формы дошла до сервера, хотя ответ потерялся. С тех пор в форме что-то изменилось: сохранить изменения в том же документе?',
  elsewhere: 'Направление и тип у него останутся прежними.',
  back: 'Вернуться к форме',
  apart: 'Сохранить отдельным документом',
  change: 'Сохранить изменения',
} as const);

export const noSignatories = typographed({
  question: 'Сохранить без подписантов?',
  details:
    'В документе никто не указан: его никто не подпишет и не прочитает, и завершённым он не станет. Подписантов можно добавить и позже.',
  yes: 'Сохранить без подписантов',
  no: 'Вернуться к форме',
} as const);

export const newVersion = typographed({
  question: 'Начать новую версию?',
  details: (marks: number) =>
    `Вы меняете название, текст или файлы, а на документ уже ответили. Будут сняты отметки (${marks}), и всех попросят ответить заново. Прежние отметки останутся в истории.`,
  yes: 'Сохранить новую версию',
  no: 'Вернуться к форме',
} as const);

/** Refusals of a document, by code of the API or of the form, in the chosen words. */
export const documentErrors = typographed(
  ({ docflow: words }: PortalWords): ErrorTexts<DocumentFormError | FormCode> => ({
    'acceptors are set by the route': 'Подписантов этого документа задаёт маршрут: уберите своих.',
    'placeholder not filled': 'В тексте осталась незаполненная подстановка: замените её.',
    'counterparty not given': 'Укажите контрагента: он стоит в названии или тексте.',
    'invalid counterparty': `Контрагент длиннее ${limits.COUNTERPARTY_MAX} знаков. Сократите его.`,
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
      'Документ не сохранён: часть файлов больше не хранится на сервере. Что можно, отправляем заново; остальное цело, сохраните ещё раз.',
    'file too large': `Файл больше ${MEGABYTES(limits.SCAN_FILE_MAX)}. Выберите файл меньшего размера.`,
    'empty file': 'Файл пустой. Выберите другой.',
    'unreadable file': 'Файл не читается: возможно, его изменили или переместили.',
    'too many files': `Файлов больше ${limits.SCANS_MAX}. Уберите лишние.`,
    'files too large': `Новые файлы вместе больше ${MEGABYTES(limits.SCAN_REQUEST_MAX)}. Уберите лишние или добавьте их в несколько приёмов.`,
    'too many people': `Людей в списке больше ${limits.SIGNATORIES_MAX}. Уберите лишних.`,
    'person not chosen': 'Имя набрано, но человек не выбран: выберите его из списка или очистите поле.',
    'description too long': `Текст длиннее ${limits.MARKDOWN_MAX / 1024} КБ. Сократите его.`,
    'invalid description': 'Текст не удалось прочитать. Проверьте его.',
    'invalid acceptor uid': 'Кто-то из списка больше не может подписывать такие документы. Уберите его.',
    'invalid recipient uid': 'Кто-то из списка больше не может знакомиться с такими документами. Уберите его.',
    'request entity too large': 'Документ слишком велик: уменьшите файлы или текст.',
    'already created':
      'Прошлая отправка этой формы дошла, и такой документ уже есть. Сохраните ещё раз, чтобы выбрать, куда попадут изменения.',
    'access to the document type is denied': 'Направление и тип документа вам больше не доступны.',
    'create to the document type is denied': 'У вас больше нет права создавать такие документы.',
    'update to the document type is denied': 'У вас больше нет права изменять такие документы.',
  }),
);

type Texts = Pick<DocumentText, 'title' | 'description'>;

/** The mistakes in words; those about placeholders name the ones in the texts that nothing fills in. */
export const errorsAt = (errors: DocumentErrors, words: PortalWords, texts: Texts): DocumentErrors => {
  const own = documentErrors(words);
  const said = Object.entries(errors).map(([field, code]) => [
    field,
    code === UNFILLED && (field === 'title' || field === 'description')
      ? sampleTexts.unfilled(unknownPlaceholders(texts[field]))
      : code && (ownText(own, code) || documentForm.failed),
  ]);
  return Object.fromEntries(said) as unknown as DocumentErrors;
};
