import '../../styles/price-desk.css';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { openForm } from '../../lib/editing/open-forms.ts';
import { portal } from '../../lib/portal/portal-texts.ts';
import { isCheckOf } from '../../lib/price-lists/check-store.ts';
import { check as checkTexts } from '../../lib/price-lists/check-texts.ts';
import { ownerText } from '../../lib/price-lists/owners.ts';
import { wholeReading } from '../../lib/price-lists/rule-words.ts';
import { chunk } from '../ui/chunk.tsx';
import { SavePreset } from './SavePreset.tsx';
import { check, chosenFile, guess, upload } from './stores.ts';
import { UploadFailure } from './UploadFailure.tsx';
import { UploadForm } from './UploadForm.tsx';
import { UploadWaiting } from './UploadWaiting.tsx';
import { usePriceForm } from './use-price-form.ts';

// Whoever chooses a file has not come to its reports yet.
const StopRun = chunk(() => import('../import-runs/StopRun.tsx'), null);
const CheckReport = chunk(() => import('./CheckReport.tsx'));
const UploadReport = chunk(() => import('./UploadReport.tsx'));

/** The upload of a price list: form, check, waiting, report or failure. Settings and file outlive a failure. */
export default function Upload() {
  const state = useStore(upload.$upload);
  const checked = useStore(check.$check);
  const form = usePriceForm();
  const { owners, settings, sent, file, fileId, isOwn, preset } = form;

  useEffect(() => {
    void upload.resume();
    const closeForm = openForm();
    return () => {
      closeForm();
      // The chosen file goes with the page.
      guess.forget();
      check.leave();
    };
  }, []);

  // Each state takes the place of the page: begin to read it at its top.
  const place = `${state.phase} ${checked.phase}`;
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    if (checked.phase === 'checked') chosenFile.note({ isChecked: true });
    if (state.phase === 'end') chosenFile.forget();
    window.scrollTo({ top: 0 });
    document.getElementById('portal-heading')?.focus({ preventScroll: true });
  }, [place, checked.phase, state.phase]);

  const checkAgain = () => {
    upload.reset();
    if (file) void check.check(sent, { file, fileId });
  };
  const ownerWords = owners === null || isOwn ? '' : ownerText(owners, settings);

  if (state.phase === 'upload')
    return <UploadWaiting progress={state.progress} stop={<StopRun onCancel={upload.cancel} />} />;
  if (state.phase === 'end') {
    return (
      <UploadReport
        answer={state.answer}
        subject={state.subject}
        onAgain={() => {
          void form.choose(null);
          upload.reset();
        }}
      >
        {settings.providerId !== '' && state.subject.owner !== '' && (
          <div className="preset-note">
            {preset.note}{' '}
            {!preset.chosen && (
              <SavePreset
                choice={preset}
                settings={settings}
                file={form.guessed.phase === 'ready' ? form.guessed.answer : null}
              />
            )}
          </div>
        )}
      </UploadReport>
    );
  }
  if (state.phase === 'error')
    return (
      <UploadFailure failure={state.failure} reason={form.gone} onBack={upload.reset} onCheck={checkAgain} />
    );
  if (checked.phase === 'checking') {
    return (
      <UploadWaiting
        progress={checked.progress}
        heading={checkTexts.checking}
        hint={checkTexts.checkingHint}
        onCancel={check.leave}
      />
    );
  }
  if (checked.phase === 'failed') {
    return (
      <UploadFailure
        failure={checked.failure}
        heading={checkTexts.failed}
        reason={form.gone}
        onBack={check.leave}
        onCheck={checkAgain}
      />
    );
  }
  if (checked.phase === 'checked' && file) {
    return (
      <CheckReport
        fileName={file.name}
        owner={ownerWords}
        reading={isOwn ? [] : wholeReading(checked.of.settings, preset.chosen?.name ?? '')}
        missing={checked.of.settings.missing}
        answer={checked.answer}
        isStale={!isCheckOf(checked.of, { settings: sent, file })}
        onBack={check.leave}
        onCheck={checkAgain}
        onApply={({ confirmed, notifies, mails }) => {
          check.leave();
          const marks = {
            confirm: confirmed ? ('1' as const) : ('0' as const),
            ...(notifies && { notify: '1' as const }),
            ...(mails && { mail: '1' as const }),
            ...(preset.chosen && !isOwn && { preset: String(preset.chosen.id) }),
          };
          void upload.send(sent, { file, fileId }, marks, ownerWords);
        }}
      />
    );
  }
  if (owners === null || state.phase === 'resuming') return <p role="status">{portal.loading}</p>;
  return (
    <UploadForm
      owners={owners}
      form={form}
      onSubmit={(chosen) => void check.check(sent, { file: chosen, fileId })}
    />
  );
}
