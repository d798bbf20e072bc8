// The dialog in which an administrator uploads the rights of roles from a sheet: shows the difference, then saves it.
import '../../styles/widgets.css';
import { useState } from 'react';
import type { AccessSheet } from '../../../contract/access/access.ts';
import { UPLOAD_EXTENSIONS, XLS_TYPE, XLSX_TYPE } from '../../../contract/price-lists/upload.ts';
import { accessStore, checkMatrix, saveMatrix } from '../../lib/access/rights-calls.ts';
import { rightsFileErrors, rightsProblems, rightsFile as texts } from '../../lib/access/rights-file-texts.ts';
import type { Stored } from '../../lib/editing/etag.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { callOr } from '../../lib/platform/http-client.ts';
import { Button, Message } from '../ui/controls.tsx';
import { FileDrop } from '../ui/FileDrop.tsx';
import { useCall } from '../ui/hooks.ts';
import { BrokenWarning } from './BrokenList.tsx';
import { ChangeBoxes } from './ChangeHistory.tsx';
import { WideDialog } from './WideDialog.tsx';

interface Props {
  readonly unsaved: boolean;
  readonly onClose: () => void;
}

export default function RightsFile({ unsaved, onClose }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<Stored<AccessSheet> | null>(null);
  const [doing, setDoing] = useState<'checking' | 'saving'>('checking');
  const { busy, failure, run, forget } = useCall();
  const [isDone, setDone] = useState(false);

  async function attempt(doing: 'checking' | 'saving', act: () => Promise<void>): Promise<void> {
    setDoing(doing);
    await run(() =>
      callOr(act, async ({ kind }) => {
        if (kind === 'in-use' && file) setChecked(await checkMatrix(file).catch(() => null));
        return undefined;
      }),
    );
  }
  function choose(chosen: File | null) {
    setFile(chosen);
    setChecked(null);
    forget();
    setDone(false);
    if (chosen) void attempt('checking', async () => setChecked(await checkMatrix(chosen)));
  }
  const save = (chosen: File, { etag }: Stored<AccessSheet>) =>
    attempt('saving', async () => {
      await saveMatrix(chosen, etag);
      setFile(null);
      setChecked(null);
      setDone(true);
      await accessStore.refresh();
    });

  const said = failure?.kind === 'in-use' ? texts.changed : failureText(failure, rightsFileErrors);
  const count = checked?.value.roles.length ?? 0;
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
        {busy && texts[doing]}
        {isDone && <span className="ok-text">{texts.done}</span>}
      </p>
      {said && <Message kind="error">{said}</Message>}
      {checked && (
        <>
          <RightsDifference difference={checked.value} />
          <BrokenWarning broken={checked.value.broken} />
        </>
      )}
      <div className="buttons">
        <Button onClick={onClose}>{isDone ? texts.close : texts.cancel}</Button>
        {file && checked && count > 0 && (
          <Button kind="main" busy={busy} onClick={() => void save(file, checked)}>
            {texts.confirm(count)}
          </Button>
        )}
      </div>
    </WideDialog>
  );
}

function RightsDifference({ difference }: { readonly difference: AccessSheet }) {
  const { roles, problems, problemCount } = difference;
  const others = texts.others(difference);
  return (
    <div>
      {problemCount > 0 && (
        <Message kind="warning">
          <details open>
            <summary>{texts.problems(problemCount)}</summary>
            <ul>
              {problems.map(({ row, error, text }) => (
                <li key={`${row} ${error} ${text}`}>{texts.problem(row, rightsProblems[error](text))}</li>
              ))}
              {problemCount > problems.length && <li>{texts.more(problemCount - problems.length)}</li>}
            </ul>
          </details>
        </Message>
      )}
      {roles.length === 0 && <p role="status">{texts.same}</p>}
      <ul className="change-list">
        {roles.map(({ role, added, removed, addedCount, removedCount }) => (
          <li key={role.id}>
            <p>
              <strong>{texts.role(role.title)}</strong>
            </p>
            <ChangeBoxes kind="added" names={added} count={addedCount} />
            <ChangeBoxes kind="removed" names={removed} count={removedCount} />
          </li>
        ))}
      </ul>
      {others && <p className="muted small">{others}</p>}
    </div>
  );
}
