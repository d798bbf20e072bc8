import '../../styles/crosses.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { askFoundCrosses } from '../../lib/catalogue/search-calls.ts';
import { crosses as texts } from '../../lib/crosses/card-cross-texts.ts';
import { createPartCrosses } from '../../lib/crosses/part-crosses-store.ts';
import CrossList from './CrossList.tsx';

/** What replaces the article that is searched for, below what was found by it; nothing where nobody says so. */
export default function FoundCrosses({ query }: { readonly query: string }) {
  const [store] = useState(() => createPartCrosses(askFoundCrosses));
  const state = useStore(store.$crosses);
  useEffect(() => void store.load(query), [store, query]);
  // A search that answers is no place for what its addition could not load.
  if (state.phase !== 'ready' || state.crosses.length === 0) return null;
  return (
    <section className="crosses found-crosses">
      <h2>{texts.found}</h2>
      <p className="muted">{texts.foundHint}</p>
      <CrossList crosses={state.crosses} label={texts.found} />
    </section>
  );
}
