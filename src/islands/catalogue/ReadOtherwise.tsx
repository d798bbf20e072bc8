import type { NoteView } from '../../../rules/parts/note-view.ts';
import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import { Each, If } from '../ui/Holes.tsx';

/** How the question was understood: what was read otherwise or left out, with the way back to it as typed. */
export function ReadOtherwise({ notes }: { notes: NoteView }) {
  return (
    <div className="found-note">
      <If value={notes.reading}>
        <p>{notes.reading}</p>
      </If>
      <If value={notes.missing}>
        <p>
          {notes.missing} {catalog.near}{' '}
          <Each of={notes.near}>
            {({ article, path, comma }) => (
              <span key={article}>
                <If value={comma}>{', '}</If>
                <a href={path} className="mono">
                  {article}
                </a>
              </span>
            )}
          </Each>
        </p>
      </If>
      <If value={notes.read}>
        <p className="muted small">
          {catalog.readAs} {notes.read}
        </p>
      </If>
      <If value={notes.leftOut}>
        <p className="muted small">
          {catalog.leftOut} {notes.leftOut}
        </p>
      </If>
      <If value={notes.plain}>
        <p>{notes.plain}</p>
      </If>
      <If value={notes.strictPath}>
        <p className="small">
          <a href={notes.strictPath}>{catalog.asTyped}</a>
        </p>
      </If>
    </div>
  );
}
