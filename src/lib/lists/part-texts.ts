import { formatNumber } from '../../../rules/format/number.ts';

/** What stands under the beginning of a long list. */
export const parts = {
  shown: (shown: number, all: number): string =>
    `Показано ${formatNumber(shown)} из\u00a0${formatNumber(all)}`,
  more: 'Показать ещё',
} as const;
