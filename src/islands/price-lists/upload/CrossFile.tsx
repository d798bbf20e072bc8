// The staff form that uploads a file of crosses (article replacements): its layout is guessed, a check shows what
// changes, then it is applied.
import '../../../styles/price-lists.css';
import '../../../styles/catalogue-staff.css';
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useState } from 'react';
import type { CrossUploadAnswer } from '../../../../contract/catalogue/crosses.ts';
import { UPLOAD_EXTENSIONS, XLS_TYPE, XLSX_TYPE } from '../../../../contract/price-lists/upload.ts';
import { formatNumber } from '../../../../rules/format/texts.ts';
import { crossCalls } from '../../../lib/catalogue/cross-calls.ts';
import { crossErrors, crossFile as texts } from '../../../lib/catalogue/cross-texts.ts';
import { failureText } from '../../../lib/platform/failure-texts.ts';
import { paths } from '../../../lib/platform/paths.ts';
import { askIfEnded } from '../../../lib/platform/router.ts';
import { guessPriceList } from '../../../lib/price-lists/price-list-calls.ts';
import { createCrossFile, layoutMistake } from '../../../lib/price-lists/upload/cross-file.ts';
import { Button, Message } from '../../ui/controls.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { ErrorGroups } from '../runs/RunResults.tsx';
import { CrossLayoutFields } from './CrossLayoutFields.tsx';

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
          <CrossLayoutFields guess={guess} layout={layout} mistake={isSent ? mistake : null} onChange={store.change} />
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
            }>
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
            }>
            {texts.listed(state.answer.counts.created)}
          </Message>
          <CrossReport answer={state.answer} />
        </>
      )}
    </form>
  );
}

const COUNTS = Object.keys(texts.counts) as readonly (keyof typeof texts.counts)[];

function CrossReport({ answer }: { readonly answer: CrossUploadAnswer }) {
  const { counts, samples, errorGroups, warningGroups } = answer;
  return (
    <>
      <dl className="run-figures below-20 row" aria-label={texts.figures}>
        {COUNTS.map((name) => (
          <div key={name} className={counts[name] === 0 ? 'none' : name === 'failed' ? 'trouble' : undefined}>
            <dt>{texts.counts[name]}</dt>
            <dd>{formatNumber(counts[name])}</dd>
          </div>
        ))}
      </dl>
      {samples.length > 0 && (
        <section className="reports">
          <h2>
            {texts.samples} <span className="muted">{texts.sampleHint(samples.length, counts.created)}</span>
          </h2>
          <table className="cards labelled">
            <thead>
              <tr>
                <th scope="col" className="number">
                  {texts.row}
                </th>
                <th scope="col">{texts.columns.article}</th>
                <th scope="col">{texts.columns.maker}</th>
                <th scope="col">{texts.columns.cross}</th>
                <th scope="col">{texts.columns.crossMaker}</th>
              </tr>
            </thead>
            <tbody>
              {samples.map(({ row, article, maker, crossArticle, crossMaker }) => (
                <tr key={`${row} ${crossArticle} ${crossMaker}`}>
                  <td className="number" data-label={texts.row}>
                    {row}
                  </td>
                  <td className="mono breaks" data-label={texts.columns.article}>
                    {article}
                  </td>
                  <td className="breaks" data-label={texts.columns.maker}>
                    {maker || '—'}
                  </td>
                  <td className="mono breaks" data-label={texts.columns.cross}>
                    {crossArticle}
                  </td>
                  <td className="breaks" data-label={texts.columns.crossMaker}>
                    {crossMaker || '—'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <ErrorGroups heading={texts.errors} groups={errorGroups} />
      <ErrorGroups heading={texts.warnings} groups={warningGroups} />
    </>
  );
}
