import type { SearchWord } from '../../../contract/search-words.ts';
import { formatMoment } from '../../../rules/format/day.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { paths } from '../../lib/paths/paths.ts';
import { searchWordErrors, words as texts } from '../../lib/search-words/search-word-texts.ts';
import type { Words } from '../../lib/search-words/words-store.ts';
import { site } from '../../lib/site/site.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { ConfirmButton, type Confirmed } from '../ui/ConfirmButton.tsx';

interface Props {
  readonly word: SearchWord;
  readonly store: Words;
  readonly onEdit: () => void;
}

const meaningText = ({ kind, means }: Pick<SearchWord, 'kind' | 'means'>): string =>
  means.length > 0 ? means.join('; ') : texts.kinds[kind];

/** A word of the dictionary: what it is read as, whose it is, and what can be done with it. */
export function WordItem({ word: entry, store, onEdit }: Props) {
  const { word, kind, means, builtIn, own } = entry;

  async function takeBack(): Promise<Confirmed> {
    const failure = await store.takeBack(word);
    askIfEnded(failure);
    return failure ? { refused: failureText(failure, searchWordErrors) } : { done: true };
  }

  const isChanged = own !== null && builtIn !== null;
  return (
    <li className="search-word">
      <div className="search-word-what">
        <strong>{word}</strong>
        <span className={`tag ${own ? 'warn' : 'plain'}`}>
          {own ? (builtIn ? texts.changed : texts.added) : texts.builtIn}
        </span>
        <span className="muted small">{texts.kinds[kind]}</span>
      </div>
      <div className="search-word-means">
        {means.length > 0 && <p>{means.join('; ')}</p>}
        {isChanged && <p className="muted small">{texts.was(meaningText(builtIn))}</p>}
        {own && (
          <p className="muted small">
            <time dateTime={own.savedAt}>{formatMoment(new Date(own.savedAt), site.timeZone)}</time>
            {own.savedBy && `, ${own.savedBy.name || own.savedBy.email}`}
          </p>
        )}
      </div>
      <div className="buttons search-word-acts">
        <a className="button quiet" href={paths.search(word)} aria-label={texts.checkOf(word)}>
          {texts.check}
        </a>
        <button type="button" className="button quiet" aria-label={texts.editOf(word)} onClick={onEdit}>
          {texts.edit}
        </button>
        {own && (
          <ConfirmButton
            className="button quiet"
            label={isChanged ? texts.takeBackOf(word) : texts.removeOf(word)}
            question={isChanged ? texts.takeBackQuestion : texts.removeQuestion}
            details={isChanged ? texts.takeBackDetails(word) : texts.removeDetails(word)}
            yes={isChanged ? texts.takeBack : texts.remove}
            onConfirm={takeBack}
          >
            {isChanged ? texts.takeBack : texts.remove}
          </ConfirmButton>
        )}
      </div>
    </li>
  );
}
