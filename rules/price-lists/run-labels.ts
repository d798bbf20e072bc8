// The Russian labels of the counts of an import («новые», «цена выше» …), for pages, mails and the command line.
import type { RunCounts } from '../../contract/catalogue/runs.ts';
import { typographed } from '../format/typography.ts';

/** Labels of the counts of a run, in the order in which they are shown. */
export const COUNT_LABELS = typographed<Readonly<Record<keyof RunCounts, string>>>({
  created: 'новые',
  priceUp: 'цена выше',
  priceDown: 'цена ниже',
  priceGone: 'цена убрана',
  stockChanged: 'остаток изменён',
  termsChanged: 'срок, партия',
  unchanged: 'без изменений',
  repeated: 'повторы',
  skipped: 'пропущены',
  failed: 'с ошибками',
  clashing: 'спорные',
  hidden: 'скрыты',
});
