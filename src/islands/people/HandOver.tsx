// What hangs on a person, and the dialog that hands it over to a colleague, where wanted after disabling the account. It
// shows what the server did and what it left, with the reasons.
import { type SubmitEvent, useId, useRef, useState } from 'react';
import type { Colleague } from '../../../contract/documents/documents.ts';
import type { Person } from '../../../contract/people/people.ts';
import type { HandedOver, KeptReason, PersonTies } from '../../../contract/people/ties.ts';
import { accountActions } from '../../lib/accounts/account-texts.ts';
import type { Said } from '../../lib/accounts/mail-trouble.ts';
import { personName } from '../../lib/documents/document-texts.ts';
import { accountActs, peopleCalls, substituteCallsOf } from '../../lib/people/people-calls.ts';
import {
  isPartial,
  keptReasons,
  peopleErrors,
  saidOfHandOver,
  handOver as texts,
} from '../../lib/people/people-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { TemplateLink } from '../access/BrokenList.tsx';
import { ColleagueSearch } from '../accounts/Substitute.tsx';
import { Button, Message } from '../ui/controls.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useCall } from '../ui/hooks.ts';

/** What hangs on a person, with links; the lists are bounded, the counts are of all. */
export function TiedList({ ties }: { readonly ties: PersonTies }) {
  const { documents, documentCount, written, writtenCount, templates, templateCount, substitute, represents } = ties;
  const others = [
    substitute && texts.substitute(personName(substitute)),
    represents.length > 0 && texts.represents(represents.map(personName)),
  ].filter((line) => typeof line === 'string');
  if (documentCount + writtenCount + templateCount + others.length === 0)
    return <p className="muted">{texts.nothing}</p>;
  return (
    <>
      {documentCount > 0 && <p>{texts.documents(documentCount)}</p>}
      <DocumentLinks rows={documents} left={documentCount - documents.length} />
      {writtenCount > 0 && (
        <p>
          {texts.written(writtenCount)} {texts.writtenStay}
        </p>
      )}
      <DocumentLinks rows={written} left={writtenCount - written.length} />
      {templateCount > 0 && <p>{texts.templates(templateCount)}</p>}
      <TemplateLinks rows={templates} left={templateCount - templates.length} />
      {others.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </>
  );
}

interface LinksProps<Row> {
  /** `why`: the reason that it stayed. */
  readonly rows: readonly (Row & { readonly why?: KeptReason })[];
  readonly left: number;
}

const DocumentLinks = ({ rows, left }: LinksProps<PersonTies['documents'][number]>) =>
  rows.length > 0 && (
    <ul>
      {rows.map(({ id, num, title, why }) => (
        <li key={id}>
          <a href={paths.document(id)}>{texts.document(num, title)}</a>
          {why && `: ${keptReasons[why]}`}
        </li>
      ))}
      {left > 0 && <li>{texts.more(left)}</li>}
    </ul>
  );

const TemplateLinks = ({ rows, left }: LinksProps<PersonTies['templates'][number]>) =>
  rows.length > 0 && (
    <ul>
      {rows.map(({ directing, task, why }) => (
        <li key={`${directing.id} ${task.id}`}>
          <TemplateLink directing={directing} task={task} />
          {why && `: ${keptReasons[why]}`}
        </li>
      ))}
      {left > 0 && <li>{texts.more(left)}</li>}
    </ul>
  );

interface Props {
  readonly person: Person;
  readonly ties: PersonTies | null;
  /** Whether the account is disabled before the hand-over. */
  readonly disables: boolean;
  readonly onDone: (said: Said) => Promise<void>;
  readonly onClose: () => void;
}

export function HandOverDialog({ person, ties, disables, onDone, onClose }: Props) {
  const { email } = person;
  const dialog = useRef<HTMLDialogElement>(null);
  const [calls] = useState(() => substituteCallsOf(email));
  const [to, setTo] = useState<Colleague | null>(null);
  /** What the service answered when it disabled the account; null: it has not. */
  const [disabled, setDisabled] = useState<Said | null>(null);
  const isDisabled = disabled !== null;
  /** Whether the next submit disables the account. */
  const disablesNow = disables && !isDisabled;
  const [handed, setHanded] = useState<HandedOver | null>(null);
  const { busy, failure, run } = useCall();
  const note = useId();
  const hasTies = ties !== null && ties.documentCount + ties.templateCount > 0;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (to === null && !disablesNow) return;
    await run(async () => {
      const said = disablesNow ? await accountActs.disable(email) : disabled;
      setDisabled(said);
      const outcome = to ? await peopleCalls.handOver(email, to.uid) : null;
      if (outcome) setHanded(outcome);
      await onDone(saidOfHandOver(said, outcome));
      if (!outcome) dialog.current?.close();
    });
  }

  const name = person.name || email;
  if (handed)
    return (
      <Dialog dialog={dialog} heading={texts.doneHeading} onClose={onClose}>
        <Outcome handed={handed} isDisabled={isDisabled} name={name} />
        <div className="buttons">
          <Button kind="main" onClick={() => dialog.current?.close()}>
            {texts.close}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog
      dialog={dialog}
      heading={disables ? texts.disableHeading(name) : texts.heading(name)}
      aria-describedby={note}
      onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p id={note}>{disables ? accountActions.disable.details(email) : texts.lead}</p>
        {ties ? <TiedList ties={ties} /> : <p className="muted">{texts.unknownTies}</p>}
        {hasTies && (
          <>
            {disables && <p>{texts.choice}</p>}
            {to ? (
              <p>
                {texts.to}: <strong>{personName(to)}</strong>{' '}
                <Button kind="quiet" onClick={() => setTo(null)}>
                  {texts.search.other}
                </Button>
              </p>
            ) : (
              <ColleagueSearch ask={calls.colleagues} texts={texts.search} error="" onChoose={setTo} />
            )}
          </>
        )}
        {failure && (
          <Message kind="error">
            {isDisabled && texts.disabledOnly} {failureText(failure, peopleErrors)}
          </Message>
        )}
        <div className="buttons">
          <Button onClick={() => dialog.current?.close()}>{isDisabled ? texts.close : texts.cancel}</Button>
          <Button
            type="submit"
            kind={disablesNow ? 'danger' : 'main'}
            busy={busy}
            aria-disabled={!disablesNow && to === null ? true : undefined}>
            {disablesNow ? (to ? texts.disableAndHandOver : accountActions.disable.yes) : texts.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface OutcomeProps {
  readonly handed: HandedOver;
  readonly isDisabled: boolean;
  readonly name: string;
}

/** What passed to the colleague and what stayed, as the server answered. */
function Outcome({ handed, isDisabled, name }: OutcomeProps) {
  const { keptDocuments, keptDocumentCount, keptTemplates, hasMore } = handed;
  return (
    <>
      {isDisabled && <p role="status">{texts.disabled(name)}</p>}
      <Message kind={isPartial(handed) ? 'warning' : 'success'}>{texts.done(handed)}</Message>
      <DocumentLinks rows={handed.documents} left={handed.documentCount - handed.documents.length} />
      {keptDocumentCount > 0 && <p>{texts.kept(keptDocumentCount)}</p>}
      <DocumentLinks rows={keptDocuments} left={keptDocumentCount - keptDocuments.length} />
      {keptTemplates.length > 0 && (
        <>
          <p>{texts.keptTemplates(keptTemplates.length)}</p>
          <TemplateLinks rows={keptTemplates} left={0} />
        </>
      )}
      {hasMore && <p>{texts.hasMore}</p>}
    </>
  );
}
