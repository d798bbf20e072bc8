// Which part a picture belongs to by the name of its file: «КАМАЗ_740.1003010-20_2.webp». A pure rule; the parts whose
// article stands in the name are looked up by read-photos.ts.
import { articleKey, manufacturerKey } from '../../platform/text/article-key.ts';

/** Longer names are no articles; the runs of pieces grow with the square of their number. */
const NAME_MAX = 255;
const PIECES_MAX = 20;
const PIECE = /[\p{L}\p{N}+]+/gu;
const DRIVE = /^[a-z]:/iu;
const ENDINGS: ReadonlySet<string> = new Set('jpg jpeg jpe jfif png webp avif gif tif tiff heic heif'.split(' '));
/** Words that cameras, people and systems add to the names of pictures. */
const ADDED: ReadonlySet<string> = new Set(
  'фото фотография photo foto picture image pic рис рисунок вид копия copy'.split(' ').map(articleKey),
);
/** A shorter article is no proof among words that name nothing. */
const SURE_ARTICLE = 3;
const PICTURE_NUMBER = /^\d{1,2}$/u;
/** Signs before a number of a picture; others may stand for a sign of the article that file names forbid. */
const BEFORE_NUMBER = /[_(#№[]\s*$/u;

interface Piece {
  readonly text: string;
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

export interface PhotoName {
  /** Keys of articles that may stand in the name. */
  readonly keys: readonly string[];
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** Keys of the makers that the folders of the file may name. */
  readonly folders: ReadonlySet<string>;
}

/** A part whose article may stand in a name, with what else names it there. */
export interface NamedPart {
  readonly id: number;
  readonly key: string;
  /** As the catalogue writes them: of all positions of the part. */
  readonly makers: readonly string[];
  readonly brands: readonly string[];
  readonly codes: readonly string[];
  readonly titles: readonly string[];
}

export type PhotoMatch<Part> =
  | { readonly outcome: 'matched'; readonly part: Part; readonly number: number }
  | { readonly outcome: 'ambiguous'; readonly parts: readonly Part[] }
  | {
      readonly outcome: 'unknown';
      readonly reason: 'no article' | 'other words' | 'unclear number';
      readonly words: string;
    };

/** Whether a path leads out of the folder that it was packed in. */
export const leadsOutside = (path: string): boolean =>
  DRIVE.test(path) || path.startsWith('/') || path.startsWith('\\') || path.split(/[\\/]/u).includes('..');

/** Reads the name of a file, with folders or without. */
export function readPhotoName(path: string): PhotoName {
  const steps = path.normalize('NFC').split(/[\\/]/u);
  const text = withoutEnding(steps.at(-1) ?? '').slice(0, NAME_MAX);
  const pieces: Piece[] = [];
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    pieces.push({ text: piece, key: articleKey(piece), start: index, end: index + piece.length });
  }
  const keys = new Set<string>();
  if (pieces.length <= PIECES_MAX) for (const { key } of runsOf(text, pieces)) keys.add(key);
  const folders = new Set(steps.slice(0, -1).map(manufacturerKey));
  folders.delete('');
  return { keys: [...keys], text, pieces, folders };
}

function withoutEnding(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 && ENDINGS.has(name.slice(dot + 1).toLowerCase()) ? name.slice(0, dot) : name;
}

interface Run {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** All runs of neighbouring pieces as one article. */
function* runsOf(text: string, pieces: readonly Piece[]): Generator<Run> {
  for (const [from, first] of pieces.entries()) {
    for (let to = from + 1; to <= pieces.length; to++) {
      const key = articleKey(text.slice(first.start, pieces[to - 1]?.end));
      if (key !== '') yield { key, from, to };
    }
  }
}

/** How an article stands in a name. `left`: the pieces that nothing explains. */
interface Fit<Part> {
  readonly part: Part;
  readonly length: number;
  readonly number: number;
  /** The number of the picture stands right behind the article, which it may belong to. */
  readonly isNumbered: boolean;
  readonly namesMaker: boolean;
  readonly left: readonly Piece[];
}

/**
 * Chooses among the parts that have a key of the name. Everything else in the name must be explained: by the maker, the
 * brand, a supplier's code, words of a title or the number of the picture. The longest article counts, then the maker.
 */
export function matchPhoto<Part extends NamedPart>(name: PhotoName, parts: readonly Part[]): PhotoMatch<Part> {
  const runs = [...runsOf(name.text, name.pieces)];
  const fits = parts.flatMap((part) => {
    const known = knownOf(part);
    return runs.filter(({ key }) => key === part.key).map((run) => fitOf(name, run, part, known));
  });
  const whole = fits.filter(({ left }) => left.length === 0);
  if (whole.length === 0) return unknown(fits);
  const longest = Math.max(...whole.map(({ length }) => length));
  // «W 914_2»: the second picture of one article, or the only one of the other.
  const first = whole.filter(({ length, isNumbered }) => length === longest || isNumbered);
  const named = preferring(first, ({ namesMaker }) => namesMaker);
  const chosen = preferring(named, ({ part }) => part.makers.some((maker) => name.folders.has(manufacturerKey(maker))));
  const found = new Map(chosen.map((fit) => [fit.part.id, fit]));
  const [only] = found.values();
  if (only && found.size === 1) return { outcome: 'matched', part: only.part, number: only.number };
  return { outcome: 'ambiguous', parts: [...found.values()].map(({ part }) => part) };
}

function preferring<T>(all: readonly T[], isBetter: (one: T) => boolean): readonly T[] {
  const better = all.filter(isBetter);
  return better.length > 0 ? better : all;
}

function unknown<Part>(fits: readonly Fit<Part>[]): PhotoMatch<Part> {
  const sure = fits.filter(({ length }) => length >= SURE_ARTICLE);
  const nearest = sure.sort((one, other) => one.left.length - other.left.length || other.length - one.length)[0];
  if (!nearest) return { outcome: 'unknown', reason: 'no article', words: '' };
  const { left } = nearest;
  const isNumber = left.length === 1 && left.every(({ text }) => PICTURE_NUMBER.test(text));
  const words = left.map(({ text }) => text).join(' ');
  return { outcome: 'unknown', reason: isNumber ? 'unclear number' : 'other words', words };
}

interface Known {
  readonly makers: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

function knownOf({ makers, brands, codes, titles }: NamedPart): Known {
  const wordsOf = (text: string) => (text.match(PIECE) ?? []).filter((word) => /\p{L}/u.test(word));
  const withWords = (texts: readonly string[]) => texts.flatMap((text) => [text, ...wordsOf(text)]);
  const keys = (texts: readonly string[]) => new Set(texts.map(manufacturerKey).filter((key) => key.length > 1));
  return {
    makers: keys(withWords(makers)),
    others: new Set([...keys(withWords(brands)), ...keys(titles.flatMap(wordsOf)), ...keys(codes)]),
  };
}

function fitOf<Part>({ text, pieces }: PhotoName, run: Run, part: Part, known: Known): Fit<Part> {
  const before = pieces.slice(0, run.from);
  const behind = pieces.slice(run.to);
  const isNumber = (piece: Piece) =>
    PICTURE_NUMBER.test(piece.text) &&
    (BEFORE_NUMBER.test(text.slice(0, piece.start)) || piece.start > (behind[0]?.start ?? piece.start));
  const at = behind.findIndex(isNumber);
  const numbered = behind[at];
  const rest = at < 0 ? [before, behind] : [before, behind.slice(0, at), behind.slice(at + 1)];
  const read = rest.map((some) => explain(text, some, known));
  const isShort = run.key.length < SURE_ARTICLE && read.some(({ hasAdded }) => hasAdded);
  return {
    part,
    length: run.key.length,
    number: Number(numbered?.text ?? 0),
    isNumbered: at === 0,
    namesMaker: read.some(({ namesMaker }) => namesMaker),
    left: isShort ? [...before, ...behind] : read.flatMap(({ left }) => left),
  };
}

/** Takes the longest runs that something explains, from left to right. */
function explain(text: string, pieces: readonly Piece[], { makers, others }: Known) {
  const left: Piece[] = [];
  let namesMaker = false;
  let hasAdded = false;
  for (let at = 0; at < pieces.length; ) {
    const start = pieces[at]?.start;
    let to = pieces.length;
    let key = '';
    for (; to > at; to--) {
      key = manufacturerKey(text.slice(start, pieces[to - 1]?.end));
      if (key === '' || makers.has(key) || others.has(key) || ADDED.has(key)) break;
    }
    if (to > at) {
      namesMaker ||= makers.has(key);
      hasAdded ||= ADDED.has(key);
      at = to;
    } else {
      left.push(pieces[at] as Piece);
      at++;
    }
  }
  return { left, namesMaker, hasAdded };
}
