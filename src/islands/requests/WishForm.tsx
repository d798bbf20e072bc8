// The form of a request for visitors without JavaScript, and what the server answers to it: filled in by
// server/requests/wish-page.ts.

import { refusalName } from '../../../contract/requests/forms.ts';
import { paths } from '../../lib/platform/paths.ts';
import { phoneLink, site } from '../../lib/platform/site.ts';
import { requestErrors, sending, request as texts, thanks } from '../../lib/requests/request-texts.ts';
import { HOLES, If } from '../catalogue/Holes.tsx';

/** What was typed, '' in a form that nothing was sent of; a refusal by its code has '1'. */
type WishView = Readonly<Record<string, string>>;

const NOTHING: WishView = new Proxy({}, { get: () => '' });

type Code = keyof typeof requestErrors;

const Refused = ({ view, codes }: { readonly view: WishView; readonly codes: readonly Code[] }) =>
  codes.map((code) => (
    <If key={code} value={view[refusalName(code)] ?? ''}>
      <span className="field-error">{requestErrors[code]}</span>
    </If>
  ));

/** Refusals that concern the request as a whole. */
const OF_WHOLE: readonly Code[] = [
  'request looks automatic',
  'too many requests from you today',
  'too many requests today',
  'too many requests of newcomers today',
];

function Form({ view }: { readonly view: WishView }) {
  const { wish } = texts;
  return (
    <form className="request-form" method="post" action={paths.ownRequest}>
      <h2>{wish.heading}</h2>
      <p>
        {wish.lead} <a href={phoneLink}>{site.phone}</a>.
      </p>
      <If value={view.refused ?? ''}>
        <p className="message error" role="alert">
          {wish.refused} <Refused view={view} codes={OF_WHOLE} />
          <If value={view.tooManyRequests ?? ''}>{sending.flood}</If>
        </p>
      </If>
      <label className="field">
        <span>{sending.name}</span>
        <input name="name" autoComplete="name" defaultValue={view.name} />
        <Refused view={view} codes={['invalid name']} />
      </label>
      <label className="field">
        <span>{sending.phone}</span>
        <input name="phone" type="tel" autoComplete="tel" defaultValue={view.phone} />
        <Refused view={view} codes={['invalid phone', 'phone or email is needed']} />
      </label>
      <label className="field">
        <span>{sending.email}</span>
        <input name="email" type="text" autoComplete="email" defaultValue={view.email} />
        <Refused view={view} codes={['invalid email']} />
      </label>
      <label className="field">
        <span>{wish.text}</span>
        <If value={view.comment ?? ''} otherwise={<textarea name="comment" rows={6} />}>
          <textarea name="comment" rows={6} defaultValue={view.comment} />
        </If>
        <span className="muted small">{wish.hint}</span>
        <Refused view={view} codes={['invalid comment', 'wish is empty']} />
      </label>
      <div className="field request-consent">
        <label>
          <input type="checkbox" name="consent" />
          <span>{sending.consent}</span>
        </label>
        <a href={paths.about('privacy')}>{sending.consentLink}</a>
        <Refused view={view} codes={['consent is needed']} />
      </div>
      <p className="visually-hidden" aria-hidden="true">
        <input name="website" tabIndex={-1} autoComplete="off" aria-label={sending.website} />
      </p>
      <button type="submit" className="button main">
        {wish.submit}
      </button>
    </form>
  );
}

/** The form as it is built: nothing was sent yet. */
export const WishForm = () => <Form view={NOTHING} />;

/** Offers of an address are named to those without script alone: others see them in their request. */
const Unsent = ({ view }: { readonly view: WishView }) => (
  <If value={view.asked ?? ''} otherwise={<Form view={view} />}>
    <noscript>
      <Form view={view} />
    </noscript>
  </If>
);

/** What the server fills in: the number of the request that was made, or the form with what was wrong. */
export function WishAnswer() {
  const view = HOLES as WishView;
  return (
    <If value={view.number ?? ''} otherwise={<Unsent view={view} />}>
      <section className="request-thanks message success" role="status">
        <h2>
          {thanks.numbered} {view.number}
        </h2>
        <p>{thanks.lead}</p>
        <p>
          {thanks.call} <a href={phoneLink}>{site.phone}</a>
        </p>
      </section>
    </If>
  );
}
