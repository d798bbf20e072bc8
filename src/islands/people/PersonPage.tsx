// Everything about one person on one page, for administrators: state, role, name, account, substitute, sessions, and what
// hangs on the person. The list is People.tsx.
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { NAME_MAX } from '../../../contract/limits.ts';
import type { ChangedPerson, Person } from '../../../contract/people/people.ts';
import type { PersonTies } from '../../../contract/people/ties.ts';
import { formatDay } from '../../../rules/format/texts.ts';
import type { Named } from '../../lib/access/access-rules.ts';
import { binding } from '../../lib/access/access-texts.ts';
import { type AccountAction, accountActions } from '../../lib/accounts/account-texts.ts';
import * as mailTrouble from '../../lib/accounts/mail-trouble.ts';
import { accountActs, peopleCalls, showPerson } from '../../lib/people/people-calls.ts';
import { factsOf, people, peopleErrors, saidOfPerson, personPage as texts } from '../../lib/people/people-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { attempt, outcomeOf } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { profilePhotoSources } from '../../lib/platform/picture-addresses.ts';
import { $account } from '../../lib/platform/session-store.ts';
import { site } from '../../lib/platform/site.ts';
import { HandOverLink, MailNotice, Outcome } from '../accounts/MailTrouble.tsx';
import { chunk } from '../ui/chunk.tsx';
import { Button, ConfirmButton, Failed } from '../ui/controls.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useCall, useLeave, useLoaded } from '../ui/hooks.ts';
import { TextField } from '../ui/TextField.tsx';
import { HandOverDialog, TiedList } from './HandOver.tsx';
import { PersonMore } from './PersonMore.tsx';
import { PersonTags, RoleChoice } from './PersonRow.tsx';

const { done, saidOfMail } = mailTrouble;
const UserRights = chunk(() => import('../access/UserRights.tsx'), null);

interface Props {
  readonly email: string;
  readonly roles: readonly Named[];
}

export default function PersonPage({ email, roles }: Props) {
  const { value: person, failure, again } = useLoaded(peopleCalls.person, email, true);
  const ties = useLoaded(peopleCalls.ties, email, true);
  const [said, setSaid] = useState<mailTrouble.Said | null>(null);
  const [asksRights, setAsksRights] = useState(false);
  /** Substitute and sessions are another's after a change, e.g. once the account is disabled. */
  const [changes, setChanges] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = person !== null;
  useLeave(failure && failure.kind !== 'missing' ? failure : null);
  useEffect(() => {
    if (isThere) heading.current?.focus();
  }, [isThere]);

  /** Shows the person as the server has them now, and what was done. */
  async function show(outcome: mailTrouble.Said | null) {
    setSaid(outcome);
    await reload();
    setChanges((before) => before + 1);
  }
  async function reload() {
    await Promise.all([again(), ties.again()]);
  }
  // The owner may have followed a link meanwhile.
  useEffect(() => {
    const look = () => void again();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [again]);
  useEffect(() => {
    if (person) showPerson(person);
  }, [person]);

  const back = (
    <p>
      <a href={paths.people}>{texts.back}</a>
    </p>
  );
  if (failure && !person)
    return (
      <>
        {back}
        <Failed failure={failure} errors={peopleErrors} onAgain={() => void again()} />
      </>
    );
  if (!person) return <p role="status">{texts.loading}</p>;
  const linkKey = linkKeyOf(person);
  const photo = person.photo === '' ? null : profilePhotoSources(person.photo);
  return (
    <div className="person-page stack gap-16">
      {back}
      <MailNotice />
      <header className="row middle gap-16">
        {photo && <img {...photo} className="cabinet-avatar person-photo" alt={texts.photoOf(person.name || email)} />}
        <div className="stack breaks shrinks">
          <h3 ref={heading} tabIndex={-1}>
            {person.name || people.noName}
          </h3>
          <span className="muted">{person.email}</span>
          <PersonTags row={person} />
          <span className="muted small">
            {texts.since(formatDay(new Date(person.createdAt), site.timeZone))}, {factsOf(person)}
          </span>
        </div>
      </header>
      <Outcome key={linkKey} said={said} />
      <section className="panel stack gap-8" aria-label={texts.role}>
        <h4>{texts.role}</h4>
        <RoleChoice row={person} roles={roles} onBound={() => show(null)} />
        <div className="buttons">
          <Button aria-label={binding.rightsOf(email)} onClick={() => setAsksRights(true)}>
            {binding.rights}
          </Button>
        </div>
      </section>
      <NameAndMails person={person} ties={ties.value} offersLink={said?.linkFor === undefined} onDone={show} />
      <AccountPart person={person} ties={ties.value} onDone={show} />
      <TiesPart person={person} ties={ties} onDone={show} />
      <PersonMore key={changes} row={person} onChange={() => void reload()} />
      {asksRights && <UserRights user={person} onClose={() => setAsksRights(false)} />}
    </div>
  );
}

/** Changes when a link has done what it is for: one that was shown until now is used up. */
const linkKeyOf = ({ state, confirmed, mustChangePassword }: Person): string =>
  [state, confirmed, mustChangePassword].join(' ');

interface PartProps {
  readonly person: Person;
  readonly onDone: (said: mailTrouble.Said) => Promise<void>;
}

interface NameProps extends PartProps {
  readonly ties: PersonTies | null;
  readonly offersLink: boolean;
}

/** The name, the mails about documents and the invitation. What is said is what the server answered. */
function NameAndMails({ person, ties, offersLink, onDone }: NameProps) {
  const { email, state } = person;
  const [name, setName] = useState(person.name ?? '');
  const { busy, failure, run } = useCall();
  const isOpen = state === 'invited' || state === 'never';

  const change = (call: () => Promise<ChangedPerson>, textOf: (changed: ChangedPerson) => string) =>
    run(async () => {
      const changed = await call();
      await onDone(saidOfPerson(done(textOf(changed)), changed));
    });
  function rename(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void change(
      () => peopleCalls.change(email, { name }),
      (changed) => (changed.name ? people.renamed(changed.name) : people.nameRemoved),
    );
  }
  const invite = () =>
    run(async () => {
      const answer = await peopleCalls.invite(email);
      await onDone(saidOfPerson(saidOfMail('invited', email, answer), { ...answer, email }));
    });
  async function takeBack() {
    const refused = await attempt(() => peopleCalls.takeBack(email));
    if (refused) return { refused: failureText(refused, peopleErrors) };
    await onDone(done(people.takenBack(email)));
    return { done: true } as const;
  }
  const { documentCount = 0, writtenCount = 0, templateCount = 0 } = ties ?? {};

  return (
    <section className="panel stack gap-8" aria-label={texts.profile}>
      <h4>{texts.profile}</h4>
      <form className="person-name below-12 left stack gap-8" onSubmit={rename}>
        <TextField
          name="name"
          label={people.name}
          hint={people.renameHint}
          most={NAME_MAX}
          value={name}
          onChange={setName}
        />
        <Button type="submit" busy={busy}>
          {people.save}
        </Button>
      </form>
      <div className="buttons">
        {isOpen && (
          <Button onClick={() => void invite()}>{state === 'invited' ? people.inviteAgain : people.inviteNow}</Button>
        )}
        {state === 'invited' && (
          <ConfirmButton
            className="button"
            question={people.takeBackQuestion}
            details={people.takeBackDetails(email, documentCount, writtenCount, templateCount)}
            yes={people.takeBack}
            onConfirm={takeBack}>
            {people.takeBack}
          </ConfirmButton>
        )}
        <Button
          onClick={() =>
            void change(
              () => peopleCalls.change(email, { documents: !person.documentMails }),
              ({ documentMails }) => (documentMails ? people.mailsAreOn : people.mailsAreOff),
            )
          }>
          {person.documentMails ? people.mailsOffAction : people.mailsOn}
        </Button>
      </div>
      {offersLink && (isOpen || (person.mustChangePassword && state === 'works')) && (
        <HandOverLink key={linkKeyOf(person)} email={email} />
      )}
      <div role="alert">{failure && <p className="field-error">{failureText(failure, peopleErrors)}</p>}</div>
    </section>
  );
}

/** The actions that an account allows now; administrators cannot remove their own rights nor lock themselves out. */
const actionsFor = (row: Person, own: boolean): Exclude<AccountAction, 'disable'>[] => [
  ...(own ? [] : [row.rank === 'admin' ? ('demote' as const) : ('promote' as const)]),
  ...(!own && row.state === 'disabled' ? ['enable' as const] : []),
  ...(own || row.state === 'disabled' ? [] : ['reset' as const]),
  ...(row.secondFactor && !own ? ['resetFactor' as const] : []),
  ...(row.sessions > 0 ? ['endSessions' as const] : []),
];

function AccountPart({ person, ties, onDone }: PartProps & { readonly ties: PersonTies | null }) {
  const { email } = person;
  const own = useStore($account)?.email === email;
  const trouble = useStore(mailTrouble.$mailTrouble);
  const [disables, setDisables] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="panel stack gap-8" aria-label={texts.account}>
      <h4 ref={heading} tabIndex={-1}>
        {texts.account}
      </h4>
      <div className="buttons">
        {actionsFor(person, own).map((action) => {
          if (action === 'reset' && trouble === 'not set up') return <ResetByLink key={action} email={email} />;
          const { button, question, details, yes } = accountActions[action];
          return (
            <ConfirmButton
              key={action}
              className="button"
              label={`${button}: ${email}`}
              question={question}
              details={details(email)}
              yes={yes}
              onConfirm={async () => {
                const { value: outcome, failure } = await outcomeOf(() => accountActs[action](email));
                // The server knows better whether mails leave: the page offers the link then.
                if (failure?.code === 'mail is not set up') void mailTrouble.loadMailTrouble();
                if (failure) return { refused: failureText(failure, peopleErrors) };
                await onDone(outcome);
                // The button may be gone with its dialog: the focus stays with the account.
                requestAnimationFrame(() => heading.current?.focus());
                return { done: true };
              }}>
              {button}
            </ConfirmButton>
          );
        })}
        {!own && person.state !== 'disabled' && (
          <Button aria-label={`${accountActions.disable.button}: ${email}`} onClick={() => setDisables(true)}>
            {accountActions.disable.button}
          </Button>
        )}
      </div>
      {disables && (
        <HandOverDialog
          person={person}
          ties={ties}
          disables
          onDone={onDone}
          onClose={() => {
            setDisables(false);
            requestAnimationFrame(() => heading.current?.focus());
          }}
        />
      )}
    </section>
  );
}

/** In place of a reset where mails cannot leave: nothing changes before the owner follows the link. */
function ResetByLink({ email }: { readonly email: string }) {
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const { button, question } = accountActions.reset;
  return (
    <>
      <Button aria-label={`${button}: ${email}`} onClick={() => setOpen(true)}>
        {button}
      </Button>
      {isOpen && (
        <Dialog dialog={dialog} heading={question} onClose={() => setOpen(false)}>
          <p>{mailTrouble.mailTroubles.resetByLink(email)}</p>
          <HandOverLink email={email} />
          <div className="buttons">
            <Button onClick={() => dialog.current?.close()}>{mailTrouble.mailTroubles.close}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

interface TiesPartProps extends PartProps {
  readonly ties: { readonly value: PersonTies | null } & Pick<ReturnType<typeof useLoaded>, 'failure' | 'again'>;
}

function TiesPart({ person, ties: { value: ties, failure, again }, onDone }: TiesPartProps) {
  const [hands, setHands] = useState(false);
  return (
    <section className="panel stack gap-8" aria-label={texts.ties}>
      <h4>{texts.ties}</h4>
      {failure && <Failed failure={failure} errors={peopleErrors} onAgain={() => void again()} />}
      {!ties && !failure && <p role="status">{texts.tiesLoading}</p>}
      {ties && <TiedList ties={ties} />}
      {ties && ties.documentCount + ties.templateCount > 0 && (
        <div className="buttons">
          <Button onClick={() => setHands(true)}>{texts.handOver}</Button>
        </div>
      )}
      {hands && (
        <HandOverDialog person={person} ties={ties} disables={false} onDone={onDone} onClose={() => setHands(false)} />
      )}
    </section>
  );
}
