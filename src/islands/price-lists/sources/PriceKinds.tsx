// The part of the screen of sources where an administrator chooses at which kind of the prices of 1C the shop sells; it
// is absent until 1C has named one.
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { failureText } from '../../../lib/platform/failure-texts.ts';
import type { Failure } from '../../../lib/platform/http-client.ts';
import { sourceErrors, priceKinds as texts } from '../../../lib/price-lists/sources/source-texts.ts';
import { createPriceKinds, priceKindCalls } from '../../../lib/price-lists/sources/sources-store.ts';
import { Button, Field, Message } from '../../ui/controls.tsx';

export function PriceKinds() {
  const [store] = useState(() => createPriceKinds(priceKindCalls));
  const state = useStore(store.$kinds);
  const [wanted, setWanted] = useState<string | null>(null);
  const [settled, setSettled] = useState<{ readonly failure: Failure | null } | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void store.load();
    return store.leave;
  }, [store]);
  if (state.phase !== 'ready' || state.value.kinds.length === 0) return null;
  const { kinds, setting, asks } = state.value;
  const taken = kinds.find(({ isTaken }) => isTaken);
  const id = wanted ?? taken?.id ?? kinds[0]?.id ?? '';

  async function choose() {
    setBusy(true);
    setSettled({ failure: await store.choose(id) });
    setWanted(null);
    setBusy(false);
  }

  return (
    <section className="below-16" aria-labelledby="price-kinds">
      <h2 id="price-kinds">{texts.heading}</h2>
      {asks && <Message kind="warning">{texts.asks}</Message>}
      {settled?.failure && <Message kind="error">{failureText(settled.failure, sourceErrors)}</Message>}
      {settled?.failure === null && taken && <Message kind="success">{texts.chosen(taken.title)}</Message>}
      {setting !== null ? (
        <p className="muted">
          {texts.bySetting(setting)} {!taken && texts.notSeen}
        </p>
      ) : (
        <>
          <Field label={texts.label} hint={texts.hint}>
            {(control) => (
              <select {...control} value={id} onChange={({ target }) => setWanted(target.value)}>
                {kinds.map((kind) => (
                  <option key={kind.id} value={kind.id}>
                    {[kind.title, kind.currency].filter(Boolean).join(', ')}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {(asks || id !== taken?.id) && (
            <Button kind="main" busy={busy} onClick={() => void choose()}>
              {texts.confirm}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
