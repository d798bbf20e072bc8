import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { EMAIL_MAX, PHONE_MAX } from '../../../contract/limits.ts';
import { type Failure, failureText } from '../../lib/platform/http-client.ts';
import { submitOnKey } from '../../lib/platform/keyboard.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $account } from '../../lib/platform/session-store.ts';
import { basket } from '../../lib/requests/basket.ts';
import type { Row } from '../../lib/requests/offers.ts';
import { $wrongAmounts, draft, sendingStore } from '../../lib/requests/request-page.ts';
import { requestErrors, request as requestTexts, sending as texts } from '../../lib/requests/request-texts.ts';
import { FIELD_OF, type FormField, type RequestDraft } from '../../lib/requests/sending.ts';
import { Button, Field, Message } from '../ui/controls.tsx';

/** Who asks, and the button that sends the request; what the server would refuse is told at its field. */
export function RequestForm({ rows }: { readonly rows: readonly Row[] }) {
  const typed = useStore(draft.$draft);
  const state = useStore(sendingStore.$sending);
  const wrongAmounts = useStore($wrongAmounts);
  const account = useStore($account);
  const [consent, setConsent] = useState(false);
  const [website, setWebsite] = useState('');
  const [blocked, setBlocked] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const errors = errorsOf(state);

  // Whoever is signed in need not type what is known.
  useEffect(() => {
    const { name, email, phone } = draft.$draft.get();
    if (account && `${name}${email}${phone}` === '') draft.type({ name: account.name ?? '', email: account.email });
  }, [account]);
  useEffect(() => {
    if (state.phase === 'unsendable' || state.phase === 'refused')
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [state]);

  async function submit(event?: SubmitEvent<HTMLFormElement>): Promise<void> {
    event?.preventDefault();
    if (state.phase === 'sending') return;
    const stop = stopOf(rows, wrongAmounts);
    setBlocked(stop?.text ?? '');
    if (stop) document.querySelector<HTMLElement>(stop.at)?.focus();
    else await sendingStore.send(rows, { consent, website });
  }

  const input = (name: keyof Omit<RequestDraft, 'key'>) => ({
    name,
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => draft.type({ [name]: target.value }),
  });
  const left = texts.commentMax - [...typed.comment].length;
  return (
    <form
      ref={form}
      className="request-form no-print"
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => submitOnKey(event, () => void submit())}
      aria-labelledby="request-form"
    >
      <h2 id="request-form">{texts.heading}</h2>
      <Field label={texts.name} error={errors.name}>
        {(control) => <input {...control} {...input('name')} autoComplete="name" required />}
      </Field>
      <div className="request-reach gap-0-16 stack">
        <Field label={texts.phone} hint={texts.reach} error={errors.phone}>
          {(control) => <input {...control} {...input('phone')} type="tel" autoComplete="tel" maxLength={PHONE_MAX} />}
        </Field>
        <Field label={texts.email} error={errors.email}>
          {(control) => (
            <input
              {...control}
              {...input('email')}
              type="email"
              autoComplete="email"
              spellCheck={false}
              maxLength={EMAIL_MAX}
            />
          )}
        </Field>
      </div>
      <Field label={texts.comment} hint={texts.commentHint(left)} error={errors.comment}>
        {(control) => <textarea {...control} {...input('comment')} rows={3} />}
      </Field>
      <div className={errors.website ? undefined : 'visually-hidden'} aria-hidden={!errors.website}>
        <Field label={texts.website} error={errors.website}>
          {(control) => (
            <input
              {...control}
              name="website"
              tabIndex={errors.website ? 0 : -1}
              autoComplete="off"
              value={website}
              onChange={({ target }) => setWebsite(target.value)}
            />
          )}
        </Field>
      </div>
      <Consent isGiven={consent} error={errors.consent} onGive={setConsent} />
      {blocked && <Message kind="error">{blocked}</Message>}
      {state.phase === 'refused' && !FIELD_OF[state.failure.code] && (
        <SendingFailure
          failure={state.failure}
          onOther={() => {
            sendingStore.asOther();
            void submit();
          }}
        />
      )}
      <div className="buttons">
        <Button kind="main" type="submit" busy={state.phase === 'sending'}>
          {state.phase === 'sending' ? texts.submitting : texts.submit}
        </Button>
        <a href={paths.about('contact')}>{texts.otherWays}</a>
      </div>
    </form>
  );
}

/** What is wrong with which field, as far as the last sending told. */
function errorsOf(state: ReturnType<typeof sendingStore.$sending.get>): Partial<Record<FormField, string>> {
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
    return { text: texts.fixAmounts, at: '.request-rows [aria-invalid]' };
  if (rows.some(({ place }) => place === 'asked')) return { text: texts.notAsked, at: '.message .button' };
  if (rows.every(({ place }) => place === 'gone'))
    return { text: texts.nothingOffered, at: '.request-rows .icon-button' };
  if (rows.some(({ before }) => before !== null)) return { text: texts.agreeFirst, at: `#${PRICE_CHANGES} button` };
  return null;
}

/** Where the form sends whoever has not agreed to the prices yet. */
const PRICE_CHANGES = 'price-changes';

/** Tells that prices are others than those that were seen, and asks to agree. */
export function PriceChanges({ rows }: { readonly rows: readonly Row[] }) {
  const changed = rows.filter(({ before }) => before !== null);
  const accept = () => {
    for (const { id, offer } of changed) if (offer) basket.change(id, { price: offer.price });
  };
  if (changed.length === 0) return null;
  return (
    <div id={PRICE_CHANGES} tabIndex={-1}>
      <Message kind="warning" actions={<Button onClick={accept}>{requestTexts.accept}</Button>}>
        {requestTexts.changed(changed.length)}
      </Message>
    </div>
  );
}

interface Props {
  readonly isGiven: boolean;
  readonly error: string | undefined;
  readonly onGive: (isGiven: boolean) => void;
}

/** The consent without which nothing is kept, with the way to who keeps it. */
function Consent({ isGiven, error, onGive }: Props) {
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
        <span>{texts.consent}</span>
      </label>
      <a href={paths.about('company')} target="_blank" rel="noopener">
        {texts.consentLink}
      </a>
      {error && (
        <span id={id} className="field-error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}

interface SendingFailureProps {
  readonly failure: Failure;
  /** What lies here is to be a request of its own. */
  readonly onOther: () => void;
}

/** Why the request as a whole was not taken, or that nobody knows. */
function SendingFailure({ failure, onOther }: SendingFailureProps) {
  const { code, kind, facts } = failure;
  if (code === 'already created' && typeof facts.number === 'number')
    return (
      <Message kind="warning" actions={<Button onClick={onOther}>{texts.asOther}</Button>}>
        {texts.earlier(facts.number)}
      </Message>
    );
  if (code === 'too many requests') return <Message kind="error">{texts.flood}</Message>;
  if (code === '' && (kind === 'offline' || kind === 'server')) return <Message kind="error">{texts.unsure}</Message>;
  return (
    <Message kind="error">
      {texts.notSent} {failureText(failure, requestErrors)}
    </Message>
  );
}
