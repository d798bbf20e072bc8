import { useState } from 'react';
import type { SearchMiss } from '../../../contract/search-words.ts';
import { formatMoment } from '../../../rules/format/day.ts';
import { paths } from '../../lib/paths/paths.ts';
import { misses as texts } from '../../lib/search-words/search-word-texts.ts';
import { site } from '../../lib/site/site.ts';
import { Button } from '../ui/Button.tsx';

interface Props {
  readonly miss: SearchMiss;
  readonly onForget: () => Promise<void>;
}

/** One wording, how often it was searched for, and what can be done about it. */
export function MissItem({ miss: { wording, count, outcome, left, lastAt }, onForget }: Props) {
  const [busy, setBusy] = useState(false);

  async function forget() {
    if (busy) return;
    setBusy(true);
    await onForget();
    setBusy(false);
  }

  return (
    <li className="search-word">
      <div className="search-word-what">
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
          aria-label={texts.toWordsOf(wording)}
        >
          {texts.toWords}
        </a>
        <Button kind="quiet" busy={busy} aria-label={texts.forgetOf(wording)} onClick={() => void forget()}>
          {texts.forget}
        </Button>
      </div>
    </li>
  );
}
