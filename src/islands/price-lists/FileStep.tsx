import { UPLOAD_EXTENSIONS, XLS_TYPE, XLSX_TYPE } from '../../../contract/upload.ts';
import type { ChosenFile } from '../../lib/price-lists/chosen-file.ts';
import type { GuessState } from '../../lib/price-lists/guess-store.ts';
import { preview as texts } from '../../lib/price-lists/preview-texts.ts';
import { upload, uploadFailureText } from '../../lib/price-lists/upload-texts.ts';
import { Dots } from '../ui/Dots.tsx';
import { FileDrop } from '../ui/FileDrop.tsx';
import { Message } from '../ui/Message.tsx';

interface Props {
  readonly file: File | null;
  /** The file that was at hand before the page was loaded anew: the browser does not keep it. */
  readonly before: ChosenFile | null;
  readonly error: string;
  readonly guess: GuessState;
  readonly isOwn: boolean;
  readonly onFile: (file: File | null) => void;
}

/** The choice of the file, and what the service makes of it. */
export function FileStep({ file, before, error, guess, isOwn, onFile }: Props) {
  return (
    <fieldset>
      <legend>{upload.groups.file}</legend>
      {before && <Message kind="info">{upload.chooseAgain(before.name, before.isChecked)}</Message>}
      <FileDrop
        label={upload.file}
        hint={upload.fileHint}
        prompt={upload.filePrompt}
        clearLabel={upload.fileClear}
        accept={`${UPLOAD_EXTENSIONS},${XLS_TYPE},${XLSX_TYPE},text/csv`}
        file={file}
        error={error}
        onFile={onFile}
      />
      {guess.phase === 'guessing' && <Guessing />}
      {guess.phase === 'failed' && (
        <Message kind="warning">
          <strong>{texts.guessFailed}</strong> {uploadFailureText(guess.failure)}{' '}
          {guess.isUnfit ? texts.unfit : texts.guessByHand}
        </Message>
      )}
      {guess.phase === 'ready' && isOwn && <Message kind="success">{texts.own}</Message>}
    </fieldset>
  );
}

function Guessing() {
  return (
    <div className="preview-guessing" aria-busy="true">
      <p role="status">
        {texts.guessing}
        <Dots />
      </p>
      <span className="skeleton preview-bone" aria-hidden="true" />
    </div>
  );
}
