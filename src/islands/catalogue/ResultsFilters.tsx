// The filters above the results of a search (brand, price, stock and others), for buyers; they work without script too.
import { FILTERS, type Filter } from '../../../contract/catalogue/filters.ts';
import { boundsOf, RESULTS_PATH } from '../../../rules/catalogue/question.ts';
import type { FilterView, OptionView } from '../../../rules/catalogue/results.ts';
import { filters } from '../../lib/catalogue/catalogue-texts.ts';
import { Each, If } from './Holes.tsx';

/** Form by which the address is asked anew; without script its button does that. */
export const FILTERS_FORM = 'filters';

export function Filters({ view }: { view: FilterView }) {
  return (
    // What a browser going back would fill in looks like a choice made before the script came.
    <form
      id={FILTERS_FORM}
      className="filters"
      action={RESULTS_PATH}
      method="get"
      autoComplete="off"
      aria-label={filters.label}>
      <input type="hidden" name="query" defaultValue={view.query} />
      <If value={view.strict}>
        <input type="hidden" name="strict" value="1" />
      </If>
      <If value={view.plain}>
        <input type="hidden" name="plain" defaultValue={view.plain} />
      </If>
      <details className="filters-fold shrinks">
        <summary>{view.summary}</summary>
        <div className="filters-fields gap-8-12 row">
          {FILTERS.map((filter) => (
            <FilterField key={filter.name} filter={filter} view={view} />
          ))}
          <If value={view.clear}>
            <a className="filters-clear dense" href={view.clear}>
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

function FilterField({ filter, view }: { filter: Filter; view: FilterView }) {
  const { as, name, label } = filter;
  if (as === 'choice')
    return (
      <If value={view[`${name}Shown`]}>
        <label>
          <span>{label}</span>
          <select name={filter.parameter}>
            <option value="">{filter.any}</option>
            <Options options={view[`${name}Options`]} />
          </select>
        </label>
      </If>
    );
  if (as === 'switch') return <Switch name={name} label={label} on={view[name]} count={view[`${name}Count`]} />;
  const [from, to] = boundsOf(filter);
  return (
    <fieldset className="filters-price">
      <legend>{label}</legend>
      <Bound name={from} label={filters.from} value={view[from]} />
      <Bound name={to} label={filters.to} value={view[to]} />
    </fieldset>
  );
}

function Bound({ name, label, value }: { name: string; label: string; value: string }) {
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
