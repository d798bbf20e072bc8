import { type SubmitEvent, useState } from 'react';
import { CROSS_WAYS } from '../../../contract/cross-ways.ts';
import { crossEditor as texts } from '../../lib/crosses/card-cross-texts.ts';
import { crossErrors } from '../../lib/crosses/cross-texts.ts';
import type { NewCross, SaidCrossesStore } from '../../lib/crosses/said-crosses-store.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Message } from '../ui/Message.tsx';

const BLANK: NewCross = { article: '', maker: '', way: 'both' };

/** The fields that a refusal is about; any other is said below them. */
const FIELD_OF: Readonly<Record<string, keyof NewCross>> = {
  'invalid cross article': 'article',
  'cross of itself': 'article',
  'invalid cross maker': 'maker',
  'invalid way': 'way',
};

/** Says by hand what replaces the part of the card; what was typed stays until it is taken. */
export function NewCrossForm({ store }: { readonly store: SaidCrossesStore }) {
  const [typed, setTyped] = useState(BLANK);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const errorOf = (field: keyof NewCross) =>
    failure && FIELD_OF[failure.code] === field ? failureText(failure, crossErrors) : '';

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const refused = await store.add(typed);
    setBusy(false);
    setFailure(refused);
    askIfEnded(refused);
    const field = refused ? FIELD_OF[refused.code] : 'article';
    if (refused === null) setTyped(BLANK);
    if (field) event.target.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }

  return (
    <form className="new-cross" onSubmit={save} noValidate aria-label={texts.add}>
      <div className="cross-layout">
        <Field label={texts.article} error={errorOf('article')}>
          {(control) => (
            <input
              {...control}
              type="text"
              name="article"
              autoComplete="off"
              value={typed.article}
              onChange={({ target }) => setTyped({ ...typed, article: target.value })}
            />
          )}
        </Field>
        <Field label={texts.maker} hint={texts.makerHint} error={errorOf('maker')}>
          {(control) => (
            <input
              {...control}
              type="text"
              name="maker"
              autoComplete="off"
              value={typed.maker}
              onChange={({ target }) => setTyped({ ...typed, maker: target.value })}
            />
          )}
        </Field>
        <Field label={texts.way} error={errorOf('way')}>
          {(control) => (
            <select
              {...control}
              name="way"
              value={typed.way}
              onChange={({ target }) =>
                setTyped({ ...typed, way: CROSS_WAYS.find((way) => way === target.value) ?? 'both' })
              }
            >
              {CROSS_WAYS.map((way) => (
                <option key={way} value={way}>
                  {texts.addWays[way]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {failure && !FIELD_OF[failure.code] && (
        <Message kind="error">{failureText(failure, crossErrors)}</Message>
      )}
      <div className="buttons">
        <Button type="submit" busy={busy}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
