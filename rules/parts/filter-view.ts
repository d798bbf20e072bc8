import { PART_ORDERS } from '../../contract/part-orders.ts';
import type { FacetValue, PartsAnswer } from '../../contract/parts.ts';
import { filtersText, leftText, ORDER_TEXTS, optionText } from './part-texts.ts';
import { filtersSet, type PartsQuestion, questionAddress, withoutFilters } from './question.ts';

/** A choice of a list; `selected` is '' or not. */
export interface OptionView {
  readonly value: string;
  readonly text: string;
  readonly selected: string;
}

/** The form of filters, ready to be shown. */
export interface FilterView {
  readonly query: string;
  readonly strict: string;
  /** «Фильтры · 2». */
  readonly summary: string;
  readonly makers: readonly OptionView[];
  readonly brands: readonly OptionView[];
  readonly providers: readonly OptionView[];
  readonly orders: readonly OptionView[];
  readonly inStock: string;
  readonly inStockCount: string;
  readonly photo: string;
  readonly photoCount: string;
  readonly priceFrom: string;
  readonly priceTo: string;
  /** The same words without filters; '' where none is set. */
  readonly clear: string;
}

/** The values of a filter; a chosen one that has no part any more is still among them. */
function options(
  values: readonly FacetValue[],
  chosen: string,
  wordOf: (of: FacetValue) => string,
  left: (count: number) => string,
): OptionView[] {
  const isChosen = (of: FacetValue) =>
    chosen !== '' && [wordOf(of), of.value].some((text) => text.toLowerCase() === chosen.toLowerCase());
  const shown = values.map((of) => ({
    value: wordOf(of),
    text: optionText(of.title, left(of.count)),
    selected: isChosen(of) ? '1' : '',
  }));
  if (chosen === '' || values.some(isChosen)) return shown;
  return [{ value: chosen, text: optionText(chosen, left(0)), selected: '1' }, ...shown];
}

const idOf = ({ value }: FacetValue): string => value;

/** The form as browser and server both write it. */
export function filterView(
  question: PartsQuestion,
  { facets, total }: Pick<PartsAnswer, 'facets' | 'total'>,
): FilterView {
  const left = (count: number) => leftText(count, total.exact);
  const set = filtersSet(question);
  return {
    query: question.query,
    strict: question.strict ? '1' : '',
    summary: filtersText(set),
    makers: options(facets.maker, question.maker, ({ title }) => title, left),
    brands: options(facets.brand, question.brandId, idOf, left),
    providers: options(facets.provider, question.providerId, idOf, left),
    orders: PART_ORDERS.map((order) => ({
      value: order,
      text: ORDER_TEXTS[order],
      selected: order === question.order ? '1' : '',
    })),
    inStock: question.inStock ? '1' : '',
    inStockCount: left(facets.inStock),
    photo: question.photo ? '1' : '',
    photoCount: left(facets.photo),
    priceFrom: question.priceFrom,
    priceTo: question.priceTo,
    clear: set > 0 ? questionAddress(withoutFilters(question)) : '',
  };
}
