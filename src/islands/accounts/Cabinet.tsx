// The cabinet, the page of a user's own account: photo, name, role, sessions, substitute, mails and own requests.
import { useStore } from '@nanostores/react';
import { UserRound } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { NAME_MAX, PROFILE_PHOTO_SIDE } from '../../../contract/limits.ts';
import { formatDay } from '../../../rules/format/texts.ts';
import { createCabinet } from '../../lib/accounts/cabinet-store.ts';
import { cabinet, profileErrors } from '../../lib/accounts/cabinet-texts.ts';
import * as ownProfile from '../../lib/accounts/own-profile.ts';
import { failureText, leaveToAuth } from '../../lib/platform/failure-texts.ts';
import { SessionEnded } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { profilePhotoSources } from '../../lib/platform/picture-addresses.ts';
import { $chosenTexts, $portalTexts, portalTextsChoice as texts } from '../../lib/platform/portal-words.ts';
import { openForm } from '../../lib/platform/router.ts';
import { session } from '../../lib/platform/session.ts';
import { $account } from '../../lib/platform/session-store.ts';
import { site } from '../../lib/platform/site.ts';
import type { PortalTexts } from '../../lib/platform/words-table.ts';
import { chunk } from '../ui/chunk.tsx';
import { Button } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';
import { PhotoField } from '../ui/PhotoField.tsx';
import { TextField } from '../ui/TextField.tsx';
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
          {editing && <ProfileForm name={user.name} onClose={close} />}
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
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [cabinet.email, user.email],
    [cabinet.rank, cabinet.ranks[user.rank]],
    [cabinet.role, user.roles[0]?.title],
    [cabinet.name, withName && (user.name || <span className="muted">{cabinet.noName}</span>)],
    [
      cabinet.registered,
      <time key="" dateTime={user.createdAt}>
        {formatDay(new Date(user.createdAt), site.timeZone)}
      </time>,
    ],
  ];
  return (
    <dl className="facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
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

/** The inline form of one's own name. A refusal keeps what was typed; Esc and «Отмена» close it, saying nothing. */
function ProfileForm({ name, onClose }: { readonly name: string; readonly onClose: (said: string) => void }) {
  const [value, setValue] = useState(name);
  const { busy, failure, run } = useCall();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    field.current?.select();
    return openForm();
  }, []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const failed = await run(() => store.rename(value.trim()));
    if (failed) field.current?.focus();
    else if (failed === null) onClose(cabinet.saved);
  }

  return (
    <form
      className="cabinet-form"
      noValidate
      aria-label={cabinet.edit}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose('');
      }}>
      <TextField
        ref={field}
        name="name"
        label={cabinet.name}
        error={failureText(failure, profileErrors)}
        most={NAME_MAX}
        autoComplete="name"
        value={value}
        onChange={setValue}
      />
      <div className="buttons">
        <Button type="submit" kind="main" busy={busy}>
          {cabinet.save}
        </Button>
        <Button onClick={() => onClose('')}>{cabinet.cancel}</Button>
      </div>
    </form>
  );
}
