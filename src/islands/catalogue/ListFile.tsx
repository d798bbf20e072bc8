import { useStore } from '@nanostores/react';
import { FileSpreadsheet } from 'lucide-react';
import { UPLOAD_EXTENSIONS } from '../../../contract/upload.ts';
import { createListFile } from '../../lib/catalogue/list-file-store.ts';
import { listSearch } from '../../lib/catalogue/list-search-texts.ts';
import { readListFile } from '../../lib/catalogue/search-calls.ts';
import { Button } from '../ui/Button.tsx';
import { DropZone } from '../ui/DropZone.tsx';

interface Props {
  /** What stands in the field now. */
  readonly text: string;
  /** Told the lines of a file. */
  readonly onList: (text: string) => void;
  /** Told what stood in the field before. */
  readonly onUndo: (text: string) => void;
}

const wanted = createListFile(readListFile);
const { file: texts } = listSearch;

/** A list out of a file, chosen or dropped. */
export function ListFile({ text, onList, onUndo }: Props) {
  const state = useStore(wanted.$file);

  async function take(file: File) {
    const lines = await wanted.take(file, text);
    if (lines !== null) onList(lines);
  }

  function undo(before: string) {
    wanted.reset();
    onUndo(before);
  }

  return (
    <div className="list-file">
      <DropZone
        label={texts.label}
        hint={texts.hint}
        accept={UPLOAD_EXTENSIONS}
        error={state.phase === 'failed' ? state.text : undefined}
        Icon={FileSpreadsheet}
        onFiles={([file]) => file && void take(file)}
      >
        {texts.prompt}
      </DropZone>
      <div role="status">
        {state.phase === 'reading' && <p className="muted">{texts.reading}</p>}
        {state.phase === 'taken' && (
          <p>
            {texts.taken(state.name, state.answer.lines.length)}{' '}
            {state.answer.rows > state.answer.lines.length &&
              texts.cut(state.answer.rows, state.answer.hasMore)}
          </p>
        )}
      </div>
      {state.phase === 'taken' && state.before.trim() !== '' && (
        <Button kind="quiet" onClick={() => undo(state.before)}>
          {texts.undo}
        </Button>
      )}
    </div>
  );
}
