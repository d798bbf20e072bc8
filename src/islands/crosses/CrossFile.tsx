import '../../styles/price-desk.css';
import '../../styles/crosses.css';
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useState } from 'react';
import { UPLOAD_EXTENSIONS, XLS_TYPE, XLSX_TYPE } from '../../../contract/upload.ts';
import { crossCalls } from '../../lib/crosses/cross-calls.ts';
import { createCrossFile } from '../../lib/crosses/cross-file-store.ts';
import { layoutMistake } from '../../lib/crosses/cross-layout.ts';
import { crossErrors, crossFile as texts } from '../../lib/crosses/cross-texts.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { paths } from '../../lib/paths/paths.ts';
import { guessPriceList } from '../../lib/price-lists/price-list-calls.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { FileDrop } from '../ui/FileDrop.tsx';
import { Message } from '../ui/Message.tsx';
import { CrossLayoutFields } from './CrossLayoutFields.tsx';
import { CrossReport } from './CrossReport.tsx';

/** Takes a file of crosses: what it says is looked at first, then said. */
export default function CrossFile() {
  const [store] = useState(() => createCrossFile({ guess: guessPriceList, upload: crossCalls.upload }));
  const { file, guess, guessing, failure, layout } = useStore(store.$file);
  const state = useStore(store.$state);
  const [isSent, setSent] = useState(false);
  useEffect(() => store.leave, [store]);
  const failed = state.phase === 'failed' ? state.failure : failure;
  useEffect(() => askIfEnded(failed), [failed]);
  const busy = state.phase === 'checking' || state.phase === 'saying';
  const mistake = layout && layoutMistake(layout);

  function check(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setSent(true);
    if (mistake) event.target.querySelector<HTMLElement>(`[name="${mistake}"]`)?.focus();
    else void store.check();
  }

  return (
    <form className="cross-file" onSubmit={check} noValidate>
      <p className="muted">{texts.lead}</p>
      <FileDrop
        label={texts.file}
        hint={texts.fileHint}
        prompt={texts.filePrompt}
        clearLabel={texts.fileClear}
        accept={`${UPLOAD_EXTENSIONS},${XLS_TYPE},${XLSX_TYPE},text/csv`}
        file={file}
        onFile={(chosen) => {
          setSent(false);
          void store.choose(chosen);
        }}
      />
      {guessing && <p role="status">{texts.guessing}</p>}
      {failure && (
        <Message kind="error">
          <strong>{texts.guessFailed}</strong> {failureText(failure, crossErrors)}
        </Message>
      )}
      {guess && !layout && <Message kind="error">{texts.noSheets}</Message>}
      {guess && layout && (
        <>
          <CrossLayoutFields
            guess={guess}
            layout={layout}
            mistake={isSent ? mistake : null}
            onChange={store.change}
          />
          <div className="buttons">
            <Button type="submit" kind={state.phase === 'checked' ? 'plain' : 'main'} busy={busy}>
              {texts.check}
            </Button>
          </div>
        </>
      )}
      {busy && <p role="status">{state.phase === 'checking' ? texts.checking : texts.saying}</p>}
      {state.phase === 'failed' && (
        <Message kind="error">
          <strong>{texts.failed}</strong> {failureText(state.failure, crossErrors)}
        </Message>
      )}
      {state.phase === 'checked' && (
        <>
          <Message
            kind="info"
            actions={
              state.answer.counts.created > 0 && (
                <Button kind="main" onClick={() => void store.say()}>
                  {texts.say(state.answer.counts.created)}
                </Button>
              )
            }
          >
            {texts.checked} {state.answer.counts.created === 0 && texts.nothing}
          </Message>
          <CrossReport answer={state.answer} />
        </>
      )}
      {state.phase === 'said' && (
        <>
          <Message
            kind="success"
            actions={
              state.answer.runId !== null && (
                <a className="button" href={paths.importRun(state.answer.runId)}>
                  {texts.toRun}
                </a>
              )
            }
          >
            {texts.said(state.answer.counts.created)}
          </Message>
          <CrossReport answer={state.answer} />
        </>
      )}
    </form>
  );
}
