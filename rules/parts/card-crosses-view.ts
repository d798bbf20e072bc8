import type { PartCross } from '../../contract/parts.ts';
import { formatNumber, NBSP } from '../format/number.ts';
import { type PartView, partView } from './part-view.ts';

/** Crosses that a card shows before its reader asks for all. */
const SHOWN = 10;

/** What replaces the part of a card, ready to be shown; lists are empty and texts '' where there is nothing to tell. */
export interface CardCrossesView {
  readonly crossesHeading: string;
  /** The first ones, each headed by its reason. */
  readonly crosses: readonly PartView[];
  /** «Показать все: 24»; '' where the first ones are all. */
  readonly crossesMore: string;
  readonly otherCrosses: readonly PartView[];
}

/** The crosses of a card as browser and server both write them. */
export function cardCrossesView(crosses: readonly PartCross[], photoFolder: string): CardCrossesView {
  const views = crosses.map(({ part, reason }) => partView(part, '', photoFolder, reason));
  const otherCrosses = views.slice(SHOWN);
  return {
    crossesHeading: views.length > 0 ? `Аналоги и${NBSP}замены` : '',
    crosses: views.slice(0, SHOWN),
    crossesMore: otherCrosses.length > 0 ? `Показать все:${NBSP}${formatNumber(views.length)}` : '',
    otherCrosses,
  };
}
