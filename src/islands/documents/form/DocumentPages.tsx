// The pages «new document» (choose direction and type first, then fill in the form) and «edit document»; both use
// DocumentForm.tsx.
import '../../../styles/editing.css';
import '../../../styles/documents.css';
import { useStore } from '@nanostores/react';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ACTIONS } from '../../../../contract/access/actions.ts';
import { actionsOn, directingsWith } from '../../../lib/access/role-rights.ts';
import { $profile } from '../../../lib/accounts/own-profile.ts';
import * as createSteps from '../../../lib/documents/create-steps.ts';
import { offered } from '../../../lib/documents/document-change.ts';
import { documentDraft, documentDrafts, documentFormCalls, draftCalls } from '../../../lib/documents/form-calls.ts';
import { type Beginning, beginOf } from '../../../lib/documents/form-sample.ts';
import { createDocumentForm } from '../../../lib/documents/form-store.ts';
import { documentErrors, documentForm as texts } from '../../../lib/documents/form-texts.ts';
import { $recentTypes, loadRecentTypes, noteRecentType } from '../../../lib/documents/recent-types.ts';
import { leaveMissingDocument } from '../../../lib/documents/return-address.ts';
import { routeTexts } from '../../../lib/documents/route-texts.ts';
import { hasDraft } from '../../../lib/editing/drafts.ts';
import { ownText } from '../../../lib/platform/failure-texts.ts';
import { now } from '../../../lib/platform/now.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { $portalWords } from '../../../lib/platform/portal-words.ts';
import { $router, openForm } from '../../../lib/platform/router.ts';
import { site } from '../../../lib/platform/site.ts';
import { Button, Failed, Message } from '../../ui/controls.tsx';
import { useAddressId, useLeave, useLoaded } from '../../ui/hooks.ts';
import { useViewer, WithoutRights } from '../DocumentsHead.tsx';
import { DocumentFields, Place } from './DocumentForm.tsx';

/** The page of a new document, and that of a document that is edited: the address says which. */
export default function DocumentPages() {
  return useStore($router)?.route === 'documentEdit' ? <DocumentEdit /> : <DocumentCreate />;
}

/** The steps taken in this tab, so that «back» of the page and of the browser agree. */
const steps = createSteps.createSteps();

/** A new document: its direction, its type, then the form. A single choice is made without asking. */
function DocumentCreate() {
  const viewer = useViewer();
  const email = useStore($profile)?.email ?? '';
  const search = useStore($router)?.search ?? {};
  const words = useStore($portalWords);
  const recent = useStore($recentTypes);
  useEffect(() => void loadRecentTypes(), []);

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
  const step = createSteps.stepOf(directings, search);
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
      recent={step.at === 'directing' ? recent : []}
      onStep={steps.forth}
      onCancel={leave}
    />
  );
}

interface NewProps {
  readonly uid: string;
  readonly email: string;
  readonly step: Extract<createSteps.Step, { at: 'form' }>;
  readonly onCancel: () => void;
}

/** Loads the template of the type, and the sample document if there is one, before it shows the form. */
function Begin({ sample, ...rest }: NewProps & { readonly sample: number | null }) {
  const { directing, task } = rest.step;
  const loaded = useLoaded(async (): Promise<Beginning> => {
    const [template, document] = await Promise.all([
      documentFormCalls.template(directing.id, task.id).then(offered),
      sample === null ? null : documentFormCalls.one(sample).then(({ value }) => value),
    ]);
    return beginOf(template, document, site.timeZone);
  });
  const { value: beginning, failure, again } = loaded;
  if (failure) {
    return (
      <Failed failure={failure} onAgain={() => void again()}>
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
  const isMade = document !== null;
  useEffect(() => {
    if (isMade) noteRecentType({ directing, task });
  }, [isMade, directing, task]);
  if (phase !== 'ready') return <p role="status">{texts.loading}</p>;
  const at = became && document ? document : { directing, task };
  return (
    <DocumentFields
      form={form}
      legend={became ? texts.editHeading : texts.createHeading}
      directing={at.directing.id}
      task={at.task.id}
      ordered={at.task.ordered === true}
      template={beginning.template}
      beginning={became ? null : beginning}
      place={(errors) => (
        <Place directing={at.directing.title} task={at.task.title} errors={errors} change={became ? null : change} />
      )}
      onCancel={onCancel}
    />
  );
}

interface DocumentCreateProps {
  readonly legend: string;
  readonly context: string;
  readonly error: string;
  readonly hint: string;
  readonly options: readonly createSteps.StepOption[];
  readonly recent: readonly createSteps.RecentType[];
  readonly onStep: () => void;
  readonly onCancel: () => void;
}

let isFirst = true;

/** One step of a new document: a list of links, so that each step has an address and «back» works. */
function Choice({ legend, context, error, hint, options, recent, onStep, onCancel }: DocumentCreateProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The first step is announced by the heading of the page.
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  return (
    <nav className="document-choice" aria-labelledby="document-choice">
      {context && <p className="muted">{context}</p>}
      <h2 ref={heading} id="document-choice" tabIndex={-1}>
        {legend}
      </h2>
      {error && <Message kind="error">{error}</Message>}
      {hint && <Message kind="info">{hint}</Message>}
      {recent.length > 0 && (
        <p className="row middle gap-8">
          <span className="muted">{texts.recent}</span>
          {recent.map(({ directing, task, address }) => (
            <Button
              key={address}
              kind="quiet"
              onClick={() => {
                onStep();
                $router.open(address);
              }}>
              {directing.title} / {task.title}
            </Button>
          ))}
        </p>
      )}
      <ul>
        {options.map(({ id, title, href }) => (
          <li key={id}>
            <a href={href} onClick={onStep}>
              <span>{title}</span>
              <ChevronRight size={20} aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
      <Button onClick={onCancel}>{texts.cancel}</Button>
    </nav>
  );
}

function DocumentEdit() {
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
