import type { Dice } from './dice.ts';

/** What values of a call are made of. */
export interface Known {
  /** Ids, names of files, aliases that answers have shown, so that calls reach what is there. */
  readonly names: readonly string[];
  /** Nothing hostile this time: what is refused at the door finds nothing behind it. */
  readonly isSensible: boolean;
}

const SENSIBLE = [
  '1',
  '2',
  '3',
  '25',
  'Насос',
  'Фильтр масляный',
  'anna@parts.example',
  'user@parts.example',
  'Пароль сотрудника 2',
  '2026-06-10',
  '2999-12-31',
  'on',
  'asked',
  'pending',
  'csv',
  '0f8fad5b-d9cd-469f-a165-70867728950e',
];

const HOSTILE = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e9',
  '1e999',
  'NaN',
  'Infinity',
  '0x10',
  '9007199254740993',
  '9'.repeat(25),
  '-9223372036854775809',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '[object Object]',
  "' OR 1=1 --",
  '"; DROP TABLE users; --',
  '%',
  '_',
  '*',
  'NEAR(а, б)',
  '\\',
  '\0',
  'а\0б',
  '\u202eтекст',
  '\u200b\u200d\ufeff',
  '\ud800',
  '😀'.repeat(50),
  'Ё'.repeat(300),
  'x'.repeat(5_000),
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../../../etc/passwd',
  '..\\..\\x',
  'CON.png',
  '</script><img src=x onerror=alert(1)>',
  "=cmd|'/C calc'!A0",
  'a\r\nBcc: x@parts.example',
  '{{7*7}}#{7*7}',
  '0000-00-00',
  '2026-02-31',
  '99999-01-01',
  'Z'.repeat(70_000),
];

/** A text: something that exists, something sensible, or something hostile. */
export function textOf(dice: Dice, known: Known): string {
  const kind = dice.roll(known.isSensible ? 6 : 10);
  if (kind < 4 && known.names.length > 0) return dice.of(known.names);
  return kind < 6 ? dice.of(SENSIBLE) : dice.of(HOSTILE);
}

const NUMBERS = [0, -0, -1, 1, 2, 1.5, 25, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, Number.MIN_VALUE];

/** A value as JSON has them: mostly a text, often of the wrong type. */
export function anyValue(dice: Dice, known: Known): unknown {
  if (known.isSensible) return textOf(dice, known);
  switch (dice.roll(14)) {
    case 0:
      return dice.of(NUMBERS);
    case 1:
      return dice.of([true, false, null]);
    case 2:
      return [textOf(dice, known)];
    case 3:
      return Array.from({ length: dice.roll(200) }, () => textOf(dice, known));
    case 4:
      return { [textOf(dice, known)]: textOf(dice, known) };
    case 5:
      return nested(2 + dice.roll(500));
    case 6:
      return dice.of<unknown>([{ $ne: '' }, { length: 1e9 }, { toString: 1 }, { toJSON: {} }, [[]], [null], [{}]]);
    default:
      return textOf(dice, known);
  }
}

function nested(depth: number): unknown {
  let value: unknown = 'глубина';
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
}
