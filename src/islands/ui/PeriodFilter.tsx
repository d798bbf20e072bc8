interface Period {
  /** YYYY-MM-DD; none for no day. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Props {
  /** What stands before each field («с», «по»), and its name. */
  readonly texts: Readonly<Record<'from' | 'fromLabel' | 'to' | 'toLabel', string>>;
  readonly value: Period;
  readonly onChange: (change: Period) => void;
}

/** The days that a filter begins and ends with. */
export function PeriodFilter({ texts, value, onChange }: Props) {
  return (
    <>
      <Day
        text={texts.from}
        label={texts.fromLabel}
        value={value.from}
        onChange={(from) => onChange({ from })}
      />
      <Day text={texts.to} label={texts.toLabel} value={value.to} onChange={(to) => onChange({ to })} />
    </>
  );
}

interface DayProps {
  readonly text: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string) => void;
}

function Day({ text, label, value = '', onChange }: DayProps) {
  return (
    <label className="filter-day">
      <span aria-hidden="true">{text}</span>
      <input type="date" aria-label={label} value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}
