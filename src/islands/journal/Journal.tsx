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
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { Button } from '../ui/Button.tsx';
import { Failed } from '../ui/Failed.tsx';
import { ListSkeleton } from '../ui/ListSkeleton.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { Message } from '../ui/Message.tsx';
import { JournalEntry } from './JournalEntry.tsx';
import { JournalFilters } from './JournalFilters.tsx';

const store = createJournal(journalCalls);

/** What happened in this installation, newest first, as the filters of the address have it. */
export default function Journal() {
  const state = useStore(store.$journal);
  const query = queryOf(useStore($router)?.search ?? {});
  const address = queryText(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for the whole query
  useEffect(() => void store.search(query), [address]);
  useEffect(() => {
    const kind = state.failure?.kind;
    if (state.failure && (kind === 'login' || kind === 'forbidden')) leaveToAuth(state.failure);
  }, [state.failure]);

  const { phase, entries, next, searching, failure } = state;
  const isEmpty = entries.length === 0;
  return (
    <div className="journal">
      <p className="muted">
        {texts.lead} {phase === 'ready' && texts.kept(state.keptDays)}
      </p>
      <JournalFilters
        query={query}
        busy={searching && phase === 'ready'}
        onChange={(wanted) => $router.open(paths.journal + queryText(wanted))}
      />
      {phase === 'loading' && (
        <ListSkeleton loading={texts.loading} list="journal-entries" bone="journal-bone" count={6} />
      )}
      {phase === 'failed' && failure && (
        <Message
          kind="error"
          actions={<Button onClick={() => void store.search(query)}>{texts.again}</Button>}
        >
          {texts.failed} {failureText(failure, journalErrors)}
        </Message>
      )}
      {phase === 'ready' && (
        <>
          <p role="status" className="visually-hidden">
            {!searching && !isEmpty && texts.found(entries.length, next !== null)}
          </p>
          {isEmpty && !searching && (
            <p className="data-list-empty" role="status">
              {address === '' ? texts.empty : texts.nothingFound}
            </p>
          )}
          {!isEmpty && <Download query={query} />}
          {!isEmpty && (
            <ul className="journal-entries" aria-label={texts.list} aria-busy={searching}>
              {entries.map((entry) => (
                <JournalEntry key={entry.id} entry={entry} />
              ))}
            </ul>
          )}
          {next !== null && (
            <LoadMore
              label={texts.more}
              loadingLabel={texts.moreLoading}
              loading={state.loadingMore}
              failure={failure}
              failed={texts.moreFailed}
              onMore={() => void store.more()}
            />
          )}
        </>
      )}
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
