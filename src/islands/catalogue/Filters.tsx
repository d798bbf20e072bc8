import { RESULTS_PATH } from '../../../rules/catalogue/question.ts';
import type { FilterView, OptionView } from '../../../rules/catalogue/results.ts';
import { filters } from '../../lib/catalogue/filter-texts.ts';
import { Each, If } from './Holes.tsx';

/** Form by which the address is asked anew; without script its button does that. */
export const FILTERS_FORM = 'filters';

/** Filters and order of the results. Whoever has script sees every change act at once. */
export function Filters({ view }: { view: FilterView }) {
  return (
    // What a browser going back would fill in looks like a choice made before the script came.
    <form
      id={FILTERS_FORM}
      className="filters"
      action={RESULTS_PATH}
      method="get"
      autoComplete="off"
      aria-label={filters.label}
    >
      <input type="hidden" name="query" defaultValue={view.query} />
      <If value={view.strict}>
        <input type="hidden" name="strict" value="1" />
      </If>
      <details className="filters-fold">
        <summary>{view.summary}</summary>
        <div className="filters-fields">
          <Choice name="maker" label={filters.maker} all={filters.anyMaker} options={view.makers} />
          <Choice name="brandId" label={filters.brand} all={filters.anyBrand} options={view.brands} />
          <Choice name="providerId" label={filters.provider} all={filters.anyProvider} options={view.providers} />
          <fieldset className="filters-price">
            <legend>{filters.price}</legend>
            <PriceInput name="priceFrom" label={filters.priceFrom} value={view.priceFrom} />
            <PriceInput name="priceTo" label={filters.priceTo} value={view.priceTo} />
          </fieldset>
          <Switch name="inStock" label={filters.inStock} on={view.inStock} count={view.inStockCount} />
          <Switch name="photo" label={filters.photo} on={view.photo} count={view.photoCount} />
          <If value={view.clear}>
            <a className="filters-clear" href={view.clear}>
              {filters.clear}
            </a>
          </If>
          <button type="submit" className="button needs-no-script">
            {filters.apply}
          </button>
        </div>
      </details>
      <label className="filters-order">
        <span>{filters.order}</span>
        <select name="order" aria-label={filters.order}>
          <Options options={view.orders} />
        </select>
      </label>
    </form>
  );
}

function Options({ options }: { options: readonly OptionView[] }) {
  return (
    <Each of={options}>
      {({ value, text, selected }) => (
        <If key={value} value={selected} otherwise={<option value={value}>{text}</option>}>
          <option value={value} selected>
            {text}
          </option>
        </If>
      )}
    </Each>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  /** The choice of whoever does not mind. */
  readonly all: string;
  readonly options: readonly OptionView[];
}

function Choice({ name, label, all, options }: ChoiceProps) {
  return (
    <label>
      <span>{label}</span>
      <select name={name}>
        <option value="">{all}</option>
        <Options options={options} />
      </select>
    </label>
  );
}

function PriceInput({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <input
      type="text"
      name={name}
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      placeholder={label}
      defaultValue={value}
    />
  );
}

function Switch({ name, label, on, count }: { name: string; label: string; on: string; count: string }) {
  return (
    <label className="filters-switch">
      <If value={on} otherwise={<input type="checkbox" name={name} value="1" />}>
        <input type="checkbox" name={name} value="1" defaultChecked />
      </If>
      <span>{label}</span> <small>{count}</small>
    </label>
  );
}
