// The form below a buyer's request: who asks, how to reach them, and the button that sends the request to the shop.
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { EMAIL_MAX, NAME_MAX, PHONE_MAX } from '../../../contract/limits.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { submitOnKey } from '../../lib/platform/keyboard.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $account } from '../../lib/platform/session-store.ts';
import type { Row } from '../../lib/requests/offers.ts';
import * as ownRequest from '../../lib/requests/own-request.ts';
import { requestErrors, sending } from '../../lib/requests/request-texts.ts';
import { DETAIL_NAMES, FIELD_OF, type FormField, type RequestDraft } from '../../lib/requests/sending.ts';
import { overlong } from '../../lib/ui/length-text.ts';
import { Button, Field, Message } from '../ui/controls.tsx';

/** Who asks, and the button that sends the request; what the server would refuse is shown at its field. */
export function RequestForm({ rows }: { readonly rows: readonly Row[] }) {
  const typed = useStore(ownRequest.draft.$draft);
  const state = useStore(ownRequest.sendingStore.$sending);
  const wrongAmounts = useStore(ownRequest.$wrongAmounts);
  const account = useStore($account);
  const [consent, setConsent] = useState(false);
  const [website, setWebsite] = useState('');
  const [blocked, setBlocked] = useState('');
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const errors = errorsOf(state);

  // A signed-in buyer need not type what is known.
  useEffect(() => {
    const { name, email, phone } = ownRequest.draft.$draft.get();
    if (account && `${name}${email}${phone}` === '')
      ownRequest.draft.type({ name: account.name ?? '', email: account.email });
  }, [account]);
  // Not whenever an error changes: one that is mended must not take the typing elsewhere.
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [tries]);

  async function submit(event?: SubmitEvent<HTMLFormElement>): Promise<void> {
    event?.preventDefault();
    if (state.phase === 'sending') return;
    const stop = stopOf(rows, wrongAmounts);
    setBlocked(stop?.text ?? '');
    if (stop) {
      ownRequest.sendingStore.stop();
      document.querySelector<HTMLElement>(stop.at)?.focus();
      return;
    }
    await ownRequest.sendingStore.send(rows, { consent, website });
    setTries((before) => before + 1);
  }

  const input = (name: keyof Omit<RequestDraft, 'key'>) => ({
    name,
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => type(name, target.value),
  });
  const stopped = stopOf(rows, wrongAmounts)?.text === blocked ? blocked : '';
  const left = sending.commentMax - [...typed.comment].length;
  return (
    <form
      ref={form}
      className="request-form no-print"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => submitOnKey(event, () => void submit())}
      aria-labelledby="request-form">
      <h2 id="request-form">{sending.heading}</h2>
      <Field label={sending.name} error={errors.name}>
        {(control) => <input {...control} {...input('name')} autoComplete="name" required />}
      </Field>
      <div className="request-reach gap-0-16 stack">
        <Field label={sending.phone} hint={sending.reach} error={overlong(typed.phone, PHONE_MAX) || errors.phone}>
          {(control) => <input {...control} {...input('phone')} type="tel" autoComplete="tel" />}
        </Field>
        <Field label={sending.email} error={overlong(typed.email, EMAIL_MAX) || errors.email}>
          {(control) => <input {...control} {...input('email')} type="email" autoComplete="email" spellCheck={false} />}
        </Field>
      </div>
      <RequestDetails typed={typed} errors={errors} />
      <Field label={sending.comment} hint={sending.commentHint(left)} error={errors.comment}>
        {(control) => <textarea {...control} {...input('comment')} rows={3} />}
      </Field>
      <div className={errors.website ? undefined : 'visually-hidden'} aria-hidden={!errors.website}>
        <Field label={sending.website} error={errors.website}>
          {(control) => (
            <input
              {...control}
              name="website"
              tabIndex={errors.website ? 0 : -1}
              autoComplete="off"
              value={website}
              onChange={({ target }) => {
                ownRequest.sendingStore.mend('website');
                setWebsite(target.value);
              }}
            />
          )}
        </Field>
      </div>
      <Consent
        isGiven={consent}
        error={errors.consent}
        onGive={(isGiven) => {
          ownRequest.sendingStore.mend('consent');
          setConsent(isGiven);
        }}
      />
      {stopped && <Message kind="error">{stopped}</Message>}
      {state.phase === 'refused' && !FIELD_OF[state.failure.code] && (
        <SendingFailure
          failure={state.failure}
          onOther={() => {
            ownRequest.sendingStore.asOther();
            void submit();
          }}
        />
      )}
      <div className="buttons">
        <Button kind="main" type="submit" busy={state.phase === 'sending'}>
          {state.phase === 'sending' ? sending.submitting : sending.submit}
        </Button>
        <a href={paths.about('contact')}>{sending.otherContact}</a>
      </div>
    </form>
  );
}

function type(name: keyof Omit<RequestDraft, 'key'>, value: string): void {
  ownRequest.sendingStore.mend(name);
  ownRequest.draft.type({ [name]: value });
}

/** For whom and how it is to be sent: in sight where something is typed, or wrong. */
function RequestDetails({
  typed,
  errors,
}: {
  readonly typed: RequestDraft;
  readonly errors: Partial<Record<FormField, string>>;
}) {
  const isUsed = DETAIL_NAMES.some((name) => typed[name] !== '' || errors[name] !== undefined);
  const [isOpen, setOpen] = useState(isUsed);
  return (
    <details
      className="request-details"
      open={isOpen || isUsed}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{sending.details}</summary>
      <div className="request-reach gap-0-16 stack">
        {DETAIL_NAMES.map((name) => (
          <Field key={name} label={sending[name]} error={overlong(typed[name], NAME_MAX) || errors[name]}>
            {(control) => (
              <input
                {...control}
                name={name}
                autoComplete={AUTOCOMPLETE[name]}
                inputMode={name === 'inn' ? 'numeric' : undefined}
                value={typed[name]}
                onChange={({ target }) => type(name, target.value)}
              />
            )}
          </Field>
        ))}
      </div>
    </details>
  );
}

const AUTOCOMPLETE = { company: 'organization', inn: 'off', city: 'address-level2', carrier: 'off' } as const;

function errorsOf(state: ReturnType<typeof ownRequest.sendingStore.$sending.get>): Partial<Record<FormField, string>> {
  const codes = state.phase === 'unsendable' ? state.codes : state.phase === 'refused' ? [state.failure.code] : [];
  return Object.fromEntries(
    codes.flatMap((code) => {
      const field = FIELD_OF[code];
      return field ? [[field, requestErrors[code as keyof typeof requestErrors]]] : [];
    }),
  );
}

/** Why nothing can be sent yet, and what is to be looked at. */
function stopOf(
  rows: readonly Row[],
  wrongAmounts: ReadonlySet<number>,
): { readonly text: string; readonly at: string } | null {
  if (rows.some(({ id }) => wrongAmounts.has(id)))
    return { text: sending.fixAmounts, at: '.request-rows [aria-invalid]' };
  if (rows.some(({ place }) => place === 'asked')) return { text: sending.notAsked, at: '.message .button' };
  if (rows.every(({ place }) => place === 'gone'))
    return { text: sending.nothingOffered, at: '.request-rows .icon-button' };
  if (rows.some(({ before }) => before !== null)) return { text: sending.agreeFirst, at: '#price-changes button' };
  return null;
}

interface ConsentProps {
  readonly isGiven: boolean;
  readonly error: string | undefined;
  readonly onGive: (isGiven: boolean) => void;
}

/** The consent without which nothing is kept, with a link to its text. */
function Consent({ isGiven, error, onGive }: ConsentProps) {
  const id = useId();
  return (
    <div className="field request-consent">
      <label>
        <input
          type="checkbox"
          name="consent"
          checked={isGiven}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && id}
          onChange={({ target }) => onGive(target.checked)}
        />
        <span>{sending.consent}</span>
      </label>
      <a href={paths.about('privacy')} target="_blank" rel="noopener">
        {sending.consentLink}
      </a>
      {error && (
        <span id={id} className="field-error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}

/** Why the request as a whole was refused, or that its state is unknown; `onOther`: it is to be one of its own. */
function SendingFailure({ failure, onOther }: { readonly failure: Failure; readonly onOther: () => void }) {
  const { code, kind, facts } = failure;
  if (code === 'already created' && typeof facts.number === 'number')
    return (
      <Message kind="warning" actions={<Button onClick={onOther}>{sending.asOther}</Button>}>
        {sending.earlier(facts.number)}
      </Message>
    );
  if (code === 'too many requests') return <Message kind="error">{sending.flood}</Message>;
  if (code === '' && (kind === 'offline' || kind === 'server')) return <Message kind="error">{sending.unsure}</Message>;
  return (
    <Message kind="error">
      {sending.notSent} {failureText(failure, requestErrors)}
    </Message>
  );
}
