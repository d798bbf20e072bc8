// How well the titles of the price list of a run are read now, and the words of those that are not, on the page of the
// run.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { TitleReading } from '../../../../contract/catalogue/runs.ts';
import { formatNumber } from '../../../../rules/format/texts.ts';
import { routeLinks } from '../../../../rules/routes.ts';
import { runCalls } from '../../../lib/price-lists/runs/run-calls.ts';
import { createReading } from '../../../lib/price-lists/runs/run-store.ts';
import { titleReading as texts } from '../../../lib/price-lists/runs/title-reading-texts.ts';
import { Failed } from '../../ui/controls.tsx';
import { curedBySignIn, useLeave } from '../../ui/hooks.ts';
import { ListSkeleton } from '../../ui/ListFrame.tsx';

export function RunReading({ runId }: { readonly runId: number }) {
  const [store] = useState(() => createReading(runCalls, runId));
  const state = useStore(store.$loaded);
  useEffect(() => {
    void store.load();
    return store.leave;
  }, [store]);
  const failure = state.phase === 'failed' ? state.failure : null;
  useLeave(curedBySignIn(failure));

  return (
    <section className="reports" aria-label={texts.heading}>
      <h2>{texts.heading}</h2>
      {state.phase === 'loading' && <ListSkeleton loading={texts.loading} list="records" count={1} />}
      {failure && (
        <Failed failure={failure} onAgain={() => void store.load()}>
          {texts.failed}
        </Failed>
      )}
      {state.phase === 'ready' && <Reading reading={state.value} />}
    </section>
  );
}

/** The dictionary of the search, which opens the form of a word that means a part. */
const newPartWord = (word: string): string =>
  `${routeLinks.searchWords}?${new URLSearchParams({ word, kind: 'part' })}`;

function Reading({ reading }: { readonly reading: TitleReading }) {
  if (reading.titles === 0) return <p className="muted">{texts.noTitles}</p>;
  return (
    <>
      <p className="below-8">{texts.readOf(reading)}</p>
      {reading.unread === 0 ? (
        <p className="muted">{texts.allRead}</p>
      ) : reading.words.length === 0 ? (
        <p className="muted">{texts.noWords}</p>
      ) : (
        <>
          <p className="muted below-8">{texts.wordsOf(reading)}</p>
          <ul className="row gap-4-16" aria-label={texts.words}>
            {reading.words.map(({ word, count }) => (
              <li key={word} className="nowrap">
                <a href={newPartWord(word)} aria-label={texts.toWordsOf(word, count)}>
                  {word}
                </a>{' '}
                <span className="muted">×{formatNumber(count)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
