import type { Grid, Named } from '../../../lib/access/access-rules.ts';
import type { GridFilter } from '../../../lib/access/grid-address.ts';
import { grid as texts } from '../../../lib/access/grid-texts.ts';
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx';
import { FilterSelect } from '../../ui/FilterSelect.tsx';

interface Props {
  readonly roles: readonly Named[];
  readonly role: Named;
  readonly directings: Grid['directings'];
  readonly filter: GridFilter;
  readonly onChange: (filter: GridFilter) => void;
}

/** Which role the table shows, and what of it. */
export function GridFilters({ roles, role, directings, filter, onChange }: Props) {
  return (
    <search className="grid-filters" aria-label={texts.filter}>
      <div>
        <span aria-hidden="true">{texts.role}</span>
        <ChoiceSelect
          aria-label={texts.role}
          choices={roles}
          value={role.id}
          onChange={(id) => onChange({ ...filter, role: Number(id) })}
        />
      </div>
      <div>
        <span aria-hidden="true">{texts.directing}</span>
        <FilterSelect
          label={texts.directing}
          any={texts.anyDirecting}
          choices={directings}
          value={filter.directing === null ? '' : String(filter.directing)}
          onChange={(value) => onChange({ ...filter, directing: value === '' ? null : Number(value) })}
        />
      </div>
      <label>
        <span>{texts.task}</span>
        <input
          type="search"
          autoComplete="off"
          value={filter.task}
          onChange={({ target }) => onChange({ ...filter, task: target.value })}
        />
      </label>
    </search>
  );
}
