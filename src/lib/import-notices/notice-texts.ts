import { formatNumber } from '../../../rules/format/number.ts';

/** Texts of what of the import waits for attention. */
export const notices = {
  waiting: (count: number) => ` (ждут внимания: ${formatNumber(count)})`,
  ended: 'Закончились загрузки, о\u00a0которых вы\u00a0просили сообщить:',
  endedOf: (fileName: string) => fileName || 'без\u00a0имени',
} as const;
