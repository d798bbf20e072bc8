import '../../styles/file-drop.css';
import { useState } from 'react';
import type { AccessSheet } from '../../../contract/access.ts';
import { UPLOAD_EXTENSIONS, XLS_TYPE, XLSX_TYPE } from '../../../contract/upload.ts';
import { checkMatrix, saveMatrix } from '../../lib/access/access-calls.ts';
import { rightsFileErrors, rightsFile as texts } from '../../lib/access/rights-file-texts.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { failureOf } from '../../lib/http/failure.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { FileDrop } from '../ui/FileDrop.tsx';
import { Message } from '../ui/Message.tsx';
import { accessStore } from './access-store.ts';
import { RightsDifference } from './RightsDifference.tsx';
import { WideDialog } from './WideDialog.tsx';

interface Checked {
  readonly difference: AccessSheet;
  readonly version: string | null;
}

interface Props {
  /** Boxes of the page are ticked and not saved. */
  readonly unsaved: boolean;
  readonly onClose: () => void;
}

/** The access matrix out of a file: the difference first, then one more yes. */
export default function RightsFile({ unsaved, onClose }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [busy, setBusy] = useState<'checking' | 'saving' | null>(null);
  const [said, setSaid] = useState('');
  const [isDone, setDone] = useState(false);

  async function attempt(doing: 'checking' | 'saving', act: () => Promise<void>): Promise<void> {
    setBusy(doing);
    setSaid('');
    try {
      await act();
    } catch (error) {
      const failure = failureOf(error);
      askIfEnded(failure);
      setSaid(failure.kind === 'in-use' ? texts.changed : failureText(failure, rightsFileErrors));
      if (failure.kind === 'in-use' && file) setChecked(await checkMatrix(file).catch(() => null));
    }
    setBusy(null);
  }
  function choose(chosen: File | null) {
    setFile(chosen);
    setChecked(null);
    setSaid('');
    setDone(false);
    if (chosen) void attempt('checking', async () => setChecked(await checkMatrix(chosen)));
  }
  const save = (chosen: File, { version }: Checked) =>
    attempt('saving', async () => {
      await saveMatrix(chosen, version);
      setFile(null);
      setChecked(null);
      setDone(true);
      await accessStore.refresh();
    });

  const count = checked?.difference.roles.length ?? 0;
  return (
    <WideDialog heading={texts.heading} onClose={onClose}>
      <p className="muted">{texts.lead}</p>
      {unsaved && <Message kind="warning">{texts.unsaved}</Message>}
      <FileDrop
        label={texts.file}
        hint={texts.fileHint}
        prompt={texts.filePrompt}
        clearLabel={texts.fileClear}
        accept={`${UPLOAD_EXTENSIONS},${XLS_TYPE},${XLSX_TYPE},text/csv`}
        file={file}
        onFile={choose}
      />
      <p role="status" className={busy || isDone ? undefined : 'visually-hidden'}>
        {busy && texts[busy]}
        {isDone && <span className="ok-text">{texts.done}</span>}
      </p>
      {said && <Message kind="error">{said}</Message>}
      {checked && <RightsDifference difference={checked.difference} />}
      <div className="buttons">
        <Button onClick={onClose}>{isDone ? texts.close : texts.cancel}</Button>
        {file && checked && count > 0 && (
          <Button kind="main" busy={busy !== null} onClick={() => void save(file, checked)}>
            {texts.confirm(count)}
          </Button>
        )}
      </div>
    </WideDialog>
  );
}
