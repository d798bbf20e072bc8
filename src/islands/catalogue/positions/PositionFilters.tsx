// The filters above the administrators' list of positions: hidden, brand, supplier, without price or photo, age.
import { useEffect, useState } from 'react';
import type { ReferenceRow } from '../../../../contract/catalogue/positions.ts';
import { SHOWN_FILTERS } from '../../../../contract/catalogue/words.ts';
import { type PositionQuery, positionsCalls, queryText } from '../../../lib/catalogue/positions-calls.ts';
import { positions as texts } from '../../../lib/catalogue/positions-texts.ts';
import { saveFile } from '../../../lib/platform/copy-and-save.ts';
import { FilterSelect } from '../../ui/ChoiceSelect.tsx';
import { Button, Failed } from '../../ui/controls.tsx';
import { FilterForm, useFilterWords } from '../../ui/FilterForm.tsx';
import { useCall } from '../../ui/hooks.ts';

interface Props {
  readonly query: PositionQuery;
  readonly busy: boolean;
  readonly onChange: (query: PositionQuery) => void;
}

/** What the list is narrowed by; a choice goes into the address at once, words when they are sent. */
export function PositionFilters({ query, busy, onChange }: Props) {
  const words = useFilterWords(query.query);
  const change = (next: PositionQuery) => onChange({ ...query, query: words.typed(), ...next });

  return (
    <FilterForm
      label={texts.filters}
      words={words}
      wordsLabel={texts.search}
      submitLabel={texts.find}
      busy={busy}
      onSubmit={() => change({})}
      reset={queryText(query) === '' ? undefined : { label: texts.reset, onReset: () => onChange({}) }}>
      <select
        aria-label={texts.shownLabel}
        value={query.shown ?? 'shown'}
        onChange={({ target }) => change({ shown: target.value === 'shown' ? '' : target.value })}>
        {SHOWN_FILTERS.map((shown) => (
          <option key={shown} value={shown}>
            {texts.shown[shown]}
          </option>
        ))}
      </select>
      <Reference list="brands" query={query} onChange={change} />
      <Reference list="providers" query={query} onChange={change} />
      <Flag name="withoutPrice" query={query} onChange={change} />
      <Flag name="withoutPhoto" query={query} onChange={change} />
      <label className="positions-flag middle gap-8">
        <span>{texts.olderThan}</span>
        <input
          type="number"
          min="0"
          max="9999"
          key={query.olderThanDays ?? ''}
          defaultValue={query.olderThanDays ?? ''}
          onBlur={({ target }) =>
            target.value !== (query.olderThanDays ?? '') && change({ olderThanDays: target.value })
          }
        />
      </label>
      {query.runId && <span className="tag">{texts.ofRun(query.runId)}</span>}
    </FilterForm>
  );
}

interface ChoiceProps {
  readonly query: PositionQuery;
  readonly onChange: (query: PositionQuery) => void;
}

const REFERENCES = {
  brands: { name: 'brandId', label: texts.brand, any: texts.anyBrand },
  providers: { name: 'providerId', label: texts.provider, any: texts.anyProvider },
} as const;

function Reference({ list, query, onChange }: ChoiceProps & { readonly list: 'brands' | 'providers' }) {
  const { name, label, any } = REFERENCES[list];
  const [rows, setRows] = useState<readonly ReferenceRow[]>([]);
  // An offer only: without it everything is shown.
  useEffect(() => void positionsCalls.references(list).then(setRows, () => undefined), [list]);
  return (
    <FilterSelect
      label={label}
      any={any}
      choices={rows}
      value={query[name]}
      onChange={(id) => onChange({ [name]: id })}
    />
  );
}

function Flag({ name, query, onChange }: ChoiceProps & { readonly name: 'withoutPrice' | 'withoutPhoto' }) {
  return (
    <label className="positions-flag middle gap-8">
      <input
        type="checkbox"
        checked={query[name] === '1'}
        onChange={({ target }) => onChange({ [name]: target.checked ? '1' : '' })}
      />
      <span>{texts[name]}</span>
    </label>
  );
}

/** All that the filter finds as a price list, to be corrected and uploaded again. */
export function PositionExport({ query }: { readonly query: PositionQuery }) {
  const { busy, failure, run } = useCall();
  const download = () => run(async () => saveFile(await positionsCalls.file(query), 'positions.xlsx'));

  return (
    <>
      <Button busy={busy} onClick={() => void download()}>
        {busy ? texts.downloading : texts.download('xlsx')}
      </Button>
      {failure && (
        <Failed failure={failure} onAgain={() => void download()}>
          {texts.downloadFailed}
        </Failed>
      )}
    </>
  );
}
