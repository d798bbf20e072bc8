import type { RunCounts } from '../../contract/catalogue/counts.ts';
import { typographed } from '../format/texts.ts';

/** What a run does, in the order in which it is told. */
export const COUNT_LABELS = typographed<Readonly<Record<keyof RunCounts, string>>>({
  created: 'новые',
  priceUp: 'цена выше',
  priceDown: 'цена ниже',
  priceGone: 'цена исчезнет',
  stockChanged: 'остаток изменён',
  termsChanged: 'срок, партия',
  unchanged: 'без изменений',
  repeated: 'повторы',
  skipped: 'пропущены',
  failed: 'с ошибками',
  clashing: 'спорные',
});
