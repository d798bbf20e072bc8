// The part of a product card in which administrators see, add and remove crosses ("this article replaces that one"); it
// loads when it is opened.
import '../../styles/catalogue-staff.css';
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useState } from 'react';
import type { SaidCross } from '../../../contract/catalogue/crosses.ts';
import { CROSS_WAYS } from '../../../contract/catalogue/words.ts';
import { formatMoment } from '../../../rules/format/texts.ts';
import { type CrossListStore, createCrossList, crossCalls, type NewCross } from '../../lib/catalogue/cross-calls.ts';
import { crossErrors, crossEditor as texts } from '../../lib/catalogue/cross-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { askIfEnded } from '../../lib/platform/router.ts';
import { site } from '../../lib/platform/site.ts';
import { Button, ConfirmButton, type Confirmed, Failed, Field, Message } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';
import { TextField } from '../ui/TextField.tsx';

interface Props {
  readonly positionId: number;
  readonly onChange: () => void;
}

export default function CrossEditor({ positionId, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card-history shrinks" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.summary}</summary>
      {isOpen && <Said key={positionId} positionId={positionId} onChange={onChange} />}
    </details>
  );
}

function Said({ positionId, onChange }: Props) {
  const [store] = useState(() => createCrossList(crossCalls, positionId, onChange));
  const state = useStore(store.$said);
  const done = useStore(store.$done);
  useEffect(() => void store.load(), [store]);
  const failure = state.phase === 'failed' ? state.failure : null;
  useEffect(() => askIfEnded(failure), [failure]);
  if (state.phase === 'loading') return <p role="status">{texts.loading}</p>;
  if (state.phase === 'failed')
    return (
      <Failed failure={state.failure} errors={crossErrors} onAgain={() => void store.load()}>
        {texts.failed}
      </Failed>
    );
  const { crosses, isCut } = state.value;
  return (
    <>
      {done && <Message kind="success">{texts[done.kind](done.article)}</Message>}
      {crosses.length === 0 ? (
        <p className="muted">{texts.empty}</p>
      ) : (
        <ul className="records" aria-label={texts.list}>
          {crosses.map((cross) => (
            <CrossItem key={cross.id} cross={cross} store={store} />
          ))}
        </ul>
      )}
      {isCut && <p className="muted">{texts.cut(crosses.length)}</p>}
      <NewCrossForm store={store} />
    </>
  );
}

interface CrossItemProps {
  readonly cross: SaidCross;
  readonly store: CrossListStore;
}

function CrossItem({ cross: { id, way, article, maker, run, who, savedAt }, store }: CrossItemProps) {
  async function remove(): Promise<Confirmed> {
    const failure = await store.remove(id, article);
    askIfEnded(failure);
    return failure === null || failure.kind === 'missing'
      ? { done: true }
      : { refused: failureText(failure, crossErrors) };
  }

  return (
    <li className="cross">
      <div>
        <p>
          <span className="muted">{texts.directions[way]}</span> <a href={paths.search(article)}>{article}</a>{' '}
          <span>{maker ?? texts.anyMaker}</span>
        </p>
        <p className="muted small">
          {run ? <a href={paths.importRun(run.id)}>{texts.ofRun(run.fileName, run.id)}</a> : texts.byHand}
          {', '}
          <time dateTime={savedAt}>{formatMoment(new Date(savedAt), site.timeZone)}</time>
          {who && `, ${who}`}
        </p>
      </div>
      <div className="row gap-8">
        <ConfirmButton
          className="button quiet"
          label={texts.removeOf(article)}
          question={texts.removeQuestion}
          details={texts.removeDetails(article)}
          yes={texts.remove}
          onConfirm={remove}>
          {texts.remove}
        </ConfirmButton>
      </div>
    </li>
  );
}

const BLANK: NewCross = { article: '', maker: '', way: 'both' };

/** The fields that a refusal is about; any other is said below them. */
const FIELD_OF: Readonly<Record<string, keyof NewCross>> = {
  'invalid cross article': 'article',
  'cross of itself': 'article',
  'invalid cross maker': 'maker',
  'invalid way': 'way',
};

/** Says by hand what replaces the part of the card; what was typed stays until it is taken. */
function NewCrossForm({ store }: { readonly store: CrossListStore }) {
  const [typed, setTyped] = useState(BLANK);
  const { busy, failure, run } = useCall();
  const errorOf = (field: keyof NewCross) =>
    failure && FIELD_OF[failure.code] === field ? failureText(failure, crossErrors) : '';

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const refused = await run(() => store.add(typed));
    if (refused === undefined) return;
    const field = refused ? FIELD_OF[refused.code] : 'article';
    if (refused === null) setTyped(BLANK);
    if (field) event.target.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }

  return (
    <form className="new-cross" onSubmit={save} noValidate aria-label={texts.add}>
      <div className="cross-layout gap-8-20 top stack">
        <TextField
          label={texts.article}
          error={errorOf('article')}
          name="article"
          value={typed.article}
          onChange={(article) => setTyped({ ...typed, article })}
        />
        <TextField
          label={texts.maker}
          hint={texts.makerHint}
          error={errorOf('maker')}
          name="maker"
          value={typed.maker}
          onChange={(maker) => setTyped({ ...typed, maker })}
        />
        <Field label={texts.direction} error={errorOf('way')}>
          {(control) => (
            <select
              {...control}
              name="way"
              value={typed.way}
              onChange={({ target }) =>
                setTyped({ ...typed, way: CROSS_WAYS.find((way) => way === target.value) ?? 'both' })
              }>
              {CROSS_WAYS.map((way) => (
                <option key={way} value={way}>
                  {texts.addDirections[way]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {failure && !FIELD_OF[failure.code] && <Message kind="error">{failureText(failure, crossErrors)}</Message>}
      <div className="buttons">
        <Button type="submit" busy={busy}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
