import { Plus } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from './Button.tsx';

interface Props {
  /** What the rows are searched by: name of the field and its placeholder. */
  readonly searchLabel: string;
  /** What was searched for when the list was left. */
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly createLabel: string;
  /** The form of a new record is open. */
  readonly creating: boolean;
  readonly createButton: Ref<HTMLButtonElement>;
  readonly onCreate: () => void;
}

/** What stands above a list of records: the search field and the button of a new record. */
export function ListHead(props: Props) {
  const { searchLabel, search, onSearch, createLabel, creating, createButton, onCreate } = props;
  return (
    <div className="data-list-head">
      <search>
        <input
          type="search"
          className="data-list-search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          autoComplete="off"
          defaultValue={search}
          onChange={({ target }) => onSearch(target.value)}
        />
      </search>
      <Button ref={createButton} kind={creating ? 'plain' : 'main'} onClick={onCreate}>
        <Plus aria-hidden="true" />
        {createLabel}
      </Button>
    </div>
  );
}
