// One choice among rows of a list in forms, filters and rows, however many they are: the browser's own select, or one
// that searches.
import { type SelectHTMLAttributes, useState } from 'react';
import type { Choice } from '../../lib/ui/long-lists.ts';
import { chunk } from './chunk.tsx';

/** With more choices than this a field searches them, and the row of a list renders them on its first use. */
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
      {optionsOf(all)}
    </select>
  );
}

const optionsOf = (choices: readonly Choice[]) =>
  choices.map(({ id, title }) => (
    <option key={id} value={id}>
      {title}
    </option>
  ));

/** A field that finds one choice among many by a part of its name; its code comes with the first one shown. */
const ChoiceSearch = chunk(() => import('./ChoiceSearchField.tsx'), <div className="choice-search relative shrinks" />);

interface FilterSelectProps {
  readonly label: string;
  readonly any: string;
  readonly choices: readonly Choice[];
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

/** One choice of a filter; `any` stands for none. */
export function FilterSelect({ label, any, choices, value = '', onChange }: FilterSelectProps) {
  /** A value of the address that is not among the choices stays what it is, by its number. */
  const isKnown = value === '' || choices.some(({ id }) => String(id) === value);
  return (
    <ChoiceSelect
      aria-label={label}
      none={any}
      choices={isKnown ? choices : [{ id: value, title: value }, ...choices]}
      value={value}
      onChange={onChange}
    />
  );
}

interface RowSelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly none: string;
  readonly choices: readonly Choice[];
  readonly value: number | string;
}

/** The choice of a row: a hundred rows with thousands of choices each must not be a page of hundreds of thousands. */
export function RowSelect({ none, choices, value, ...rest }: RowSelectProps) {
  const [isTurnedTo, setTurnedTo] = useState(false);
  const turnTo = () => setTurnedTo(true);
  const made =
    isTurnedTo || choices.length < READ_THROUGH_MAX
      ? choices
      : choices.filter(({ id }) => String(id) === String(value));
  return (
    <select {...rest} value={value} onPointerDown={turnTo} onFocus={turnTo}>
      <option value="">{none}</option>
      {optionsOf(made)}
    </select>
  );
}
