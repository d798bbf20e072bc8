// The screen on which administrators see what buyers searched for and did not find as they wrote it.
import '../../styles/catalogue-staff.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { SearchMiss } from '../../../contract/catalogue/search-words.ts';
import { MISS_OUTCOMES } from '../../../contract/catalogue/words.ts';
import { formatMoment } from '../../../rules/format/texts.ts';
import { createMisses, missFilters, searchWordCalls } from '../../lib/catalogue/search-word-calls.ts';
import { searchWordErrors, misses as texts } from '../../lib/catalogue/search-word-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $router, askIfEnded } from '../../lib/platform/router.ts';
import { site } from '../../lib/platform/site.ts';
import { FilterSelect } from '../ui/ChoiceSelect.tsx';
import { Button, Message } from '../ui/controls.tsx';
import { useCall, useOnChange } from '../ui/hooks.ts';
import { CursorFrame } from '../ui/ListFrame.tsx';

const OUTCOMES = MISS_OUTCOMES.map((id) => ({ id, title: texts.outcomes[id] }));

export default function SearchMisses() {
  const [store] = useState(() => createMisses(searchWordCalls));
  const state = useStore(store.$list);
  const { gone, last } = useStore(store.$forgetting);
  const query = missFilters.queryOf(useStore($router)?.search ?? {});
  const asked = missFilters.queryText(query);
  useOnChange(asked, () => void store.search(query));
  useEffect(() => store.leave, [store]);
  useEffect(() => askIfEnded(last?.failure ?? null), [last]);
  const { rows, searching } = state;
  const shown = rows.filter(({ wording }) => !gone.has(wording));

  return (
    <div className="search-words">
      <p className="muted">{texts.lead}</p>
      <search aria-label={texts.filters} className="filters">
        <FilterSelect
          label={texts.outcome}
          any={texts.anyOutcome}
          choices={OUTCOMES}
          value={query.outcome}
          onChange={(outcome) => $router.open(paths.searchMisses + missFilters.queryText({ outcome }))}
        />
      </search>
      {last &&
        (last.failure ? (
          <Message kind="error">
            {texts.notForgotten(last.wording)} {failureText(last.failure, searchWordErrors)}
          </Message>
        ) : (
          <Message kind="success">{texts.forgotten(last.wording)}</Message>
        ))}
      <CursorFrame
        state={state}
        texts={texts}
        errors={searchWordErrors}
        bones={6}
        onAgain={() => void store.search(query)}
        onMore={() => void store.more()}>
        {shown.length === 0 && !searching ? (
          <p className="data-list-empty muted" role="status">
            {asked === '' ? texts.empty : texts.nothingFound}
          </p>
        ) : (
          <ul className="records" aria-label={texts.list} aria-busy={searching}>
            {shown.map((miss) => (
              <MissItem key={miss.wording} miss={miss} onForget={() => store.forget(miss.wording)} />
            ))}
          </ul>
        )}
      </CursorFrame>
    </div>
  );
}

interface Props {
  readonly miss: SearchMiss;
  readonly onForget: () => Promise<void>;
}

/** One wording, how often it was searched for, and what can be done about it. */
function MissItem({ miss: { wording, count, outcome, left, lastAt }, onForget }: Props) {
  const { busy, run } = useCall();

  return (
    <li className="search-word">
      <div className="gap-4-8 row baseline">
        <strong>{wording}</strong>
        <span className="tag plain">{texts.times(count)}</span>
      </div>
      <div className="search-word-means">
        <p>{texts.outcomeOf(outcome, left)}</p>
        <p className="muted small">
          {texts.last} <time dateTime={lastAt}>{formatMoment(new Date(lastAt), site.timeZone)}</time>
        </p>
      </div>
      <div className="buttons search-word-acts">
        <a className="button quiet" href={paths.search(wording)} aria-label={texts.searchOf(wording)}>
          {texts.search}
        </a>
        <a
          className="button quiet"
          href={`${paths.searchWords}?word=${encodeURIComponent(outcome === 'less' ? left : wording)}`}
          aria-label={texts.toWordsOf(wording)}>
          {texts.toWords}
        </a>
        <Button kind="quiet" busy={busy} aria-label={texts.forgetOf(wording)} onClick={() => void run(onForget)}>
          {texts.forget}
        </Button>
      </div>
    </li>
  );
}
