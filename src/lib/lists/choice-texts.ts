import { formatNumber } from '../../../rules/format/number.ts';

/** What a long list of choices says. */
export const choiceTexts = {
  list: 'Варианты',
  placeholder: 'введите часть названия',
  shown: (shown: number, found: number): string =>
    `Показано ${formatNumber(shown)} из\u00a0${formatNumber(found)}, уточните название`,
  none: 'Ничего не\u00a0нашлось.',
} as const;
