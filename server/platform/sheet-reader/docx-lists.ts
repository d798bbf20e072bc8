/** Styles and numbered lists of a .docx: what heading a style is, and the marker that Word would show before an item. */
import { type Attributes, attribute, nameId, type XmlHandler } from './xml-tokenizer.ts';

export const ids = <Name extends string>(...names: readonly Name[]): ReadonlyMap<number, Name> =>
  new Map(names.map((name) => [nameId(name), name]));

const VALUE = nameId('val');
export const textOf = (tag: Attributes): string => attribute(tag, VALUE) ?? '';
/** A property that is on where it stands, unless it says otherwise. */
export const isOn = (tag: Attributes): boolean => !/^(?:0|false|off)$/.test(textOf(tag));

/** A number of a level or of an outline; null: none that Word has. */
export function levelOf(tag: Attributes): number | null {
  const value = textOf(tag);
  return /^[0-8]$/.test(value) ? Number(value) : null;
}

interface Style {
  name: string;
  basedOn: string;
  outline: number | null;
  list: string | null;
  level: number | null;
}

/** What a paragraph gets from its style, and from those that it is based on. */
export interface StyleFacts {
  readonly heading: number;
  readonly list: string | null;
  readonly level: number | null;
  /** The style that names the list: a level of the list may belong to it. */
  readonly listStyle: string;
}

const STYLE_NAMES = ids('style', 'name', 'basedOn', 'outlineLvl', 'numId', 'ilvl', 'pPrChange');
const STYLE_ID = nameId('styleId');
/** Styles that one may be based on, one on another. */
const STYLES_DEEP = 20;
const HEADING = /^(?:heading|заголовок) ([1-9])$/i;

export function stylesReader(): XmlHandler & { find(id: string): StyleFacts } {
  const styles = new Map<string, Style>();
  let style: Style | null = null;
  let isFormer = false;
  return {
    open(id, tag, selfClosing) {
      const name = STYLE_NAMES.get(id);
      if (name === 'style') {
        style = { name: '', basedOn: '', outline: null, list: null, level: null };
        styles.set(attribute(tag, STYLE_ID) ?? '', style);
      } else if (name === 'pPrChange') isFormer = !selfClosing;
      else if (!style || isFormer) return;
      else if (name === 'name') style.name = textOf(tag);
      else if (name === 'basedOn') style.basedOn = textOf(tag);
      else if (name === 'outlineLvl') style.outline = levelOf(tag);
      else if (name === 'numId') style.list = textOf(tag);
      else if (name === 'ilvl') style.level = levelOf(tag);
    },
    close(id) {
      const name = STYLE_NAMES.get(id);
      if (name === 'style') style = null;
      else if (name === 'pPrChange') isFormer = false;
    },
    text() {},
    find(id) {
      let [heading, list, level, listStyle]: [number | null, string | null, number | null, string] = [
        null,
        null,
        null,
        '',
      ];
      let at = id;
      for (let deep = 0; deep < STYLES_DEEP; deep += 1) {
        const found = styles.get(at);
        if (!found) break;
        const named = HEADING.exec(found.name)?.[1] ?? (/^title$/i.test(found.name) ? 1 : null);
        heading ??= named === null ? (found.outline === null ? null : found.outline + 1) : Number(named);
        if (list === null && found.list !== null) [list, listStyle] = [found.list, at];
        level ??= found.level;
        at = found.basedOn;
      }
      return { heading: heading ?? 0, list, level, listStyle };
    },
  };
}

interface Level {
  start: number;
  format: string;
  /** With `%1` to `%9` for the numbers of the levels. */
  pattern: string;
  isDecimal: boolean;
  style: string;
}

interface AbstractList {
  readonly levels: (Level | undefined)[];
  /** A list may have the levels of another one, by the name of their style. */
  link: string;
}

interface List {
  abstract: string;
  readonly starts: Map<number, number>;
}

/** The next marker of a list; null: there is no such list or level. */
export type Counter = (
  list: string,
  level: number | null,
  style: string,
) => { readonly marker: string; readonly depth: number } | null;

const NUMBERING_NAMES = ids(
  ...(['abstractNum', 'num', 'abstractNumId', 'lvl', 'lvlOverride', 'start', 'startOverride'] as const),
  ...(['numFmt', 'lvlText', 'isLgl', 'pStyle', 'numStyleLink', 'styleLink'] as const),
);
const LEVEL = nameId('ilvl');
const ABSTRACT_ID = nameId('abstractNumId');
const LIST_ID = nameId('numId');
const PATTERN_MAX = 60;

export function numberingReader(): XmlHandler & { counter(): Counter } {
  const abstracts = new Map<string, AbstractList>();
  const byStyle = new Map<string, AbstractList>();
  const lists = new Map<string, List>();
  let abstract: AbstractList | null = null;
  let list: List | null = null;
  let level: Level | null = null;
  let at = 0;

  function beginLevel(tag: Attributes) {
    at = Number(attribute(tag, LEVEL) ?? 0);
    level = { start: 1, format: 'decimal', pattern: '', isDecimal: false, style: '' };
    if (abstract && at >= 0 && at <= 8) abstract.levels[at] = level;
  }

  return {
    open(id, tag) {
      const name = NUMBERING_NAMES.get(id);
      if (name === 'abstractNum') {
        abstract = { levels: [], link: '' };
        list = null;
        abstracts.set(attribute(tag, ABSTRACT_ID) ?? '', abstract);
      } else if (name === 'num') {
        abstract = null;
        list = { abstract: '', starts: new Map() };
        lists.set(attribute(tag, LIST_ID) ?? '', list);
      } else if (name === 'abstractNumId' && list) list.abstract = textOf(tag);
      else if (name === 'lvl') beginLevel(tag);
      else if (name === 'lvlOverride') at = Number(attribute(tag, LEVEL) ?? 0);
      else if (name === 'startOverride') list?.starts.set(at, Number(textOf(tag)));
      else if (name === 'numStyleLink' && abstract) abstract.link = textOf(tag);
      else if (name === 'styleLink' && abstract) byStyle.set(textOf(tag), abstract);
      else if (!level) return;
      else if (name === 'start') level.start = Number(textOf(tag));
      else if (name === 'numFmt') level.format = textOf(tag);
      else if (name === 'lvlText') level.pattern = textOf(tag).slice(0, PATTERN_MAX);
      else if (name === 'isLgl') level.isDecimal = isOn(tag);
      else if (name === 'pStyle') level.style = textOf(tag);
    },
    close(id) {
      if (NUMBERING_NAMES.get(id) === 'lvl') level = null;
    },
    text() {},
    counter() {
      /** The numbers of each list by level; lists of the same levels go on with each other's numbers. */
      const numbers = new Map<AbstractList, (number | undefined)[]>();
      return (id, wanted, style) => {
        const one = lists.get(id);
        const own = one && abstracts.get(one.abstract);
        const levels = own && (byStyle.get(own.link) ?? own);
        if (!one || !levels) return null;
        const ofStyle = style === '' ? -1 : levels.levels.findIndex((each) => each?.style === style);
        const depth = wanted ?? Math.max(0, ofStyle);
        const now = numbers.get(levels) ?? [];
        numbers.set(levels, now);
        const present = levels.levels[depth];
        if (!present) return null;
        const begun = one.starts.get(depth);
        one.starts.delete(depth);
        now[depth] = begun ?? (now[depth] === undefined ? present.start : now[depth] + 1);
        now.length = depth + 1;
        return { marker: markerOf(levels.levels, now, depth), depth };
      };
    },
  };
}

/** Letters that Word counts with. */
const LETTERS: Readonly<Record<string, string>> = {
  lowerLetter: 'abcdefghijklmnopqrstuvwxyz',
  upperLetter: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  russianLower: 'абвгдежзиклмнопрстуфхцчшщэюя',
  russianUpper: 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЭЮЯ',
};
const ROMAN = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
  ] as const),
  ...([
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
];
/** Beyond it numbers are written in digits. */
const COUNTED_MAX = 1_000;
export const BULLET = '•';

function markerOf(levels: readonly (Level | undefined)[], now: readonly (number | undefined)[], depth: number): string {
  const { format, pattern, isDecimal } = levels[depth] as Level;
  if (format === 'none') return '';
  // Signs of fonts of symbols stand in the private area, and `o` is a circle of a font of programs.
  if (format === 'bullet') return /^[\p{Co}o]?$/u.test(pattern) ? BULLET : pattern;
  return pattern.replace(/%([1-9])/g, (_, digit: string) => {
    const at = Number(digit) - 1;
    const level = levels[at];
    if (!level || at > depth) return '';
    return numberIn(isDecimal ? 'decimal' : level.format, now[at] ?? level.start);
  });
}

function numberIn(format: string, number: number): string {
  if (!Number.isSafeInteger(number) || number < 1 || number > COUNTED_MAX) return String(number);
  const letters = LETTERS[format];
  if (letters) return (letters[(number - 1) % letters.length] ?? '').repeat(Math.ceil(number / letters.length));
  if (format === 'decimalZero') return String(number).padStart(2, '0');
  if (format !== 'lowerRoman' && format !== 'upperRoman') return String(number);
  let [left, roman] = [number, ''];
  for (const [value, sign] of ROMAN) {
    while (left >= value) {
      roman += sign;
      left -= value;
    }
  }
  return format === 'upperRoman' ? roman.toUpperCase() : roman;
}
