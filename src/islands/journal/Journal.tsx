import '../../styles/journal.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $router } from '../../lib/browser/router.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { type Failure, failureOf } from '../../lib/http/failure.ts';
import { journalCalls } from '../../lib/journal/journal-calls.ts';
import { createJournal } from '../../lib/journal/journal-store.ts';
import { journalErrors, journal as texts } from '../../lib/journal/journal-texts.ts';
import { type JournalQuery, queryOf, queryText } from '../../lib/journal/query.ts';
import { paths } from '../../lib/paths/paths.ts';
import { Button } from '../ui/Button.tsx';
import { CursorFrame } from '../ui/CursorFrame.tsx';
import { Failed } from '../ui/Failed.tsx';
import { JournalEntry } from './JournalEntry.tsx';
import { JournalFilters } from './JournalFilters.tsx';

const store = createJournal(journalCalls);

/** What happened in this installation, newest first, as the filters of the address have it. */
export default function Journal() {
  const state = useStore(store.$list);
  const query = queryOf(useStore($router)?.search ?? {});
  const address = queryText(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for the whole query
  useEffect(() => void store.search(query), [address]);
  const { phase, rows, first, next, searching } = state;
  const isEmpty = rows.length === 0;
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
      <CursorFrame
        state={state}
        texts={texts}
        errors={journalErrors}
        list="journal-entries"
        bone="journal-bone"
        bones={6}
        onAgain={() => void store.search(query)}
        onMore={() => void store.more()}
      >
        <p role="status" className="visually-hidden">
          {!searching && !isEmpty && texts.found(rows.length, next !== null)}
        </p>
        {isEmpty && !searching && (
          <p className="data-list-empty" role="status">
            {address === '' ? texts.empty : texts.nothingFound}
          </p>
        )}
        {!isEmpty && <Download query={query} />}
        {!isEmpty && (
          <ul className="journal-entries" aria-label={texts.list} aria-busy={searching}>
            {rows.map((entry) => (
              <JournalEntry key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </CursorFrame>
    </div>
  );
}

/** The same entries as a file. */
function Download({ query }: { readonly query: JournalQuery }) {
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function download() {
    setBusy(true);
    setDone(false);
    setFailure(null);
    try {
      saveFile(await journalCalls.file(query), 'journal.xlsx');
      setDone(true);
    } catch (error) {
      setFailure(failureOf(error));
    }
    setBusy(false);
  }

  return (
    <div className="journal-download">
      <Button busy={busy} onClick={() => void download()}>
        {busy ? texts.downloading : texts.download}
      </Button>
      <span className="muted small" role="status">
        {done ? texts.downloaded : texts.downloadHint}
      </span>
      {failure && (
        <Failed failure={failure} onAgain={() => void download()}>
          {texts.downloadFailed}
        </Failed>
      )}
    </div>
  );
}
