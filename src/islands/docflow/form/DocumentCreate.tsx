import { ownText } from '../../../lib/trouble/failure-texts.ts';
import '../../../styles/docflow-form.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ACTIONS } from '../../../../contract/actions.ts';
import { $profile } from '../../../lib/accounts/user-store.ts';
import { now } from '../../../lib/browser/now.ts';
import { $router } from '../../../lib/browser/router.ts';
import { type Beginning, beginOf, offered } from '../../../lib/docflow/begin-document.ts';
import { createSteps, type Step, stepOf } from '../../../lib/docflow/document-steps.ts';
import { draftCalls } from '../../../lib/docflow/draft-calls.ts';
import { documentDraft, documentDrafts } from '../../../lib/docflow/draft-store.ts';
import { createDocumentForm } from '../../../lib/docflow/form-store.ts';
import { documentErrors, documentForm as texts } from '../../../lib/docflow/form-texts.ts';
import { directingsWith } from '../../../lib/docflow/rights.ts';
import { routeTexts } from '../../../lib/docflow/route-texts.ts';
import { documentFormCalls } from '../../../lib/docflow/save-calls.ts';
import { hasDraft } from '../../../lib/drafts/drafts.ts';
import { openForm } from '../../../lib/editing/open-forms.ts';
import { type Failure, failureOf } from '../../../lib/http/failure.ts';
import { paths } from '../../../lib/paths/paths.ts';
import { $portalWords } from '../../../lib/portal/portal-words.ts';
import { Failed } from '../../ui/Failed.tsx';
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
    const sample = Number(search.from) || null;
    return <Begin key={key} uid={viewer.uid} email={email} step={step} sample={sample} onCancel={leave} />;
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

/** Asks for the template of the type, and for the document that the new one is made after, before the form is shown. */
function Begin({ sample, ...rest }: NewProps & { readonly sample: number | null }) {
  const { directing, task } = rest.step;
  const [beginning, setBeginning] = useState<Beginning | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  async function load() {
    setFailure(null);
    try {
      const [template, document] = await Promise.all([
        documentFormCalls.template(directing.id, task.id).then(offered),
        sample === null ? null : documentFormCalls.one(sample).then(({ value }) => value),
      ]);
      setBeginning({ template, text: beginOf(template, document) });
    } catch (error) {
      setFailure(failureOf(error));
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, for the pair that the key stands for
  useEffect(() => void load(), []);
  if (failure) {
    return (
      <Failed failure={failure} onAgain={() => void load()}>
        {routeTexts.failed}
      </Failed>
    );
  }
  if (!beginning) return <p role="status">{texts.loading}</p>;
  return <NewDocument {...rest} beginning={beginning} />;
}

function NewDocument({
  uid,
  email,
  step: { directing, task, change },
  beginning,
  onCancel,
}: NewProps & { readonly beginning: Beginning }) {
  const [form] = useState(() => {
    const made = createDocumentForm(
      documentFormCalls,
      { directing: directing.id, task: task.id, author: email },
      documentDrafts({ uid, id: null }),
      now,
      beginning,
      draftCalls,
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
      template={beginning.template}
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
