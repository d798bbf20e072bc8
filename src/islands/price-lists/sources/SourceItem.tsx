// One source (a place from which price lists are fetched by themselves) in the administrators' list: its state, what
// can be done with it, what came from it.
import '../../../styles/price-lists.css';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { ReferenceRow } from '../../../../contract/catalogue/positions.ts';
import type { ImportSource } from '../../../../contract/price-lists/sources.ts';
import { formatMoment } from '../../../../rules/format/texts.ts';
import { failureText } from '../../../lib/platform/failure-texts.ts';
import type { Failure } from '../../../lib/platform/http-client.ts';
import { now } from '../../../lib/platform/now.ts';
import { askIfEnded } from '../../../lib/platform/router.ts';
import { site } from '../../../lib/platform/site.ts';
import { presetCalls } from '../../../lib/price-lists/price-list-calls.ts';
import { createReceivedFiles } from '../../../lib/price-lists/sources/received-files.ts';
import {
  receivedFiles as receivedTexts,
  sourceErrors,
  sources as texts,
} from '../../../lib/price-lists/sources/source-texts.ts';
import * as sourcesStore from '../../../lib/price-lists/sources/sources-store.ts';
import type { Owners } from '../../../lib/price-lists/upload/owners.ts';
import { Button, ConfirmButton } from '../../ui/controls.tsx';
import { useCall, useLoaded, useOnChange, usePolling } from '../../ui/hooks.ts';
import { CursorFrame } from '../../ui/ListFrame.tsx';
import { ReceivedFile } from './ReceivedFiles.tsx';

interface SourceItemProps {
  readonly source: ImportSource;
  readonly owners: Owners;
  /** Changes with what of it waits for a decision. */
  readonly staged: string;
  readonly store: sourcesStore.Sources;
  readonly onEdit: () => void;
  readonly onRemoved: () => void;
}

export function SourceItem({ source, owners, staged, store, onEdit, onRemoved }: SourceItemProps) {
  const { id, title, kind, isEnabled, isChecking, isQuiet, problem } = source;
  const { failure, run } = useCall();

  async function attempt(act: () => Promise<Failure | null>) {
    const refused = await run(act);
    // Another administrator has deleted it.
    if (refused?.kind === 'missing') void store.refresh();
  }

  return (
    <li className="source-item box breaks shrinks">
      <div className="source-title row baseline gap-4-12">
        <h3>{title}</h3>
        <span className="run-state gap-4">
          <span className="tag plain">{texts.kindOf(kind)}</span>
          {!isEnabled && <span className="tag warn">{texts.off}</span>}
          {isChecking && (
            <span className="tag signal" role="status">
              {texts.checking}
            </span>
          )}
          {problem !== null && !isChecking && <span className="tag bad">{texts.broken}</span>}
        </span>
      </div>
      <SourceFacts source={source} owners={owners} />
      {problem !== null && (
        <p className="source-note bad">
          <strong>{texts.problem}</strong> {problem}
        </p>
      )}
      {isQuiet && (
        <p className="source-note warn">{texts.quiet(sourcesStore.daysWithout(source, now()), source.quietDays)}</p>
      )}
      <div className="buttons above-12">
        <Button
          busy={isChecking}
          aria-label={texts.checkOf(title)}
          onClick={() => void attempt(() => store.check(source))}>
          {texts.check}
        </Button>
        <Button kind="quiet" aria-label={texts.editOf(title)} onClick={onEdit}>
          {texts.edit}
        </Button>
        <Button
          kind="quiet"
          aria-label={texts.turnOf(isEnabled, title)}
          onClick={() => void attempt(() => store.change(id, { isEnabled: !isEnabled }))}>
          {isEnabled ? texts.turnOff : texts.turnOn}
        </Button>
        <ConfirmButton
          className="button quiet"
          label={texts.removeOf(title)}
          question={texts.removeQuestion}
          details={texts.removeDetails(title)}
          yes={texts.remove}
          onConfirm={async () => {
            const refused = await store.remove(id);
            if (refused && refused.kind !== 'missing') {
              askIfEnded(refused);
              return { refused: failureText(refused, sourceErrors) };
            }
            if (refused) void store.refresh();
            onRemoved();
            return { done: true };
          }}>
          {texts.remove}
        </ConfirmButton>
      </div>
      <p role="alert" className="field-error">
        {failure && failureText(failure, sourceErrors)}
      </p>
      <SourceHistory source={source} staged={staged} />
    </li>
  );
}

const titleOf = (rows: readonly ReferenceRow[], id: number): string => rows.find((row) => row.id === id)?.title ?? '';

const moment = (at: Date): string => formatMoment(at, site.timeZone);
const momentOf = (at: string | null): string => (at === null ? texts.never : moment(new Date(at)));

/** Whose price list a source brings, where it looks, and when it did and will. */
function SourceFacts({ source, owners }: { readonly source: ImportSource; readonly owners: Owners }) {
  const { providerId, brandId, checkedAt, arrivedAt, ignored } = source;
  const preset = usePresetName(source);
  const owner = [titleOf(owners.providers, providerId), titleOf(owners.brands, brandId)]
    .filter((title) => title !== '')
    .join(', ');
  const next = sourcesStore.nextLook(source, now());
  const looks = [
    [texts.checked, momentOf(checkedAt)],
    [texts.arrived, momentOf(arrivedAt)],
    [texts.next, next === null ? texts.notPlanned : next === 'soon' ? texts.soon : moment(next)],
  ] as const;
  return (
    <>
      <p className="source-place">{texts.placeText(source)}</p>
      <p className="muted small">{[owner, preset].filter((text) => text !== '').join(' · ')}</p>
      <dl className="source-looks gap-4-20 stack small">
        {looks.map(([name, value]) => (
          <div key={name}>
            <dt className="muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {ignored > 0 && <p className="muted small">{texts.ignored(ignored)}</p>}
    </>
  );
}

/** How the lists of a source are read; '' until the name of its preset is known. */
function usePresetName({ providerId, presetId }: ImportSource): string {
  const { value } = useLoaded(
    async (id) => (id === null ? [] : await presetCalls.list(providerId)).find((preset) => preset.id === id),
    presetId,
  );
  if (presetId === null) return texts.guessed;
  return value ? texts.preset(value.name) : '';
}

/** The files received from a source, loaded when the user opens them. */
function SourceHistory(shown: Pick<SourceItemProps, 'source' | 'staged'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="source-history above-12" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.history}</summary>
      {isOpen && <Came {...shown} />}
    </details>
  );
}

/** Pause between two looks at what came, ms. */
const HISTORY_PAUSE = 10_000;

function Came({ source: { id, title, arrivedAt }, staged }: Pick<SourceItemProps, 'source' | 'staged'>) {
  const [store] = useState(() => createReceivedFiles(sourcesStore.sourceCalls, { sourceId: id }));
  const state = useStore(store.$list);
  // What has just come, was decided or checked anew belongs into the list.
  useOnChange(`${arrivedAt} ${staged}`, () => {
    void store.load();
    return store.leave;
  });
  // Undoing a run is no change of the source.
  usePolling(() => void store.refresh(), HISTORY_PAUSE);
  return (
    <CursorFrame
      state={state}
      texts={receivedTexts}
      bones={2}
      onAgain={() => void store.load()}
      onMore={() => void store.more()}>
      {state.rows.length === 0 ? (
        <p role="status">{receivedTexts.empty}</p>
      ) : (
        <ul className="records" aria-label={receivedTexts.listOf(title)}>
          {state.rows.map((arrival) => (
            <ReceivedFile key={arrival.id} arrival={arrival} />
          ))}
        </ul>
      )}
    </CursorFrame>
  );
}
