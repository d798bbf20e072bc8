interface Props {
  /** What stands before the field: «с», «по». */
  readonly text: string;
  readonly label: string;
  /** YYYY-MM-DD; none for no day. */
  readonly value: string | undefined;
  readonly onChange: (day: string) => void;
}

/** A day that a filter begins or ends with. */
export function DayFilter({ text, label, value = '', onChange }: Props) {
  return (
    <label className="filter-day">
      <span aria-hidden="true">{text}</span>
      <input type="date" aria-label={label} value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}
