// Choosing from a long list by typing a part of a title, and texts of lists that show only their beginning.
import { foldTitle, formatNumber } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';

/** What can be chosen in a list, and what it is called. */
export interface Choice {
  readonly id: number | string;
  readonly title: string;
}

/** The choices that have every typed word in their title, those that begin as typed first; all of them for no words. */
export function findChoices(choices: readonly Choice[], typed: string): readonly Choice[] {
  const wanted = foldTitle(typed);
  if (wanted === '') return choices;
  const words = wanted.split(' ');
  const begins: Choice[] = [];
  const holds: Choice[] = [];
  for (const choice of choices) {
    const title = foldTitle(choice.title);
    if (title.startsWith(wanted)) begins.push(choice);
    else if (words.every((word) => title.includes(word))) holds.push(choice);
  }
  return [...begins, ...holds];
}

export const choiceTexts = typographed({
  list: 'Варианты',
  placeholder: 'введите часть названия',
  shown: (shown: number, found: number): string =>
    `Показано ${formatNumber(shown)} из ${formatNumber(found)}, уточните название`,
  none: 'Ничего не нашлось.',
} as const);

export const parts = typographed({
  shown: (shown: number, all: number): string => `Показано ${formatNumber(shown)} из ${formatNumber(all)}`,
  more: 'Показать ещё',
  load: 'Загрузить ещё',
} as const);
