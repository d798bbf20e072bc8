// The screen on which administrators see who did what (sign-ins, refusals, changes of accounts and rights), newest
// first, by the filters of the address.
import '../../styles/journal.css';
import { useStore } from '@nanostores/react';
import { formatDevice } from '../../../contract/accounts/device.ts';
import { ALARMS, type AuditEvent } from '../../../contract/journal/events.ts';
import type { AuditEntryAnswer, AuditListAnswer } from '../../../contract/journal/journal.ts';
import { auditDetails, auditTitle } from '../../../contract/journal/words.ts';
import { formatMoment } from '../../../rules/format/texts.ts';
import { eventsOf, GROUPS, journalErrors, journal as texts } from '../../lib/journal/journal-texts.ts';
import { addressFilters, paths } from '../../lib/platform/paths.ts';
import { $router } from '../../lib/platform/router.ts';
import { mauth } from '../../lib/platform/session.ts';
import { site } from '../../lib/platform/site.ts';
import { createCursorList } from '../../lib/ui/cursor-list.ts';
import { FilterForm, PeriodFilter, useFilterWords } from '../ui/FilterForm.tsx';
import { useOnChange } from '../ui/hooks.ts';
import { JournalFrame } from '../ui/JournalFrame.tsx';

export default function Journal() {
  const state = useStore(store.$list);
  const query = queryOf(useStore($router)?.search ?? {});
  const address = queryText(query);
  useOnChange(address, () => void store.search(query));
  const { phase, first, searching } = state;
  return (
    <div className="journal">
      <p className="muted">
        {texts.lead} {first && texts.kept(first.keptDays)}
      </p>
      <JournalFilters
        query={query}
        busy={searching && phase === 'ready'}
        onChange={(wanted) => $router.open(paths.journal + queryText(wanted))}
      />
      <JournalFrame
        state={state}
        texts={texts}
        errors={journalErrors}
        nothing={address === '' ? texts.empty : texts.nothingFound}
        download={{ service: mauth, path: `admin/audit/export${address}`, name: 'journal.xlsx' }}
        draw={(entry) => <JournalEntry key={entry.id} entry={entry} />}
        onAgain={() => void store.search(query)}
        onMore={() => void store.more()}
      />
    </div>
  );
}

interface JournalProps {
  readonly query: JournalQuery;
  readonly busy: boolean;
  readonly onChange: (query: JournalQuery) => void;
}

/** The filters of the journal; a choice goes into the address at once, search words when they are sent. */
function JournalFilters({ query, busy, onChange }: JournalProps) {
  const words = useFilterWords(query.search);
  const change = (next: JournalQuery) => onChange({ ...query, search: words.typed(), ...next });

  return (
    <FilterForm
      label={texts.filters}
      words={words}
      wordsLabel={texts.search}
      submitLabel={texts.find}
      busy={busy}
      onSubmit={() => change({})}
      reset={queryText(query) === '' ? undefined : { label: texts.reset, onReset: () => onChange({}) }}>
      <select
        aria-label={texts.event}
        value={query.event ?? ''}
        onChange={({ target }) => change({ event: target.value })}>
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
      <PeriodFilter texts={texts} value={query} onChange={change} />
    </FilterForm>
  );
}

const momentOf = (text: string): string => formatMoment(new Date(text), site.timeZone);

function JournalEntry({ entry }: { readonly entry: AuditEntryAnswer }) {
  const { at, lastAt, count, event, actor, target, address, agent, details } = entry;
  const others = auditDetails(details);
  return (
    <li className="journal-entry">
      <time className="muted dense nowrap" dateTime={at}>
        {momentOf(at)}
      </time>
      <div className="journal-what">
        <strong>{auditTitle(event, details)}</strong>{' '}
        {count > 1 && (
          <span className={`tag ${ALARMS.has(event as AuditEvent) ? 'warn' : ''}`}>
            {texts.times(count, momentOf(lastAt ?? at))}
          </span>
        )}
        {others && <p className="muted small">{others}</p>}
      </div>
      <dl className="journal-who gap-4 stack dense">
        <div>
          <dt>{texts.columns.actor}</dt>
          <dd>{texts.actorOf(actor) ?? texts.noPerson}</dd>
        </div>
        {target !== null && target !== actor && (
          <div>
            <dt>{texts.columns.target}</dt>
            <dd>{target}</dd>
          </div>
        )}
        {address !== null && (
          <div>
            <dt>{texts.columns.place}</dt>
            <dd title={agent ?? undefined}>
              {address}
              {agent && <span className="muted"> {formatDevice(agent) || agent}</span>}
            </dd>
          </div>
        )}
      </dl>
    </li>
  );
}

/** Filters of the journal, in the order they stand in an address. */
const NAMES = ['event', 'from', 'to', 'search'] as const;

/** The filters that are set. Days are YYYY-MM-DD. */
type JournalQuery = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

const { queryOf, queryText } = addressFilters(NAMES);

const store = createCursorList(
  {
    page: (query: JournalQuery, last, signal) =>
      mauth.get('admin/audit/', { searchParams: { ...query, ...(last && { last }) }, signal }).json<AuditListAnswer>(),
    rowsOf: ({ entries }) => entries,
  },
  {} as JournalQuery,
);
