// The screen on which administrators give many positions their photos at once: files named by articles are tried, shown
// as a table, applied, and undone as a whole.
import '../../styles/catalogue-staff.css';
import '../../styles/price-lists.css';
import { useStore } from '@nanostores/react';
import { Images } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { PhotoFile, PhotoRun } from '../../../contract/catalogue/photo-runs.ts';
import { PHOTO_OUTCOMES } from '../../../contract/catalogue/photo-words.ts';
import { thumbnailSources } from '../../../rules/catalogue/pictures.ts';
import { formatMoment, formatNumber } from '../../../rules/format/texts.ts';
import { photoRunErrors, photoRuns as texts } from '../../lib/catalogue/photo-run-texts.ts';
import { choiceOf, createPhotoRun, type PhotoFilter, photoRunCalls } from '../../lib/catalogue/photo-runs.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { PHOTO_FOLDER } from '../../lib/platform/picture-addresses.ts';
import { askIfEnded } from '../../lib/platform/router.ts';
import { site } from '../../lib/platform/site.ts';
import { FilterSelect } from '../ui/ChoiceSelect.tsx';
import { Button, ConfirmButton, Failed, Message } from '../ui/controls.tsx';
import { DropZone } from '../ui/FileDrop.tsx';
import { useCall, useLoaded, usePolling } from '../ui/hooks.ts';

const OUTCOMES = PHOTO_OUTCOMES.map((id) => ({ id, title: texts.outcomes[id] }));
/** Pause between two looks at how far the server is, ms. */
const LOOK_MS = 1_000;

export default function PhotoRuns() {
  const runs = useLoaded(photoRunCalls.list);
  const [store] = useState(() => createPhotoRun(photoRunCalls, () => void runs.again()));
  const { sending, page, outcome, failure } = useStore(store.$state);
  const more = useCall();
  useEffect(() => store.leave, [store]);
  useEffect(() => askIfEnded(failure), [failure]);
  usePolling(() => void store.look(), LOOK_MS);
  const run = page?.run;
  const isReading = sending !== null || run?.state === 'reading';

  return (
    <div className="photo-runs">
      <p className="muted">{texts.lead}</p>
      <DropZone
        label={texts.field}
        hint={texts.hint}
        accept="image/*,.heic,.heif,.zip"
        multiple
        Icon={Images}
        action={<FolderButton onFiles={(files) => void store.send(files)} />}
        onFiles={(files) => void store.send(files)}>
        {texts.prompt}
      </DropZone>
      {isReading && (
        <p role="status">
          {sending ? texts.sending(sending.sent, sending.total) : run && texts.reading(run.read, run.files)}
        </p>
      )}
      {failure && (
        <Message kind="error">
          {texts.failed} {failureText(failure, photoRunErrors)}
        </Message>
      )}
      {page && run && !isReading && (
        <>
          <RunMessage key={run.id} run={run} onApply={store.apply} onUndo={store.undo} />
          <dl className="run-figures below-20 row" aria-label={texts.figures}>
            {PHOTO_OUTCOMES.map((name) => (
              <div key={name} className={run.counts[name] === 0 ? 'none' : name === 'refused' ? 'trouble' : undefined}>
                <dt>{texts.outcomes[name]}</dt>
                <dd>{formatNumber(run.counts[name])}</dd>
              </div>
            ))}
          </dl>
          <search aria-label={texts.outcome} className="filters">
            <FilterSelect
              label={texts.outcome}
              any={texts.anyOutcome}
              choices={OUTCOMES}
              value={outcome}
              onChange={(wanted) => void store.filter(wanted as PhotoFilter)}
            />
          </search>
          <FileTable files={page.files} />
          {page.next !== null && (
            <Button busy={more.busy} onClick={() => void more.run(store.more)}>
              {texts.more}
            </Button>
          )}
        </>
      )}
      <section aria-labelledby="photo-runs">
        <h2 id="photo-runs">{texts.runs}</h2>
        {runs.failure && (
          <Failed failure={runs.failure} onAgain={() => void runs.again()}>
            {texts.runsFailed}
          </Failed>
        )}
        {runs.value?.length === 0 && <p className="muted">{texts.noRuns}</p>}
        <ul className="records">
          {runs.value?.map((each) => (
            <li key={each.id} className="photo-run">
              <Button kind="quiet" aria-disabled={isReading} onClick={() => !isReading && void store.open(each.id)}>
                {texts.open(each.id)}
              </Button>
              <span>
                <span className="tag plain">{texts.states[each.state]}</span> {texts.runText(each)}
              </span>
              <span className="muted small">
                {texts.who(each.who)},{' '}
                <time dateTime={each.triedAt}>{formatMoment(new Date(each.triedAt), site.timeZone)}</time>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Chooses all files of a folder, which a field of a browser does not offer beside single files. */
function FolderButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.setAttribute('webkitdirectory', ''), []);
  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={texts.folder}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button className="relative" onClick={() => field.current?.click()}>
        {texts.folder}
      </Button>
    </>
  );
}

interface RunMessageProps {
  readonly run: PhotoRun;
  readonly onApply: ReturnType<typeof createPhotoRun>['apply'];
  readonly onUndo: ReturnType<typeof createPhotoRun>['undo'];
}

/** What the run has done or would do, and the one thing that can be done about it. */
function RunMessage({ run, onApply, onUndo }: RunMessageProps) {
  const apply = useCall();
  const [replace, setReplace] = useState(false);
  const getsAny = choiceOf(run, replace).positions > 0;
  const refusal = apply.failure && <Message kind="error">{failureText(apply.failure, photoRunErrors)}</Message>;
  switch (run.state) {
    case 'applied':
      return (
        <Message
          kind="success"
          actions={
            <ConfirmButton
              className="button"
              label={texts.undoOf(run.id)}
              question={texts.undoQuestion}
              details={texts.undoDetails}
              yes={texts.undo}
              onConfirm={async () => {
                const failure = await onUndo();
                return failure ? { refused: failureText(failure, photoRunErrors) } : { done: true };
              }}>
              {texts.undo}
            </ConfirmButton>
          }>
          {texts.applied(run)}
        </Message>
      );
    case 'undone':
      return <Message kind="success">{texts.undone(run)}</Message>;
    case 'expired':
      return <Message kind="warning">{texts.expired}</Message>;
    case 'interrupted':
      return <Message kind="warning">{texts.interrupted}</Message>;
    default:
      return (
        <>
          <Message
            kind="info"
            actions={
              run.positions > 0 && (
                <Button
                  kind="main"
                  busy={apply.busy}
                  aria-disabled={!getsAny}
                  onClick={() => getsAny && void apply.run(() => onApply(replace))}>
                  {texts.apply}
                </Button>
              )
            }>
            {texts.checked(run)}
            {run.replaced > 0 && (
              <fieldset className="photo-choice">
                <legend>{texts.choice}</legend>
                {[false, true].map((each) => (
                  <label key={String(each)} className="check">
                    <input
                      type="radio"
                      name="photo-choice"
                      checked={replace === each}
                      disabled={apply.busy}
                      onChange={() => setReplace(each)}
                    />
                    <span>{each ? texts.replace(run) : texts.fill(choiceOf(run, false))}</span>
                  </label>
                ))}
              </fieldset>
            )}
          </Message>
          {refusal}
        </>
      );
  }
}

function FileTable({ files }: { readonly files: readonly PhotoFile[] }) {
  if (files.length === 0) return <p className="muted">{texts.none}</p>;
  const { picture, file, result, parts } = texts.columns;
  return (
    <div className="reports">
      <table className="cards labelled" aria-label={texts.table}>
        <thead>
          <tr>
            <th scope="col">{picture}</th>
            <th scope="col">{file}</th>
            <th scope="col">{result}</th>
            <th scope="col">{parts}</th>
          </tr>
        </thead>
        <tbody>
          {files.map((each) => (
            <tr key={each.place}>
              <td data-label={picture}>{each.photo && <Preview photo={each.photo} />}</td>
              <td className="breaks" data-label={file}>
                {each.name}
              </td>
              <td className="breaks" data-label={result}>
                {texts.result(each)}
              </td>
              <td className="breaks" data-label={parts}>
                {/* One item of the row, which is a grid on a phone. */}
                <div>
                  {each.parts.length === 0
                    ? '—'
                    : each.parts.map((part) => <div key={part.id}>{texts.part(part)}</div>)}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Preview({ photo }: { readonly photo: string }) {
  const { src, srcSet } = thumbnailSources(PHOTO_FOLDER, photo);
  return (
    <span className="part-picture stack muted thumbnail">
      <img src={src} srcSet={srcSet} sizes="56px" alt="" width={56} height={44} loading="lazy" decoding="async" />
    </span>
  );
}
