import { useStore } from '@nanostores/react';
import { UserRound } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { NAME_MAX, PROFILE_PHOTO_SIDE } from '../../../contract/limits.ts';
import { formatDay } from '../../../rules/format/texts.ts';
import { createCabinet } from '../../lib/accounts/cabinet-store.ts';
import { cabinet, profileErrors } from '../../lib/accounts/cabinet-texts.ts';
import * as ownProfile from '../../lib/accounts/own-profile.ts';
import { failureText, leaveToAuth } from '../../lib/platform/failure-texts.ts';
import { type Failure, SessionEnded } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { profilePhotoSources } from '../../lib/platform/picture-addresses.ts';
import { $chosenTexts, $portalTexts, portalTextsChoice as texts } from '../../lib/platform/portal-words.ts';
import { openForm } from '../../lib/platform/router.ts';
import { session } from '../../lib/platform/session.ts';
import { $account } from '../../lib/platform/session-store.ts';
import { site } from '../../lib/platform/site.ts';
import type { PortalTexts } from '../../lib/platform/words-table.ts';
import { chunk } from '../ui/chunk.tsx';
import { Button, Field } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';
import { PhotoField } from '../ui/PhotoField.tsx';
import { useLastKnown } from './CabinetPart.tsx';
import { OwnSessions } from './OwnSessions.tsx';

const Substitute = chunk(() => import('./Substitute.tsx'), <p role="status">{cabinet.loading}</p>);
const OwnRequests = chunk(() => import('./OwnRequests.tsx'), <p role="status">{cabinet.loading}</p>);
const MailSwitch = chunk(() => import('./MailSwitch.tsx'), <p role="status">{cabinet.loading}</p>);

const store = createCabinet({
  async profile() {
    // The page may be faster than the start of its session.
    if (!$account.get()) await session.restore();
    const account = $account.get();
    if (!account) throw new SessionEnded();
    return ownProfile.ensureProfile(async () => account.name);
  },
  rename: ownProfile.renameProfile,
  replacePhoto: ownProfile.replaceProfilePhoto,
});

/** One's own page: photo, name, what is known about the account, open sessions. */
export default function Cabinet() {
  const user = useLastKnown(useStore(ownProfile.$user));
  const photo = useStore(store.$photo);
  const [editing, setEditing] = useState(false);
  const [said, setSaid] = useState('');
  const editButton = useRef<HTMLButtonElement>(null);
  const about = useRef<HTMLDetailsElement>(null);

  // The button is back only after the form has gone.
  useEffect(() => {
    if (!editing) return;
    return () => editButton.current?.focus();
  }, [editing]);
  useEffect(() => {
    void store.load().then((failure) => failure && leaveToAuth(failure));
  }, []);

  /** The form stands in the accordion, which may be shut. */
  function edit() {
    if (about.current) about.current.open = true;
    setEditing(true);
  }

  function close(text: string) {
    setSaid(text);
    setEditing(false);
  }

  if (!user) return <p role="status">{cabinet.loading}</p>;
  return (
    <div className="cabinet">
      <div className="cabinet-side left stack gap-16">
        <Avatar user={user} />
        <PhotoField
          id="profile-photo"
          hasPhoto={user.photo !== ''}
          state={photo}
          onPhoto={(file) => void store.replacePhoto(file)}
        />
        <div className="buttons">
          {!editing && (
            <Button ref={editButton} onClick={edit}>
              {cabinet.edit}
            </Button>
          )}
          <a className="button" href={paths.changePassword}>
            {cabinet.changePassword}
          </a>
          <a className="button" href={paths.changeEmail}>
            {cabinet.changeEmail}
          </a>
          <a className="button" href={paths.secondFactor}>
            {cabinet.secondFactor}
          </a>
        </div>
      </div>
      <div className="cabinet-body">
        <details ref={about} className="panel cabinet-part below-20" open>
          <summary>{cabinet.user}</summary>
          <p role="status" className={said ? 'ok-text' : 'visually-hidden'}>
            {said}
          </p>
          {editing && (
            <ProfileForm
              name={user.name}
              onSave={store.rename}
              onDone={() => close(cabinet.saved)}
              onCancel={() => close('')}
            />
          )}
          <ProfileFacts user={user} withName={!editing} />
        </details>
        {user.roles.length > 0 && (
          <>
            <Substitute />
            <MailSwitch />
          </>
        )}
        {(user.roles.length > 0 || user.rank === 'admin') && <TextsChoice />}
        <OwnRequests />
        <OwnSessions />
      </div>
    </div>
  );
}

function Avatar({ user }: { readonly user: ownProfile.CurrentUser }) {
  if (user.photo === '') {
    return (
      <span className="cabinet-avatar stack muted" role="img" aria-label={cabinet.noAvatar}>
        <UserRound size={72} strokeWidth={1.5} aria-hidden="true" />
      </span>
    );
  }
  return (
    <img
      className="cabinet-avatar stack muted"
      {...profilePhotoSources(user.photo)}
      alt={cabinet.avatar(user.name || user.email)}
      width={PROFILE_PHOTO_SIDE}
      height={PROFILE_PHOTO_SIDE}
    />
  );
}

function ProfileFacts({ user, withName }: { readonly user: ownProfile.CurrentUser; readonly withName: boolean }) {
  return (
    <dl className="facts">
      <div>
        <dt>{cabinet.email}</dt>
        <dd>{user.email}</dd>
      </div>
      <div>
        <dt>{cabinet.rank}</dt>
        <dd>{cabinet.ranks[user.rank]}</dd>
      </div>
      {user.roles[0] && (
        <div>
          <dt>{cabinet.role}</dt>
          <dd>{user.roles[0].title}</dd>
        </div>
      )}
      {withName && (
        <div>
          <dt>{cabinet.name}</dt>
          <dd>{user.name || <span className="muted">{cabinet.noName}</span>}</dd>
        </div>
      )}
      <div>
        <dt>{cabinet.registered}</dt>
        <dd>
          <time dateTime={user.createdAt}>{formatDay(new Date(user.createdAt), site.timeZone)}</time>
        </dd>
      </div>
    </dl>
  );
}

const CHOICES: readonly PortalTexts[] = ['ru', 'spec'];

/** Chooses between the words of the specification and Russian ones; kept on this device, for all its tabs. */
function TextsChoice() {
  const shown = useStore($portalTexts);
  return (
    <details className="panel cabinet-part below-20" open>
      <summary>{texts.heading}</summary>
      <p className="muted small">{texts.lead}</p>
      <fieldset className="texts-choice">
        <legend className="visually-hidden">{texts.label}</legend>
        {CHOICES.map((choice) => (
          <label key={choice} className="check">
            <input
              type="radio"
              name="portalTexts"
              checked={shown === choice}
              onChange={() => $chosenTexts.set(choice)}
            />
            <span>{texts[choice]}</span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}

interface ProfileFormProps {
  readonly name: string;
  /** Saves; null means saved. */
  readonly onSave: (name: string) => Promise<Failure | null>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** The inline form of one's own name. A refusal keeps what was typed; Esc and «Отмена» close it. */
function ProfileForm({ name, onSave, onDone, onCancel }: ProfileFormProps) {
  const [value, setValue] = useState(name);
  const { busy, failure, run } = useCall();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    field.current?.select();
    return openForm();
  }, []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const failed = await run(() => onSave(value.trim()));
    if (failed) field.current?.focus();
    else if (failed === null) onDone();
  }

  return (
    <form
      className="cabinet-form"
      noValidate
      aria-label={cabinet.edit}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}>
      <Field label={cabinet.name} error={failureText(failure, profileErrors)}>
        {(control) => (
          <input
            {...control}
            ref={field}
            type="text"
            name="name"
            autoComplete="name"
            maxLength={NAME_MAX}
            value={value}
            onChange={({ target }) => setValue(target.value)}
          />
        )}
      </Field>
      <div className="buttons">
        <Button type="submit" kind="main" busy={busy}>
          {cabinet.save}
        </Button>
        <Button onClick={onCancel}>{cabinet.cancel}</Button>
      </div>
    </form>
  );
}
