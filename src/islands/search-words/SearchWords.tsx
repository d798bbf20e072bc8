import '../../styles/search-words.css';
import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SearchWord } from '../../../contract/search-words.ts';
import { $router } from '../../lib/browser/router.ts';
import { paths } from '../../lib/paths/paths.ts';
import { addressOf, wordQueryOf } from '../../lib/search-words/queries.ts';
import { searchWordCalls } from '../../lib/search-words/search-word-calls.ts';
import { searchWordErrors, words as texts } from '../../lib/search-words/search-word-texts.ts';
import { createWords } from '../../lib/search-words/words-store.ts';
import { Button } from '../ui/Button.tsx';
import { CursorFrame } from '../ui/CursorFrame.tsx';
import { Message } from '../ui/Message.tsx';
import { WordDialog, type WordDraft } from './WordDialog.tsx';
import { WordFilters } from './WordFilters.tsx';
import { WordItem } from './WordItem.tsx';

/** The dictionary of the search: what the product knows, and what the shop says over it. */
export default function SearchWords() {
  const [store] = useState(() => createWords(searchWordCalls));
  const state = useStore(store.$list);
  const done = useStore(store.$done);
  const { search: address = {} } = useStore($router) ?? {};
  const query = wordQueryOf(address);
  const asked = addressOf(query);
  // A wording that was not found brings its words along.
  const [opened, setOpened] = useState<WordDraft | null>(
    address.word ? { word: address.word, kind: 'synonym', means: '', isNew: true } : null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address stands for the whole query
  useEffect(() => void store.search(query), [asked]);
  useEffect(() => store.leave, [store]);
  const { phase, rows, first, searching } = state;

  return (
    <div className="search-words">
      <p className="muted">{texts.lead}</p>
      <WordFilters
        query={query}
        busy={searching && phase === 'ready'}
        onChange={(wanted) => $router.open(paths.searchWords + addressOf(wanted))}
      />
      <div className="search-words-head">
        <p className="muted" role="status">
          {first && !searching && texts.count(first.total)}
        </p>
        <Button
          kind="main"
          onClick={() => setOpened({ word: query.query ?? '', kind: 'synonym', means: '', isNew: true })}
        >
          <Plus aria-hidden="true" />
          {texts.add}
        </Button>
      </div>
      {done && <Message kind="success">{texts[done.kind](done.word)}</Message>}
      <CursorFrame
        state={state}
        texts={texts}
        errors={searchWordErrors}
        list="search-word-list"
        bone="search-word-bone"
        bones={8}
        onAgain={() => void store.search(query)}
        onMore={() => void store.more()}
      >
        {rows.length === 0 && !searching ? (
          <p className="data-list-empty">{texts.nothingFound}</p>
        ) : (
          <ul className="search-word-list" aria-label={texts.list} aria-busy={searching}>
            {rows.map((word) => (
              <WordItem key={word.word} word={word} store={store} onEdit={() => setOpened(draftOf(word))} />
            ))}
          </ul>
        )}
      </CursorFrame>
      {opened && <WordDialog draft={opened} store={store} onClose={() => setOpened(null)} />}
    </div>
  );
}

const draftOf = ({ word, kind, means }: SearchWord): WordDraft => ({
  ...{ word, kind },
  means: means.join('; '),
  isNew: false,
});
