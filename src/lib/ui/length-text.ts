// What a text field says of more characters than can be saved: a longer text stays in the field and is refused in words,
// it is never cut. In a file of its own, as only forms need it.
import { countOf } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';

const SIGNS = ['знак', 'знака', 'знаков'] as const;

export const tooLong = typographed(
  (length: number, most: number): string =>
    `Слишком длинно: ${countOf(length, SIGNS)}, а сохранится не больше ${most}. Сократите.`,
);

/** The same of words to look for. */
export const longSearch = typographed(
  (length: number, most: number): string =>
    `Слишком длинно: ${countOf(length, SIGNS)}, а искать можно не больше чем по ${most}. Сократите.`,
);

/** What is wrong with the length of a typed text; empty where it can be saved. */
export const overlong = (text: string, most: number, say = tooLong): string => {
  const { length } = text.trim();
  return length > most ? say(length, most) : '';
};
