import { useStore } from '@nanostores/react';
import { Printer } from 'lucide-react';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { EMAIL_MAX, PHONE_MAX } from '../../../contract/limits.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { submitOnKey } from '../../lib/platform/keyboard.ts';
import { paths } from '../../lib/platform/paths.ts';
import { $account, $hint } from '../../lib/platform/session-store.ts';
import { phoneLink, site } from '../../lib/platform/site.ts';
import { adding } from '../../lib/requests/add-texts.ts';
import { basket, basketOffers, type Putting } from '../../lib/requests/basket.ts';
import { type Row, requestCalls, rowsOf } from '../../lib/requests/offers.ts';
import { itemsText, readItems, type SharedItems, type Wanted } from '../../lib/requests/request-address.ts';
import {
  requestErrors,
  requestText,
  request as requestTexts,
  sending,
  thanks as sharingTexts,
  request as texts,
  sharing as thanksTexts,
} from '../../lib/requests/request-texts.ts';
import {
  $wrongAmounts,
  draft,
  FIELD_OF,
  type FormField,
  offers,
  type RequestDraft,
  type Sent,
  sendingStore,
} from '../../lib/requests/sending.ts';
import { withinBoundary } from '../ui/Boundary.tsx';
import { Button, ConfirmButton, CopyButton, DownloadButton, Failed, Field, Message } from '../ui/controls.tsx';
import { useOnChange } from '../ui/hooks.ts';
import { RequestRows } from './RequestRows.tsx';

function OwnRequest() {
  const lying = basketOffers(useStore(basket.$kept));
  const { answers, failure } = useStore(offers.$offers);
  const sending = useStore(sendingStore.$sending);
  const [isRenewed, setRenewed] = useState(false);
  const ids = lying.map(({ id }) => id);
  const asked = ids.join(',');
  useOnChange(asked, () => void offers.need(ids).then(() => setRenewed(true)));
  useEffect(() => {
    // What an offer is called is kept, so that it has a name when it is gone; a price that was not seen before is seen now.
    for (const { id, price, title } of basket.lying()) {
      const offer = answers.get(id);
      if (offer && (price === null || title === ''))
        basket.change(id, { article: offer.article, title: offer.title, price: price ?? offer.price });
    }
  }, [answers]);

  // The thanks for the one before would stand above another request.
  useEffect(() => {
    if (basket.lying().length > 0) sendingStore.forget();
  }, []);

  const rows = rowsOf(lying, answers);
  return (
    <div className="request">
      <SharedOffers />
      {sending.phase === 'sent' && <Thanks sent={sending.sent} />}
      {lying.length === 0 ? (
        sending.phase !== 'sent' && <Empty />
      ) : (
        <>
          <p className="muted no-print">{texts.lead}</p>
          {failure && (
            <Failed failure={failure} onAgain={() => void offers.ask(ids)}>
              {texts.failed}
            </Failed>
          )}
          <p role="status" className="visually-hidden">
            {!isRenewed && !failure && texts.loading}
          </p>
          <PriceChanges rows={rows} />
          <RequestRows rows={rows} />
          <RequestTools rows={rows} />
          <RequestForm rows={rows} />
        </>
      )}
    </div>
  );
}

/** The buyer's request: its offers as they stand now, and the form that sends it. */
export const Request = withinBoundary(OwnRequest);

function Empty() {
  return (
    <section className="above-20">
      <h2>{texts.empty}</h2>
      <p>{texts.emptyHow}</p>
      <p className="buttons">
        <a className="button main" href={paths.catalog}>
          {texts.toCatalogue}
        </a>
        <a className="button" href={paths.catalogList}>
          {texts.toList}
        </a>
      </p>
    </section>
  );
}

/** What the address of this page brought; null when it names no offers. */
function sharedOf(search: string): SharedItems | null {
  const text = new URLSearchParams(search).get('items');
  return text === null ? null : readItems(text);
}

/** Whether all of these lie there already, as many of each. */
const liesThere = (items: readonly Wanted[]): boolean => {
  const amounts = new Map(basket.lying().map(({ id, amount }) => [id, amount]));
  return items.every(({ id, amount }) => amounts.get(id) === amount);
};

/** Takes over the offers of the address; over a request that lies there already it asks first. */
function SharedOffers() {
  const [shared] = useState(() => sharedOf(location.search));
  const [own] = useState(() => basket.lying().length);
  const [isAsking, setAsking] = useState(() => shared !== null && own > 0 && !liesThere(shared.items));
  const [putting, setPutting] = useState<Putting>('added');

  function settle(act: () => Putting): void {
    setPutting(act());
    setAsking(false);
    // A reload must not bring back what is taken out meanwhile.
    history.replaceState(null, '', paths.ownRequest);
  }

  // Nothing lies there that could be lost.
  useOnChange(shared, () => {
    if (!shared || isAsking) return;
    if (shared.items.length > 0) sendingStore.forget();
    settle(() => (liesThere(shared.items) ? 'added' : basket.replace(shared.items)));
  });

  if (!shared) return null;
  const { items, unread } = shared;
  return (
    <>
      {unread > 0 && (
        <Message kind="warning">{items.length === 0 ? thanksTexts.nothing : thanksTexts.unread(unread)}</Message>
      )}
      {putting !== 'added' && <Message kind="warning">{adding.done[putting]}</Message>}
      {isAsking && (
        <Message
          kind="warning"
          actions={
            <>
              <Button onClick={() => settle(() => basket.replace(items))}>{thanksTexts.replace}</Button>
              <Button onClick={() => settle(() => basket.merge(items))}>{thanksTexts.add}</Button>
              <Button onClick={() => settle(() => 'added')}>{thanksTexts.keep}</Button>
            </>
          }>
          <strong>{thanksTexts.heading}.</strong> {thanksTexts.question(items.length, own)}
        </Message>
      )}
    </>
  );
}

/** What stands in the place of a request that was taken: its number, and what comes next. */
function Thanks({ sent }: { readonly sent: Sent }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isSignedIn = useStore($hint) !== null;
  useEffect(() => {
    heading.current?.focus();
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <section className="request-thanks message success" role="status">
      <h2 ref={heading} tabIndex={-1}>
        {sharingTexts.heading(sent.number)}
      </h2>
      <p>
        {sharingTexts.lead} {sent.email && sharingTexts.mailed(sent.email)}
      </p>
      <p>
        {sharingTexts.call} <a href={phoneLink}>{site.phone}</a>
      </p>
      <p className="buttons no-print">
        <a className="button main" href={paths.catalog} onClick={() => sendingStore.forget()}>
          {sharingTexts.toCatalogue}
        </a>
        {isSignedIn && (
          <a className="button" href={paths.user}>
            {sharingTexts.own}
          </a>
        )}
      </p>
    </section>
  );
}

/** Who asks, and the button that sends the request; what the server would refuse is shown at its field. */
function RequestForm({ rows }: { readonly rows: readonly Row[] }) {
  const typed = useStore(draft.$draft);
  const state = useStore(sendingStore.$sending);
  const wrongAmounts = useStore($wrongAmounts);
  const account = useStore($account);
  const [consent, setConsent] = useState(false);
  const [website, setWebsite] = useState('');
  const [blocked, setBlocked] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const errors = errorsOf(state);

  // A signed-in buyer need not type what is known.
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
        <Field label={sending.phone} hint={sending.reach} error={errors.phone}>
          {(control) => <input {...control} {...input('phone')} type="tel" autoComplete="tel" maxLength={PHONE_MAX} />}
        </Field>
        <Field label={sending.email} error={errors.email}>
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
          {state.phase === 'sending' ? sending.submitting : sending.submit}
        </Button>
        <a href={paths.about('contact')}>{sending.otherContact}</a>
      </div>
    </form>
  );
}

/** The faults of fields that the last sending returned. */
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
    return { text: sending.fixAmounts, at: '.request-rows [aria-invalid]' };
  if (rows.some(({ place }) => place === 'asked')) return { text: sending.notAsked, at: '.message .button' };
  if (rows.every(({ place }) => place === 'gone'))
    return { text: sending.nothingOffered, at: '.request-rows .icon-button' };
  if (rows.some(({ before }) => before !== null)) return { text: sending.agreeFirst, at: `#${PRICE_CHANGES} button` };
  return null;
}

/** The element that the form moves to while the prices are not agreed to. */
const PRICE_CHANGES = 'price-changes';

/** Reports prices that differ from those seen before, and asks to agree. */
function PriceChanges({ rows }: { readonly rows: readonly Row[] }) {
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

interface RequestFormProps {
  readonly isGiven: boolean;
  readonly error: string | undefined;
  readonly onGive: (isGiven: boolean) => void;
}

/** The consent without which nothing is kept, with a link to its text. */
function Consent({ isGiven, error, onGive }: RequestFormProps) {
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
      <a href={paths.about('company')} target="_blank" rel="noopener">
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

interface SendingFailureProps {
  readonly failure: Failure;
  /** What lies here is to be a request of its own. */
  readonly onOther: () => void;
}

/** Why the request as a whole was refused, or that its state is unknown. */
function SendingFailure({ failure, onOther }: SendingFailureProps) {
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

/** What else can be done with the offers: print, copy, hand on, take as a file, throw away. */
function RequestTools({ rows }: { readonly rows: readonly Row[] }) {
  const offered = rows.filter(({ place }) => place !== 'gone');

  async function clear() {
    basket.remove(rows.map(({ id }) => id));
    return { done: true } as const;
  }

  return (
    <div className="buttons request-tools ruled no-print">
      {offered.length > 0 && (
        <>
          <Button onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            {texts.print}
          </Button>
          <CopyButton wide text={requestText(rows)} label={texts.copy} done={texts.copied} />
          <CopyButton
            wide
            text={location.origin + paths.requestOf(itemsText(offered))}
            label={texts.share}
            done={texts.copied}
          />
          <DownloadButton ask={() => requestCalls.file(offered)} name={texts.fileName} label={texts.download} />
        </>
      )}
      <a href={paths.catalog}>{texts.more}</a>
      <ConfirmButton
        className="button quiet"
        question={texts.clearQuestion}
        details={texts.clearDetails}
        yes={texts.clear}
        onConfirm={clear}>
        {texts.clear}
      </ConfirmButton>
    </div>
  );
}
