import type { SelectHTMLAttributes } from 'react';
import type { Choice } from '../../lib/lists/find-choices.ts';
import { ChoiceSearch } from './ChoiceSearch.tsx';

/** With more choices than this nobody reads through them: they are searched. */
const READ_THROUGH_MAX = 200;

interface Props extends Omit<SelectHTMLAttributes<HTMLElement>, 'children' | 'onChange'> {
  /** What the empty choice says; absent where one has to be chosen. */
  readonly none?: string;
  readonly choices: readonly Choice[];
  readonly value: number | string;
  readonly onChange: (id: string) => void;
}

/** One choice among rows of a list, however many they are: the browser's own field, or one that searches. */
export function ChoiceSelect({ none, choices, value, onChange, ...control }: Props) {
  const all = none === undefined ? choices : [{ id: '', title: none }, ...choices];
  if (choices.length > READ_THROUGH_MAX)
    return <ChoiceSearch {...control} choices={all} value={value} onChange={onChange} />;
  return (
    <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
      {all.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
