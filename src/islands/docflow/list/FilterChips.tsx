import { X } from 'lucide-react';
import type { DocumentState } from '../../../../contract/docflow.ts';
import type { NamedPerson } from '../../../../contract/docflow-list.ts';
import { NARROWING_FILTERS, type NarrowingName } from '../../../../contract/document-lists.ts';
import type { Viewer } from '../../../lib/docflow/acts.ts';
import { documentList, personName, stateNames } from '../../../lib/docflow/document-texts.ts';
import { dayText, listTexts as texts } from '../../../lib/docflow/list-texts.ts';
import type { DocumentQuery } from '../../../lib/docflow/query.ts';
import { directingsOf } from '../../../lib/docflow/rights.ts';
import { Button } from '../../ui/Button.tsx';
import { tasksOf } from './filter-choices.ts';

interface Props {
  readonly query: DocumentQuery;
  readonly viewer: Viewer | null;
  readonly people: readonly NamedPerson[];
  readonly onChange: (change: DocumentQuery) => void;
  readonly onReset: () => void;
}

/** What the list is narrowed by now; each condition is taken away by itself. */
export function FilterChips({ query, viewer, people, onChange, onReset }: Props) {
  const set = NARROWING_FILTERS.filter((name) => query[name]);
  if (set.length === 0) return null;
  return (
    <ul className="filter-chips" aria-label={texts.chips}>
      {set.map((name) => {
        const text = `${texts.narrowing[name]}${name === 'overdue' ? '' : `: ${valueText(name, query[name] ?? '', viewer, people)}`}`;
        return (
          <li key={name}>
            <Button
              className="filter-chip"
              aria-label={texts.without(text)}
              onClick={() => onChange({ [name]: '' })}
            >
              <span>{text}</span>
              <X size={16} aria-hidden="true" />
            </Button>
          </li>
        );
      })}
      {set.length > 1 && (
        <li>
          <Button kind="quiet" onClick={onReset}>
            {documentList.reset}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** A value of a filter as a person knows it; as it stands in the address where nobody knows it. */
function valueText(
  name: NarrowingName,
  value: string,
  viewer: Viewer | null,
  people: readonly NamedPerson[],
): string {
  const directings = directingsOf(viewer?.roles ?? []);
  const titled = (list: readonly { readonly id: number | string; readonly title: string }[]) =>
    list.find(({ id }) => String(id) === value)?.title ?? value;
  switch (name) {
    case 'directing':
      return titled(directings);
    case 'task':
      return titled(tasksOf(directings, undefined));
    case 'state':
      return stateNames[value as DocumentState] ?? value;
    case 'creator':
    case 'signatory': {
      const known = people.find(({ uid }) => uid === value);
      return known ? personName(known) : value;
    }
    case 'from':
    case 'to':
      return Number.isNaN(Date.parse(value)) ? value : dayText(`${value}T12:00:00Z`);
    default:
      return value;
  }
}
