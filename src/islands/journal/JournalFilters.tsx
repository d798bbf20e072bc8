import { type FormEvent, useEffect, useRef } from 'react';
import { auditTitle } from '../../../contract/audit-words.ts';
import { eventsOf, GROUPS } from '../../lib/journal/groups.ts';
import { journal as texts } from '../../lib/journal/journal-texts.ts';
import { type JournalQuery, queryText } from '../../lib/journal/query.ts';
import { Button } from '../ui/Button.tsx';

interface Props {
  readonly query: JournalQuery;
  readonly busy: boolean;
  readonly onChange: (query: JournalQuery) => void;
}

/** What the journal is narrowed by; a choice goes into the address at once, words when they are sent. */
export function JournalFilters({ query, busy, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current) field.current.value = query.search ?? '';
  }, [query.search]);

  const change = (next: JournalQuery) =>
    onChange({ ...query, search: field.current?.value.trim() ?? '', ...next });

  function submit(event: FormEvent) {
    event.preventDefault();
    change({});
  }

  return (
    <search aria-label={texts.filters}>
      <form className="journal-filters" onSubmit={submit}>
        <div className="journal-search">
          <input
            ref={field}
            type="search"
            name="search"
            className="data-list-search"
            aria-label={texts.search}
            placeholder={texts.search}
            autoComplete="off"
            maxLength={200}
            defaultValue={query.search ?? ''}
          />
          <Button type="submit" busy={busy}>
            {texts.find}
          </Button>
        </div>
        <select
          aria-label={texts.event}
          value={query.event ?? ''}
          onChange={({ target }) => change({ event: target.value })}
        >
          <option value="">{texts.anyEvent}</option>
          {GROUPS.map((group) => (
            <optgroup key={group} label={texts.groups[group]}>
              {eventsOf(group).map((event) => (
                <option key={event} value={event}>
                  {auditTitle(event)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <Day
          text={texts.from}
          label={texts.fromLabel}
          value={query.from}
          onChange={(from) => change({ from })}
        />
        <Day text={texts.to} label={texts.toLabel} value={query.to} onChange={(to) => change({ to })} />
        {queryText(query) !== '' && (
          <Button
            kind="quiet"
            onClick={() => {
              if (field.current) field.current.value = '';
              onChange({});
            }}
          >
            {texts.reset}
          </Button>
        )}
      </form>
    </search>
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
    <label className="journal-day">
      <span aria-hidden="true">{text}</span>
      <input type="date" aria-label={label} value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}
