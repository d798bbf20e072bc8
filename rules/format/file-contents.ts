// What a file is by its first bytes, whatever its name says, and the sentence that says why it is not taken. The server
// decides by the whole file (server/platform/files); pages look before they send.

/** How many bytes from the start are looked at. */
export const CONTENTS_HEAD = 256;

/** A kind of contents as it is named, with the endings that files of it have. */
const KINDS = {
  pdf: ['PDF', 'pdf'],
  png: ['картинка PNG', 'png'],
  jpg: ['картинка JPEG', 'jpg jpeg jfif'],
  gif: ['картинка GIF', 'gif'],
  webp: ['картинка WebP', 'webp'],
  tif: ['картинка TIFF', 'tif tiff'],
  avif: ['картинка AVIF', 'avif'],
  heic: ['фотография HEIC', 'heic heif hif'],
  bmp: ['картинка BMP', 'bmp'],
  svg: ['рисунок SVG', 'svg'],
  psd: ['рисунок Photoshop', 'psd'],
  office: ['документ Office', 'docx xlsx pptx docm xlsm pptm'],
  openDocument: ['документ OpenDocument', 'odt ods odp'],
  oldOffice: ['документ Office старого формата', 'doc xls ppt'],
  rtf: ['документ RTF', 'rtf'],
  zip: ['архив ZIP', 'zip'],
  rar: ['архив RAR', 'rar'],
  sevenZip: ['архив 7-Zip', '7z'],
  gzip: ['архив GZIP', 'gz tgz'],
  video: ['видео', 'mp4 mov avi mkv webm m4v 3gp'],
  sound: ['звукозапись', 'mp3 m4a wav ogg flac amr'],
  program: ['программа', 'exe dll msi com'],
  page: ['веб-страница', 'html htm mht'],
  text: ['простой текст', 'txt csv tsv log md'],
} as const satisfies Readonly<Record<string, readonly [name: string, endings: string]>>;
type Kind = keyof typeof KINDS;

/** Names of what an ending promises, where they say more than that of its kind. */
const PROMISED: Readonly<Record<string, string>> = {
  doc: 'документ Word',
  docx: 'документ Word',
  xls: 'таблица Excel',
  xlsx: 'таблица Excel',
  ppt: 'презентация PowerPoint',
  pptx: 'презентация PowerPoint',
  csv: 'таблица CSV',
};

/** What only the whole file shows: a password, macros or another program inside, too many pixels. */
const WHOLE = ['protected', 'macros', 'huge'] as const;

/** `empty`: no bytes at all; `unknown`: no kind that is known here. */
export type FileContents = Kind | 'empty' | 'unknown' | (typeof WHOLE)[number];

const isFileContents = (value: unknown): value is FileContents =>
  typeof value === 'string' &&
  (Object.hasOwn(KINDS, value) || ['empty', 'unknown', ...WHOLE].some((one) => one === value));

/** What an answer says of a file that is not taken, beside its code. */
export type RefusedFile = { readonly file: string; readonly place: number; readonly contents: FileContents };

/** The same read from an answer; null: it does not say. */
export function refusedFileIn({ file, place, contents }: Readonly<Record<string, unknown>>): RefusedFile | null {
  return typeof file === 'string' && typeof place === 'number' && isFileContents(contents)
    ? { file, place, contents }
    : null;
}

export const PICTURES: ReadonlySet<FileContents> = new Set(['png', 'jpg', 'gif', 'webp', 'tif', 'avif', 'heic']);

/** Beginnings as a character a byte, with the place where they stand. */
const BEGINNINGS: readonly (readonly [Kind, number, ...string[]])[] = [
  ['pdf', 0, '%PDF-'],
  ['png', 0, '\u0089PNG'],
  ['jpg', 0, '\u00ff\u00d8\u00ff'],
  ['gif', 0, 'GIF8'],
  ['webp', 8, 'WEBP'],
  ['tif', 0, 'II*\0', 'MM\0*'],
  ['avif', 4, 'ftypavif', 'ftypavis'],
  ['heic', 4, 'ftyphei', 'ftyphev', 'ftypmif1', 'ftypmsf1'],
  ['sound', 4, 'ftypM4A'],
  ['video', 4, 'ftyp'],
  ['psd', 0, '8BPS'],
  ['oldOffice', 0, '\u00d0\u00cf\u0011\u00e0'],
  ['rtf', 0, '{\\rtf'],
  ['rar', 0, 'Rar!\u001a'],
  ['sevenZip', 0, '7z\u00bc\u00af'],
  ['gzip', 0, '\u001f\u008b'],
  ['sound', 0, 'ID3', 'OggS', 'fLaC', '#!AMR', '\u00ff\u00fb'],
  ['sound', 8, 'WAVE'],
  ['video', 8, 'AVI '],
  ['video', 0, '\u001aE\u00df\u00a3'],
  ['program', 0, 'MZ', '\u007fELF', '#!', '\u00ca\u00fe\u00ba\u00be'],
];
const ZIP = 'PK\u0003\u0004';
/** Where the name of the first part of an archive stands. */
const FIRST_PART = 30;
/** Parts by which office programs begin their archives. */
const OFFICE_PART = /^(?:\[Content_Types\]|_rels\/|docProps\/|word\/|xl\/|ppt\/|customXml\/)/;

/** What a file is that begins with these bytes: CONTENTS_HEAD of them, or all there are. */
export function contentsOf(head: Uint8Array): FileContents {
  if (head.length === 0) return 'empty';
  const bytes = String.fromCharCode(...head.subarray(0, CONTENTS_HEAD));
  if (bytes.startsWith(ZIP)) {
    const first = bytes.slice(FIRST_PART);
    if (first.startsWith('mimetypeapplication/vnd.oasis.opendocument')) return 'openDocument';
    return OFFICE_PART.test(first) ? 'office' : 'zip';
  }
  const found = BEGINNINGS.find(([, at, ...marks]) => marks.some((mark) => bytes.startsWith(mark, at)));
  if (found) return found[0];
  if (/^BM[\s\S]{4}\0{4}/.test(bytes)) return 'bmp';
  return textKindOf(bytes);
}

function textKindOf(bytes: string): FileContents {
  const text = bytes.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<svg[\s>]/i.test(text)) return 'svg';
  if (/^<(?:!doctype html|html|head|body|script)\b/i.test(text)) return 'page';
  // A character of UTF-16 has a zero in it, and its mark before it.
  if (/^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(bytes)) return 'text';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a text does not have
  return /[\0-\x08\x0b\x0e-\x1f]/.test(bytes) ? 'unknown' : 'text';
}

const endingOf = (name: string): string =>
  (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '').toLowerCase();

/** The kind of files with this ending; null: none that is known. */
function kindOfEnding(ending: string): Kind | null {
  const kinds = Object.keys(KINDS) as Kind[];
  return ending === '' ? null : (kinds.find((kind) => KINDS[kind][1].split(' ').includes(ending)) ?? null);
}

/** What a place takes: by contents, and in words, which end the sentence. */
export interface TakenContents {
  readonly kinds: ReadonlySet<FileContents>;
  readonly words: string;
}

/** Why a file of this name and contents is not taken, and what to do: sentences that name it. */
export function whyNotTaken(name: string, contents: FileContents, { kinds, words }: TakenContents): string {
  const file = `«${name}»`;
  const ending = endingOf(name);
  switch (contents) {
    case 'empty':
      return `${file} — пустой файл, в нём нет ни одного байта. Выберите другой.`;
    case 'protected':
      return `${file} защищён паролем. Снимите пароль в программе, в которой открываете этот файл, и выберите его ещё раз.`;
    case 'macros':
      return `${file} содержит макросы или другую программу. Сохраните его без них, например как .docx или .xlsx.`;
    case 'huge':
      return `${file} — слишком большая картинка. Уменьшите её и выберите ещё раз.`;
  }
  const promised = kindOfEnding(ending);
  const promise = PROMISED[ending] ?? (promised && KINDS[promised][0]);
  if (contents === 'unknown') {
    return promise && promised && kinds.has(promised)
      ? `${file} — не ${promise}, хотя так назван: файл повреждён, зашифрован или только переименован. ${words}`
      : `${file}: такие файлы не принимаются. ${words}`;
  }
  const what = KINDS[contents][0];
  if (promise && promised !== contents) return `${file} — это на самом деле ${what}, а не ${promise}. ${words}`;
  return kinds.has(contents)
    ? `${file} повреждён, или внутри него есть посторонний код. Откройте его у себя, сохраните заново и выберите ещё раз.`
    : `${file} — ${what}: такие файлы здесь не принимаются. ${words}`;
}
