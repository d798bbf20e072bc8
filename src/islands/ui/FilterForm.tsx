// The form of search words and filters above the lists of the portal; words are sent by a button or Enter, choices at
// once.
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { SEARCH_QUERY_MAX } from '../../../contract/limits.ts';
import { longSearch, overlong } from '../../lib/ui/length-text.ts';
import { Button } from './controls.tsx';

const mistakeOf = (typed: string): string => overlong(typed, SEARCH_QUERY_MAX, longSearch);

/**
 * The words of a filter: they stay in the field until they are sent, and follow the address when it changes. Too long
 * ones are not sent, with a choice neither: those asked for before stay in force.
 */
export function useFilterWords(asked = '') {
  const field = useRef<HTMLInputElement>(null);
  const [mistake, setMistake] = useState('');
  useEffect(() => {
    if (field.current) field.current.value = asked;
    setMistake('');
  }, [asked]);
  return {
    field,
    asked,
    mistake,
    check: (typed: string) => setMistake(mistakeOf(typed)),
    typed: () => {
      const typed = field.current?.value.trim() ?? '';
      return mistakeOf(typed) ? asked : typed;
    },
    clear: () => {
      if (field.current) field.current.value = '';
      setMistake('');
    },
  };
}

interface Props {
  readonly label: string;
  readonly words: ReturnType<typeof useFilterWords>;
  readonly wordsLabel: string;
  readonly submitLabel: string;
  readonly busy: boolean;
  readonly onSubmit: () => void;
  /** Takes every choice away, the words too; absent when nothing is chosen. */
  readonly reset?: { readonly label: string; readonly onReset: () => void } | undefined;
  readonly children: ReactNode;
}

/** What a list is narrowed by: words, sent by a button or Enter, and choices. */
export function FilterForm(props: Props) {
  const { label, words, wordsLabel, submitLabel, busy, onSubmit, reset, children } = props;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid]');
    if (wrong) wrong.focus();
    else onSubmit();
  }

  return (
    <search aria-label={label}>
      <form className="filters" onSubmit={submit}>
        <div className="filter-words line gap-8">
          <WordsField words={words} name="search" label={wordsLabel} />
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

interface WordsFieldProps {
  readonly words: ReturnType<typeof useFilterWords>;
  readonly name: string;
  readonly label: string;
  /** In the empty field; the label by default. */
  readonly placeholder?: string;
}

/** The field of the words; too long ones are refused beside it while they stand there. */
export function WordsField({ words, name, label, placeholder = label }: WordsFieldProps) {
  const id = useId();
  const { mistake } = words;
  return (
    <>
      <input
        ref={words.field}
        type="search"
        name={name}
        className="data-list-search"
        aria-label={label}
        aria-invalid={mistake ? true : undefined}
        aria-describedby={mistake ? id : undefined}
        placeholder={placeholder}
        autoComplete="off"
        defaultValue={words.asked}
        onChange={({ target }) => words.check(target.value)}
      />
      {mistake && (
        <span id={id} className="field-error" role="alert">
          {mistake}
        </span>
      )}
    </>
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
