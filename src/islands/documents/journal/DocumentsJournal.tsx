// The screen on which administrators see what happened to documents and to the rights on them, newest first, by the
// filters of the address.
import '../../../styles/journal.css';
import { useStore } from '@nanostores/react';
import type { JournalEntry, JournalListAnswer } from '../../../../contract/documents/journal.ts';
import { JOURNAL_TITLES } from '../../../../contract/documents/journal-words.ts';
import { formatMoment } from '../../../../rules/format/texts.ts';
import {
  documentsJournalErrors,
  EVENT_GROUPS,
  documentsJournal as texts,
} from '../../../lib/documents/journal-texts.ts';
import { addressFilters, paths } from '../../../lib/platform/paths.ts';
import { $router } from '../../../lib/platform/router.ts';
import { informator } from '../../../lib/platform/session.ts';
import { site } from '../../../lib/platform/site.ts';
import { createCursorList } from '../../../lib/ui/cursor-list.ts';
import { FilterForm, PeriodFilter, useFilterWords, WordsField } from '../../ui/FilterForm.tsx';
import { useOnChange } from '../../ui/hooks.ts';
import { JournalFrame } from '../../ui/JournalFrame.tsx';

export default function DocumentsJournal() {
  const state = useStore(store.$list);
  const query = queryOf(useStore($router)?.search ?? {});
  const address = queryText(query);
  useOnChange(address, () => void store.search(query));
  const { phase, next, searching } = state;
  const nothing = address === '' ? texts.empty : next === null ? texts.nothingFound : texts.nothingYet;
  return (
    <div className="journal">
      <p className="muted">{texts.lead}</p>
      <Filters query={query} busy={searching && phase === 'ready'} />
      {query.document && <p>{texts.onlyOf}</p>}
      <JournalFrame
        state={state}
        texts={texts}
        errors={documentsJournalErrors}
        nothing={nothing}
        download={{ service: informator, path: `docflow/journal/export${address}`, name: 'documents-journal.xlsx' }}
        draw={(entry) => <Entry key={entry.id} entry={entry} />}
        onAgain={() => void store.search(query)}
        onMore={() => void store.more()}
      />
    </div>
  );
}

/** The filters of the journal; a choice goes into the address at once, words when they are sent. */
function Filters({ query, busy }: { readonly query: JournalQuery; readonly busy: boolean }) {
  const words = useFilterWords(query.search);
  const person = useFilterWords(query.person);
  const open = (wanted: JournalQuery) => $router.open(paths.documentsJournal + queryText(wanted));
  const change = (next: JournalQuery) => open({ ...query, search: words.typed(), person: person.typed(), ...next });

  return (
    <FilterForm
      label={texts.filters}
      words={words}
      wordsLabel={texts.search}
      submitLabel={texts.find}
      busy={busy}
      onSubmit={() => change({})}
      reset={
        queryText(query) === ''
          ? undefined
          : {
              label: texts.reset,
              onReset: () => {
                person.clear();
                open({});
              },
            }
      }>
      <WordsField words={person} name="person" label={texts.personLabel} placeholder={texts.person} />
      <select
        aria-label={texts.event}
        value={query.event ?? ''}
        onChange={({ target }) => change({ event: target.value })}>
        <option value="">{texts.anyEvent}</option>
        {EVENT_GROUPS.map(({ group, events }) => (
          <optgroup key={group} label={texts.groups[group]}>
            <option value={events.join(',')}>{texts.allOf(texts.groups[group])}</option>
            {events.map((event) => (
              <option key={event} value={event}>
                {JOURNAL_TITLES[event]}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <PeriodFilter texts={texts} value={query} onChange={change} />
    </FilterForm>
  );
}

function Entry({ entry }: { readonly entry: JournalEntry }) {
  const { at, event, by, insteadOf, subject, document, says } = entry;
  return (
    <li className="journal-entry">
      <time className="muted dense nowrap" dateTime={at}>
        {formatMoment(new Date(at), site.timeZone)}
      </time>
      <div className="journal-what">
        <strong>{JOURNAL_TITLES[event]}</strong>
        {document && <OfDocument document={document} />}
        {subject !== null && <p>{subject}</p>}
        {says.map((sentence) => (
          <p key={sentence} className="muted small">
            {sentence}
          </p>
        ))}
      </div>
      <dl className="journal-who gap-4 stack dense">
        <div>
          <dt>{texts.columns.by}</dt>
          <dd title={by?.email}>{by ? by.name || by.email : texts.byClock}</dd>
        </div>
        {insteadOf && (
          <div>
            <dt>{texts.columns.insteadOf}</dt>
            <dd title={insteadOf.email}>{insteadOf.name || insteadOf.email}</dd>
          </div>
        )}
      </dl>
    </li>
  );
}

function OfDocument({ document }: { readonly document: NonNullable<JournalEntry['document']> }) {
  const { id, title, version, kept } = document;
  const name = texts.document(document);
  const all = paths.documentsJournal + queryText({ document: String(id) });
  return (
    <p>
      {kept === 'open' ? <a href={paths.document(id)}>{name}</a> : name}{' '}
      <span className="muted small">
        {texts.version(version)}
        {texts.kept[kept]}
      </span>{' '}
      <a className="small" href={all} aria-label={texts.allOfDocumentOf(title)}>
        {texts.allOfDocument}
      </a>
    </p>
  );
}

/** Filters of the journal, in the order they stand in an address. */
const NAMES = ['document', 'search', 'person', 'event', 'from', 'to'] as const;

/** The filters that are set. Days are YYYY-MM-DD. */
type JournalQuery = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

const { queryOf, queryText } = addressFilters(NAMES);

const store = createCursorList(
  {
    page: (query: JournalQuery, last, signal) =>
      informator
        .get('docflow/journal', { searchParams: { ...query, ...(last && { last }) }, signal })
        .json<JournalListAnswer>(),
    rowsOf: ({ entries }) => entries,
  },
  {} as JournalQuery,
);
