// Every text that the API answers as `error`, by the feature whose screens show it; the server can throw no other. The
// texts for users are exhaustive maps over these unions, in src/lib/**/*-texts.ts. Types only: pages load none.
import type { DISK_BROKEN, DISK_FULL, DISK_READ_ONLY } from './api.ts';
import type { UPLOAD_COLUMN_MAX, UploadRule } from './limits.ts';

export type DiskError = typeof DISK_BROKEN | typeof DISK_FULL | typeof DISK_READ_ONLY;

/** Errors of any call that the status explains well enough. */
type StatusError =
  | 'bad request'
  | 'changed meanwhile'
  | 'forbidden'
  | 'in use'
  | 'internal server error'
  | 'invalid access token'
  | 'invalid address'
  | 'invalid body'
  | 'invalid cursor'
  | 'invalid form'
  | 'invalid headers'
  | 'invalid json'
  | 'invalid last id'
  | 'invalid query'
  | 'invalid request'
  | 'not found'
  | 'not ready'
  | 'request entity too large'
  | 'service is busy'
  | 'too many requests'
  | 'version not found';

/** Errors of any call that need a text of their own, because the status would mislead. */
export type WordedError = 'confirm password' | 'second factor not set up' | DiskError;

export type CommonError = StatusError | WordedError;

/** Fields that carry the one file of a form. */
export type UploadField = 'file' | 'photo';

/** Errors of a form with one file. An empty file is called a missing price list in every form. */
export type FileError<Field extends UploadField> =
  | 'file not uploaded'
  | 'more than one file received'
  | 'файл Excel не получен'
  | `field name "${Field}" is empty`
  | `more than 1 file received by field "${Field}"`;

type ReferenceTitleError = 'incorrect title' | 'title: Не уникальное значение title';

/** Whose price list it is. */
type OwnerError = 'brand not found' | 'provider not found';

export type ProviderListError = OwnerError | ReferenceTitleError;
export type SupplierTermsError =
  | 'invalid delivery'
  | 'invalid public name'
  | 'public name is taken'
  | 'provider not found';

/** Errors of search and cards. No screen shows them: pages never send such requests. */
type CatalogueError =
  | 'card not found'
  | 'offset is over 10000, use last'
  | 'params "query" is empty'
  | 'part not found'
  | 'position not a found'
  | 'positions not found';

/** A picture that takes the place of another: of a card, of a person. */
export type PhotoError = FileError<'photo'> | 'card not found' | 'file must be image';

/** Photos of many positions at once. */
export type PhotoRunError =
  | 'archive is broken'
  | 'archive is too large'
  | 'photo run already applied'
  | 'photo run already undone'
  | 'photo run expired'
  | 'photo run interrupted'
  | 'photo run is being read'
  | 'photo run is not applied'
  | 'photo run not found'
  | 'photos changed meanwhile'
  | 'photos not sent'
  | 'too many photos';

/** Errors of an upload of a price list; what is wrong with the file itself is PriceListProblem. */
export type ImportError =
  | FileError<'file'>
  | OwnerError
  | 'amount is empty'
  | 'article is empty'
  | 'brand of a manufacturer not found'
  | 'code is empty'
  | `column is over ${typeof UPLOAD_COLUMN_MAX}`
  | 'file is not kept'
  | 'file must be in excel format'
  | 'import differs'
  | 'import looks wrong'
  | 'invalid amount columns'
  | 'invalid missing'
  | 'invalid preset fields'
  | 'invalid preset headers'
  | 'invalid preset name'
  | `invalid ${UploadRule}`
  | 'invalid rate'
  | 'invalid repeated'
  | 'invalid sheets'
  | 'invalid upload id'
  | 'manufacturer is empty'
  | 'preset not found'
  | 'preset with this name exists'
  | 'price is empty'
  | 'run already ended'
  | 'run handed over'
  | 'run not found'
  | 'too many imports wait'
  | 'title is empty'
  | 'unknown currency'
  | 'upload already done'
  | 'upload cancelled'
  | 'upload id already used'
  | 'upload not found';

export type PositionError =
  | 'brand not found'
  | 'card not found'
  | 'changed meanwhile'
  | 'import under way'
  | 'invalid amount'
  | 'invalid change'
  | 'invalid cursor'
  | 'invalid filter'
  | 'invalid ids'
  | 'invalid percent'
  | 'invalid price'
  | 'invalid rounding'
  | 'invalid size'
  | 'invalid delivery'
  | 'invalid lot'
  | 'invalid text'
  | 'other article'
  | 'position exists'
  | 'provider not found'
  | 'too many positions';

export type NewRequestError =
  | 'already created'
  | 'consent is needed'
  | 'invalid amount'
  | 'invalid carrier'
  | 'invalid city'
  | 'invalid comment'
  | 'invalid company'
  | 'invalid inn'
  | 'invalid email'
  | 'invalid idempotency key'
  | 'invalid items'
  | 'invalid name'
  | 'invalid phone'
  | 'phone or email is needed'
  | 'positions not found'
  | 'prices changed'
  | 'request looks automatic'
  | 'wish is empty'
  | 'too many items'
  | 'too many requests from you today'
  | 'too many requests today'
  | 'too many requests of newcomers today';

export type StaffRequestError =
  | 'invalid cursor'
  | 'invalid filter'
  | 'invalid note'
  | 'invalid state'
  | 'request not found';

export type SearchWordError =
  | 'invalid cursor'
  | 'invalid filter'
  | 'invalid kind'
  | 'invalid means'
  | 'invalid word'
  | 'names in a circle'
  | 'search miss not found'
  | 'search word not found'
  | 'too many words'
  | 'unknown machine'
  | 'unknown part';

export type CrossError =
  | FileError<'file'>
  | 'article is empty'
  | 'card not found'
  | 'cross is empty'
  | 'cross not found'
  | 'cross of itself'
  | 'file is not kept'
  | 'file must be in excel format'
  | 'invalid article'
  | 'invalid cross article'
  | 'invalid cross maker'
  | 'invalid maker'
  | 'invalid way'
  | 'run handed over'
  | 'too many crosses'
  | 'too many imports wait'
  | 'upload cancelled';

export type UndoError = 'run already undone' | 'run is not done' | 'run not found';

/** Errors of the exchange with accounting programs. No screen shows them. */
type ExchangeError = 'bad json' | 'data is empty';

export type ImportSourceError =
  | OwnerError
  | 'arrival is settled'
  | 'arrival not found'
  | 'file is not kept'
  | 'import differs'
  | 'invalid days'
  | 'invalid enabled'
  | 'invalid kind'
  | 'invalid limits'
  | 'invalid minutes'
  | 'invalid secret'
  | 'invalid settings'
  | 'invalid title'
  | 'preset not found'
  | 'price kind not found'
  | 'source not found';

export type SignInError =
  | 'email is not unique'
  | 'email not confirmed'
  | 'incorrect code'
  | 'incorrect name'
  | 'incorrect password'
  | 'invalid email'
  | 'invalid invitation'
  | 'invalid password'
  | 'invalid recovery token'
  | 'invalid setup link'
  | 'invalid token'
  | 'invalid verification token'
  | 'registration is prohibited'
  | 'second factor required'
  | 'user not found';

/** One's own account: password, e-mail, second factor, sessions. */
export type OwnAccountError =
  | 'incorrect code'
  | 'no second factor'
  | 'password missmatch'
  | 'second factor is required'
  | 'session not found';

export type JournalError = 'invalid event' | 'invalid from' | 'invalid last' | 'invalid to';

export type AdministrationError =
  | 'account disabled'
  | 'email is not unique'
  | 'invalid disabled'
  | 'invalid email'
  | 'invalid rank'
  | 'last administrator'
  | 'mail is not set up'
  | 'mail leaves'
  | 'mail not found'
  | 'no invitation'
  | 'no second factor'
  | 'own account'
  | 'signed in already'
  | 'user not found';

export type PeopleError =
  | 'email is not unique'
  | 'incorrect name'
  | 'invalid email'
  | 'invalid form'
  | 'invalid name'
  | 'invalid rank'
  | 'invalid role id'
  | 'invalid state'
  | 'invalid uid'
  | 'user not found';

export type StaffListError = FileError<'file'> | PriceListProblem | 'invalid form' | 'no email column';

export type ProfileError =
  | 'email: Не уникальное значение email'
  | 'invalid documents'
  | 'invalid name'
  | 'user not found';

export type SubstituteError = 'invalid from' | 'invalid to' | 'invalid uid' | 'substitute has no right';

/** The lists that the access settings consist of. */
export type AccessEntity = 'role' | 'directing' | 'task' | 'action';

export type SettingError =
  | 'title: Не уникальное значение title'
  | `${AccessEntity} is protected`
  | `${AccessEntity} not found`
  | `invalid ${AccessEntity} id`
  | 'invalid task ordered'
  | `invalid ${AccessEntity} title`;

export type MatrixError =
  | 'access change not found'
  | 'access setting is empty'
  | 'invalid action box'
  | 'invalid directing box'
  | 'invalid role box'
  | 'invalid task box'
  | 'invalid access change id'
  | 'role not found'
  | 'no rights in file'
  | 'too many roles for one sheet'
  | `invalid ${AccessEntity} id`;

export type BindingError = 'invalid email' | 'invalid role id' | 'role not found' | 'user not found';

export type PageError =
  | 'alias not found'
  | 'alias page not found'
  | 'alias: Не уникальное значение alias'
  | 'invalid alias'
  | 'invalid mdInfo';

export type SlideError =
  | 'bad mime type'
  | 'file not found'
  | 'invalid doc id'
  | 'invalid ids'
  | 'invalid isPublic'
  | 'invalid message'
  | 'invalid title'
  | 'note not found';

export type DocumentFormError =
  | RouteError
  | 'access to the document type is denied'
  | 'already created'
  | 'bad mime type'
  | 'create to the document type is denied'
  | 'file not found'
  | 'invalid acceptor uid'
  | 'invalid description'
  | 'invalid directing id'
  | 'invalid idempotency key'
  | 'invalid recipient uid'
  | 'invalid task id'
  | 'invalid title'
  | 'invalid draft id'
  | 'invalid waiting files'
  | 'update to the document type is denied'
  | 'waiting file not found';

type DraftError =
  | 'access to the document type is denied'
  | 'bad mime type'
  | 'create to the document type is denied'
  | 'doc not found'
  | 'draft not found'
  | 'invalid directing id'
  | 'invalid doc id'
  | 'invalid acceptor uid'
  | 'invalid draft'
  | 'invalid draft id'
  | 'invalid recipient uid'
  | 'invalid task id'
  | 'too many drafts'
  | 'update to the document type is denied';

/** Errors of showing an attachment inside the page. */
export type ShownFileError =
  | 'file is broken'
  | 'file is protected'
  | 'file is too large to show'
  | 'file not found'
  | 'no such sheet'
  | 'nothing to show';

/** Errors of a document that is made from a template. */
type RouteError =
  | 'acceptors are set by the route'
  | 'invalid counterparty'
  | 'nobody in the step'
  | 'nobody may decide with the role'
  | 'person may not decide'
  | 'too many people in the steps';

export type TemplateError =
  | Exclude<RouteError, 'acceptors are set by the route' | 'invalid counterparty'>
  | 'invalid acceptor uid'
  | 'invalid description'
  | 'invalid recipient uid'
  | 'invalid role id'
  | 'invalid steps'
  | 'invalid title';

export type DocumentError =
  | 'accept to the document type is denied'
  | 'acceptors are not done'
  | 'access to the document type is denied'
  | 'agreed to the document type is denied'
  | 'already decided'
  | 'already declined'
  | 'already signed'
  | 'decision is final'
  | 'delete to the document type is denied'
  | 'doc not found'
  | 'document is cancelled'
  | 'invalid doc id'
  | 'invalid reason'
  | 'no decision to withdraw'
  | 'user do not have to sign this document'
  | 'user not found';

export type CommentError =
  | 'already created'
  | 'answer to the question is denied'
  | 'bad mime type'
  | 'comment is not yours'
  | 'comment not found'
  | 'comment on the document is denied'
  | 'comment stands'
  | 'doc not found'
  | 'invalid comment'
  | 'invalid comment kind'
  | 'invalid doc id'
  | 'invalid idempotency key'
  | 'invalid mention uid'
  | 'mentioned people do not see the document'
  | 'question is settled'
  | 'question on the document is denied'
  | 'user not found';

export type DocumentListError =
  | 'invalid default'
  | 'invalid filter'
  | 'invalid from'
  | 'invalid to'
  | 'invalid title'
  | 'invalid view id'
  | 'too many documents'
  | 'too many views'
  | 'view not found';

/** Text of the image library about a picture that it could not read. */
type UnreadablePicture = `error resizing photo: ${string}`;

export type ApiError =
  | CommonError
  | ProviderListError
  | SupplierTermsError
  | CatalogueError
  | PhotoError
  | PhotoRunError
  | ImportError
  | PositionError
  | NewRequestError
  | StaffRequestError
  | SearchWordError
  | CrossError
  | UndoError
  | ExchangeError
  | ImportSourceError
  | SignInError
  | OwnAccountError
  | JournalError
  | AdministrationError
  | PeopleError
  | StaffListError
  | ProfileError
  | SubstituteError
  | SettingError
  | MatrixError
  | BindingError
  | PageError
  | SlideError
  | DraftError
  | ShownFileError
  | DocumentFormError
  | DocumentError
  | CommentError
  | DocumentListError
  | TemplateError
  | PriceListProblem
  | UnreadablePicture;

/** What may be wrong with the file of a price list: a code for programs, a text for the person who sent it. */
export const PRICE_LIST_PROBLEMS = {
  EMPTY: 'Файл пуст: сохраните или скачайте его ещё раз',
  NOT_EXCEL: 'Файл не похож на прайс: нужен Excel (.xlsx, .xls), .ods, CSV или таблица HTML, можно в\u00a0zip',
  NOT_AS_NAMED:
    'Файл назван как таблица Excel, но\u00a0таблицы в\u00a0нём нет: откройте его в\u00a0Excel и\u00a0сохраните как .xlsx',
  PASSWORD: 'Файл защищён паролем: снимите защиту и загрузите его ещё раз',
  TRUNCATED: 'Файл обрывается: похоже, он скопирован или скачан не до конца',
  BROKEN: 'Файл повреждён: сохраните его в Excel заново и загрузите ещё раз',
  BINARY_BOOK: 'Формат .xlsb не читается: сохраните файл как .xlsx',
  FLAT_BOOK: 'Формат .fods не читается: сохраните файл как .ods или\u00a0.xlsx',
  SEVERAL_LISTS: 'В архиве несколько прайсов: выберите, какой читать, или\u00a0загрузите их по\u00a0одному',
  DTD: 'В файле есть определения DTD: такие файлы не читаются',
  TOO_MANY_PARTS: 'В файле слишком много частей: это не прайс',
  TOO_BIG: 'Файл распаковывается в слишком большой объём данных',
  TOO_MANY_ROWS: 'В листе больше 1 048 576 строк',
  TOO_MANY_STRINGS: 'В файле слишком много разных строк текста',
  CELL_TOO_BIG: 'В одной из ячеек слишком длинный текст',
  NO_SHEET: 'Листа с таким названием в файле нет',
  NO_SHEETS: 'В файле нет видимых листов',
  TOO_MUCH_MEMORY: 'Чтение файла остановлено: ему нужно слишком много памяти',
  TOO_MUCH_TIME: 'Чтение файла остановлено: оно идёт слишком долго',
  CRASHED: 'Чтение файла прервалось: файл повреждён или слишком велик',
  CANCELLED: 'Загрузка отменена',
} as const;
export type PriceListProblemCode = keyof typeof PRICE_LIST_PROBLEMS;

type Words = (typeof PRICE_LIST_PROBLEMS)[PriceListProblemCode];
/** What is wrong with a file, in words, and what the person can do with it, e.g. the names of its sheets. */
export type PriceListProblem = Words | `${Words} (${string})`;
