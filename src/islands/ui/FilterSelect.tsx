import type { Choice } from '../../lib/lists/find-choices.ts';
import { ChoiceSelect } from './ChoiceSelect.tsx';

interface Props {
  readonly label: string;
  readonly any: string;
  readonly choices: readonly Choice[];
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

/** One choice of a filter; `any` stands for none. */
export function FilterSelect({ label, any, choices, value = '', onChange }: Props) {
  // A value of the address that is not among the choices stays what it is, by its number.
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
