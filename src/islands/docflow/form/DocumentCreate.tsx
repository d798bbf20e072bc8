import { ownText } from '../../../lib/trouble/failure-texts.ts';
import '../../../styles/docflow-form.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ACTIONS } from '../../../../contract/actions.ts';
import { $profile } from '../../../lib/accounts/user-store.ts';
import { now } from '../../../lib/browser/now.ts';
import { $router } from '../../../lib/browser/router.ts';
import { createSteps, type Step, stepOf } from '../../../lib/docflow/document-steps.ts';
import { documentDraft, documentDrafts } from '../../../lib/docflow/draft-store.ts';
import { createDocumentForm } from '../../../lib/docflow/form-store.ts';
import { documentErrors, documentForm as texts } from '../../../lib/docflow/form-texts.ts';
import { directingsWith } from '../../../lib/docflow/rights.ts';
import { documentFormCalls } from '../../../lib/docflow/save-calls.ts';
import { hasDraft } from '../../../lib/drafts/drafts.ts';
import { openForm } from '../../../lib/editing/open-forms.ts';
import { paths } from '../../../lib/paths/paths.ts';
import { $portalWords } from '../../../lib/portal/portal-words.ts';
import { useViewer } from '../use-viewer.ts';
import { WithoutRights } from '../WithoutRights.tsx';
import { Choice } from './Choice.tsx';
import { Filling } from './Filling.tsx';
import { Place } from './Place.tsx';

/** The steps of this tab: «back» of the page and of the browser mean the same. */
const steps = createSteps();

/** A new document: its direction, its type, and then the form. What there is only one of is not asked for. */
export default function DocumentCreate() {
  const viewer = useViewer();
  const email = useStore($profile)?.email ?? '';
  const search = useStore($router)?.search ?? {};
  const words = useStore($portalWords);

  if (!viewer) return <p role="status">{texts.loadingRights}</p>;
  const directings = directingsWith(viewer.roles, ACTIONS.create);
  if (directings.length === 0) {
    return (
      <WithoutRights
        hasRole={viewer.roles.length > 0}
        lacking={texts.noRight}
        way={{ href: paths.docflow, label: texts.toDocuments }}
      />
    );
  }
  const step = stepOf(directings, search);
  const leave = () => steps.back(step.previous);
  if (step.at === 'form') {
    const key = `${step.directing.id} ${step.task.id}`;
    return <NewDocument key={key} uid={viewer.uid} email={email} step={step} onCancel={leave} />;
  }
  return (
    <Choice
      key={step.at}
      legend={step.at === 'directing' ? texts.chooseDirecting : texts.chooseTask}
      context={step.at === 'task' ? step.directing.title : ''}
      error={ownText(documentErrors(words), step.error)}
      hint={hasDraft(documentDraft({ uid: viewer.uid, id: null })) ? texts.draftWaits : ''}
      options={step.options}
      onStep={steps.forth}
      onCancel={leave}
    />
  );
}

interface NewProps {
  readonly uid: string;
  readonly email: string;
  readonly step: Extract<Step, { at: 'form' }>;
  readonly onCancel: () => void;
}

function NewDocument({ uid, email, step: { directing, task, change }, onCancel }: NewProps) {
  const [form] = useState(() => {
    const made = createDocumentForm(
      documentFormCalls,
      { directing: directing.id, task: task.id, author: email },
      documentDrafts({ uid, id: null }),
      now,
    );
    void made.open();
    return made;
  });
  const { phase } = useStore(form.$editing);
  const document = useStore(form.$document);
  const became = useStore(form.$became);
  useEffect(() => openForm(), []);
  if (phase !== 'ready') return <p role="status">{texts.loading}</p>;
  const at = became && document ? document : { directing, task };
  return (
    <Filling
      form={form}
      legend={became ? texts.editHeading : texts.createHeading}
      directing={at.directing.id}
      task={at.task.id}
      ordered={at.task.ordered === true}
      place={(errors) => (
        <Place
          directing={at.directing.title}
          task={at.task.title}
          errors={errors}
          change={became ? null : change}
        />
      )}
      onCancel={onCancel}
    />
  );
}
