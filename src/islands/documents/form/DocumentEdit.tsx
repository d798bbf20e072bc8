import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ACTIONS } from '../../../../contract/access/actions.ts';
import { actionsOn } from '../../../lib/access/role-rights.ts';
import { $profile } from '../../../lib/accounts/own-profile.ts';
import { documentFormCalls, draftCalls } from '../../../lib/documents/form-calls.ts';
import { createDocumentForm } from '../../../lib/documents/form-store.ts';
import { documentForm as texts } from '../../../lib/documents/form-texts.ts';
import { documentDrafts } from '../../../lib/documents/kept-drafts.ts';
import { leaveMissingDocument } from '../../../lib/documents/return-address.ts';
import { now } from '../../../lib/platform/now.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { $router, openForm } from '../../../lib/platform/router.ts';
import { Message } from '../../ui/controls.tsx';
import { useAddressId, useLeave } from '../../ui/hooks.ts';
import { useViewer } from '../use-viewer.ts';
import { DocumentFields, Place } from './DocumentForm.tsx';

/** The form of a document that is there already. */
export default function DocumentEdit() {
  const id = useAddressId();
  const viewer = useViewer();
  const email = useStore($profile)?.email ?? '';
  if (!viewer) return <p role="status">{texts.loading}</p>;
  return <Editing id={id} uid={viewer.uid} author={email} />;
}

function Editing({ id, uid, author }: { readonly id: number; readonly uid: string; readonly author: string }) {
  const roles = useViewer()?.roles ?? [];
  const [form] = useState(() => {
    const made = createDocumentForm(
      documentFormCalls,
      { id, author },
      documentDrafts({ uid, id }),
      now,
      undefined,
      draftCalls,
    );
    void made.open();
    return made;
  });
  const { phase, failure } = useStore(form.$editing);
  const document = useStore(form.$document);

  useEffect(() => openForm(), []);
  useLeave(phase === 'failed' ? failure : null, leaveMissingDocument);

  if (phase !== 'ready' || !document) return <p role="status">{texts.loading}</p>;
  const { directing, task } = document;
  if (!actionsOn(roles, document).has(ACTIONS.edit)) {
    return (
      <Message kind="warning" actions={<a href={paths.document(id)}>{texts.toDocument}</a>}>
        {texts.mayNotEdit}
      </Message>
    );
  }
  return (
    <DocumentFields
      form={form}
      legend={texts.editHeading}
      directing={directing.id}
      task={task.id}
      ordered={task.ordered}
      place={(errors) => <Place directing={directing.title} task={task.title} errors={errors} change={null} />}
      onCancel={() => $router.open(paths.document(id))}
    />
  );
}
