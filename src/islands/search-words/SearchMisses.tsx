import '../../styles/search-words.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { MISS_OUTCOMES } from '../../../contract/word-kinds.ts';
import { $router } from '../../lib/browser/router.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { paths } from '../../lib/paths/paths.ts';
import { createMisses } from '../../lib/search-words/misses-store.ts';
import { addressOf, missQueryOf } from '../../lib/search-words/queries.ts';
import { searchWordCalls } from '../../lib/search-words/search-word-calls.ts';
import { searchWordErrors, misses as texts } from '../../lib/search-words/search-word-texts.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { CursorFrame } from '../ui/CursorFrame.tsx';
import { FilterSelect } from '../ui/FilterSelect.tsx';
import { Message } from '../ui/Message.tsx';
import { MissItem } from './MissItem.tsx';

const OUTCOMES = MISS_OUTCOMES.map((id) => ({ id, title: texts.outcomes[id] }));

/** What buyers searched for and did not find as they wrote it. */
export default function SearchMisses() {
  const [store] = useState(() => createMisses(searchWordCalls));
  const state = useStore(store.$list);
  const { gone, last } = useStore(store.$forgetting);
  const query = missQueryOf(useStore($router)?.search ?? {});
  const asked = addressOf(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for the whole query
  useEffect(() => void store.search(query), [asked]);
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
          onChange={(outcome) => $router.open(paths.searchMisses + addressOf({ outcome }))}
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
        list="search-word-list"
        bone="search-word-bone"
        bones={6}
        onAgain={() => void store.search(query)}
        onMore={() => void store.more()}
      >
        {shown.length === 0 && !searching ? (
          <p className="data-list-empty" role="status">
            {asked === '' ? texts.empty : texts.nothingFound}
          </p>
        ) : (
          <ul className="search-word-list" aria-label={texts.list} aria-busy={searching}>
            {shown.map((miss) => (
              <MissItem key={miss.wording} miss={miss} onForget={() => store.forget(miss.wording)} />
            ))}
          </ul>
        )}
      </CursorFrame>
    </div>
  );
}
