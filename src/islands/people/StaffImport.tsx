import '../../styles/file-drop.css';
import '../../styles/staff-list.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { UPLOAD_EXTENSIONS, XLS_TYPE, XLSX_TYPE } from '../../../contract/upload.ts';
import type { Named } from '../../lib/access/access-rules.ts';
import { askIfEnded, openForm } from '../../lib/editing/open-forms.ts';
import { addStaff, checkStaff } from '../../lib/people/staff-list-calls.ts';
import { createStaffList } from '../../lib/people/staff-list-store.ts';
import { staffListErrors, staffList as texts } from '../../lib/people/staff-list-texts.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { FileDrop } from '../ui/FileDrop.tsx';
import { Message } from '../ui/Message.tsx';
import { StaffChoices } from './StaffChoices.tsx';
import { StaffRows } from './StaffRows.tsx';

interface Props {
  readonly roles: readonly Named[];
  /** Something was added: the list of people has changed. */
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

/** A list of staff from its file to accounts: what would change is shown first. */
export default function StaffImport({ roles, onAdded, onClose }: Props) {
  const [store] = useState(() => createStaffList({ check: checkStaff, add: addStaff }));
  const list = useStore(store.$list);
  const [invites, setInvites] = useState(false);
  const { file, plan, busy, failure, added } = list;
  useEffect(() => store.leave, [store]);
  useEffect(() => (file ? openForm() : undefined), [file]);
  useEffect(() => askIfEnded(failure), [failure]);

  const changes = plan ? plan.counts.new + plan.counts.role : 0;
  async function add() {
    if (await store.add(invites)) onAdded();
  }

  return (
    <section className="panel staff-list" aria-label={texts.heading}>
      <h2>{texts.heading}</h2>
      <p className="muted">{texts.lead}</p>
      <FileDrop
        label={texts.file}
        hint={texts.fileHint}
        prompt={texts.filePrompt}
        clearLabel={texts.fileClear}
        accept={`${UPLOAD_EXTENSIONS},${XLS_TYPE},${XLSX_TYPE},text/csv`}
        file={file}
        onFile={(chosen) => void store.choose(chosen)}
      />
      <p role="status" className={busy ? undefined : 'visually-hidden'}>
        {busy && texts[busy]}
      </p>
      {failure && (
        <Message kind="error">
          <strong>{plan ? texts.addFailed : texts.failed}</strong> {failureText(failure, staffListErrors)}
        </Message>
      )}
      {plan && (
        <>
          <StaffChoices plan={plan} chosen={list.roles} roles={roles} store={store} />
          <StaffRows plan={plan} />
          {changes > 0 ? (
            <label className="staff-invite">
              <input
                type="checkbox"
                checked={invites}
                onChange={({ target }) => setInvites(target.checked)}
              />
              <span>
                {texts.invite}
                <small className="field-hint">{texts.inviteHint}</small>
              </span>
            </label>
          ) : (
            plan.rows.length > 0 && <p>{texts.nothing}</p>
          )}
        </>
      )}
      {added && <Message kind="success">{texts.added(added)}</Message>}
      <div className="buttons">
        {plan && changes > 0 && (
          <Button kind="main" busy={busy !== null} onClick={() => void add()}>
            {texts.submit(changes)}
          </Button>
        )}
        <Button onClick={onClose}>{added ? texts.close : texts.cancel}</Button>
      </div>
    </section>
  );
}
