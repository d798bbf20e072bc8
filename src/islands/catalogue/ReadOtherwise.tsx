import type { SearchNote } from '../../../contract/bridge.ts';
import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import { paths } from '../../lib/paths/paths.ts';

interface Props {
  readonly query: string;
  /** The query as it was reread. */
  readonly note: string;
  readonly notes: readonly SearchNote[];
}

const READ: readonly SearchNote['kind'][] = ['sound', 'meaning', 'typing'];
const LEFT_OUT: readonly SearchNote['kind'][] = ['stop', 'dropped'];

/** Which query the rows answer and what became of the one that was typed, with the way back to it. */
export function ReadOtherwise({ query, note, notes }: Props) {
  const read = notes.filter(({ kind }) => READ.includes(kind));
  const leftOut = notes.filter(({ kind }) => LEFT_OUT.includes(kind));
  const near = notes.filter(({ kind }) => kind === 'near');
  const [guess] = near;
  return (
    <div className="found-note">
      {guess ? <NearArticles typed={guess.text} near={near} /> : <p>{catalog.note(note)}</p>}
      {read.length > 0 && (
        <p className="muted small">
          {catalog.readAs} {read.map(({ text, means = '' }) => catalog.readAsOne(text, means)).join(', ')}
        </p>
      )}
      {leftOut.length > 0 && (
        <p className="muted small">
          {catalog.leftOut} {leftOut.map(({ text }) => catalog.quoted(text)).join(', ')}
        </p>
      )}
      <p className="small">
        <a href={paths.searchAsTyped(query)}>{catalog.asTyped}</a>
      </p>
    </div>
  );
}

function NearArticles({ typed, near }: { readonly typed: string; readonly near: readonly SearchNote[] }) {
  return (
    <p>
      {catalog.noArticle(typed)} {catalog.near}{' '}
      {near.map(({ means = '' }, at) => (
        <span key={means}>
          {at > 0 && ', '}
          <a href={paths.search(means)} className="mono">
            {means}
          </a>
        </span>
      ))}
    </p>
  );
}
