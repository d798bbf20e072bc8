import type { UploadAnswer } from '../../../contract/bridge.ts';
import type { UploadSubject } from '../../lib/price-lists/upload-store.ts';
import { upload } from '../../lib/price-lists/upload-texts.ts';
import { Message } from '../ui/Message.tsx';

interface Props {
  readonly answer: UploadAnswer;
  readonly subject: UploadSubject;
}

/** How an upload ended and of which file it was; a success only where nothing speaks against it. */
export function UploadOutcome({ answer, subject: { fileName, owner } }: Props) {
  const { doubtful, failed, skipped } = answer;
  const isDoubtful = doubtful.length > 0;
  const isNothing = answer.created + answer.updated + answer.unchanged === 0;
  const said = isDoubtful
    ? upload.doubtful
    : isNothing
      ? upload.doneNothing
      : failed > 0
        ? upload.doneBut
        : upload.done;
  return (
    <Message kind={isDoubtful || isNothing || failed > 0 ? 'warning' : skipped > 0 ? 'info' : 'success'}>
      <strong>
        {fileName && `«${fileName}»: `}
        {said}
      </strong>
      {owner && <p>{owner}</p>}
      {isDoubtful && (
        <ul>
          {doubtful.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {failed + skipped > 0 && <p>{upload.unapplied(failed, skipped)}</p>}
    </Message>
  );
}
