export interface Choice {
  readonly id: number | string;
  readonly title: string;
}

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
    <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{any}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {choices.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
