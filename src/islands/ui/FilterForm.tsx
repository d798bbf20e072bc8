// The form of search words and filters above the lists of the portal; words are sent by a button or Enter, choices at
// once.
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { Button } from './controls.tsx';

/** The words of a filter: they stay in the field until they are sent, and follow the address when it changes. */
export function useFilterWords(asked = '') {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current) field.current.value = asked;
  }, [asked]);
  return {
    field,
    asked,
    typed: () => field.current?.value.trim() ?? '',
    clear: () => {
      if (field.current) field.current.value = '';
    },
  };
}

interface Props {
  readonly label: string;
  readonly words: ReturnType<typeof useFilterWords>;
  readonly wordsLabel: string;
  readonly wordsMax?: number;
  readonly submitLabel: string;
  readonly busy: boolean;
  readonly onSubmit: () => void;
  /** Takes every choice away, the words too; absent when nothing is chosen. */
  readonly reset?: { readonly label: string; readonly onReset: () => void } | undefined;
  readonly children: ReactNode;
}

/** What a list is narrowed by: words, sent by a button or Enter, and choices. */
export function FilterForm(props: Props) {
  const { label, words, wordsLabel, wordsMax, submitLabel, busy, onSubmit, reset, children } = props;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    onSubmit();
  }

  return (
    <search aria-label={label}>
      <form className="filters" onSubmit={submit}>
        <div className="filter-words line gap-8">
          <input
            ref={words.field}
            type="search"
            name="search"
            className="data-list-search"
            aria-label={wordsLabel}
            placeholder={wordsLabel}
            autoComplete="off"
            maxLength={wordsMax}
            defaultValue={words.asked}
          />
          <Button type="submit" busy={busy}>
            {submitLabel}
          </Button>
        </div>
        {children}
        {reset && (
          <Button
            kind="quiet"
            onClick={() => {
              words.clear();
              reset.onReset();
            }}>
            {reset.label}
          </Button>
        )}
      </form>
    </search>
  );
}

interface Period {
  /** YYYY-MM-DD; none for no day. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface PeriodFilterProps {
  /** What stands before each field («с», «по»), and its name. */
  readonly texts: Readonly<Record<'from' | 'fromLabel' | 'to' | 'toLabel', string>>;
  readonly value: Period;
  readonly onChange: (change: Period) => void;
}

export function PeriodFilter({ texts, value, onChange }: PeriodFilterProps) {
  return (
    <>
      <Day text={texts.from} label={texts.fromLabel} value={value.from} onChange={(from) => onChange({ from })} />
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
    <label className="filter-day line middle gap-8 shrinks">
      <span aria-hidden="true">{text}</span>
      <input type="date" aria-label={label} value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}
