// The screen on which an administrator uploads a supplier's price list: form, check, waiting, report or failure.
// Settings and file outlive a failure.
import '../../../styles/price-lists.css';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { UploadProgress } from '../../../../contract/catalogue/runs.ts';
import { openForm } from '../../../lib/platform/router.ts';
import { portal } from '../../../lib/portal/places.ts';
import { check as checkTexts, isCheckOf, renewedCheck } from '../../../lib/price-lists/upload/check-store.ts';
import { ownerText } from '../../../lib/price-lists/upload/owners.ts';
import { wholeReading } from '../../../lib/price-lists/upload/price-rules.ts';
import { progressText } from '../../../lib/price-lists/upload/progress-texts.ts';
import { withSheetTaken } from '../../../lib/price-lists/upload/upload-settings.ts';
import { upload as uploadTexts } from '../../../lib/price-lists/upload/upload-texts.ts';
import { chunk } from '../../ui/chunk.tsx';
import { Button, Dots } from '../../ui/controls.tsx';
import { SavePreset } from './PresetPart.tsx';
import { UploadForm } from './UploadForm.tsx';
import { check, chosenFile, guess, upload, usePriceForm } from './use-price-form.ts';

// Loaded later: the reports follow the choice of a file.
const StopRun = chunk(() => import('../runs/StopRun.tsx'), null);
const CheckReport = chunk(() => import('./CheckReport.tsx'));
const UploadReport = chunk(() => import('./UploadReport.tsx'));
const loadFailure = () => import('./UploadFailure.tsx');
const UploadFailure = chunk(loadFailure);

export default function Upload() {
  const state = useStore(upload.$upload);
  const checked = useStore(check.$check);
  const form = usePriceForm();
  const { owners, settings, sent, file, fileId, isOwn, preset } = form;

  useEffect(() => {
    void upload.resume();
    // What says that there is no network has to be here before there is none.
    loadFailure().catch(() => {});
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

  const presetId = preset.chosen && !isOwn ? String(preset.chosen.id) : undefined;
  const checkAgain = () => {
    upload.reset();
    if (file) void check.check(sent, { file, fileId }, presetId);
  };
  const guessed = form.guessed.phase === 'ready' ? form.guessed.answer : null;
  const save = <SavePreset choice={preset} settings={settings} file={guessed} />;
  const hasNewWords = settings.rules.stockWords !== (preset.chosen?.fields.stockWords ?? '');
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
        }}>
        {settings.providerId !== '' && state.subject.owner !== '' && (
          <div className="preset-note">
            {preset.note} {(!preset.chosen || hasNewWords) && save}
          </div>
        )}
      </UploadReport>
    );
  }
  if (state.phase === 'error')
    return <UploadFailure failure={state.failure} reason={form.gone} onBack={upload.reset} onCheck={checkAgain} />;
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
        isRenewed={checked.isRenewed === true}
        isStale={!isCheckOf(checked.of, { settings: sent, file, preset: presetId })}
        stockWords={settings.rules.stockWords}
        onStockWords={(stockWords) => form.update((typed) => ({ ...typed, rules: { ...typed.rules, stockWords } }))}
        saveWords={hasNewWords && settings.providerId !== '' && save}
        onTakeSheet={(name) => form.update((typed) => withSheetTaken(typed, name))}
        onBack={check.leave}
        onCheck={checkAgain}
        onApply={({ notifies, mails }) => {
          const { answer, of } = checked;
          check.leave();
          const marks = {
            // A check that was looked at confirms its own doubts, and nothing else is applied.
            seen: answer.digest,
            confirm: '0' as const,
            ...(notifies && { notify: '1' as const }),
            ...(mails && { mail: '1' as const }),
            ...(presetId && { preset: presetId }),
          };
          void upload.send(sent, { file, fileId }, marks, ownerWords).then(() => showRenewed(of));
        }}
      />
    );
  }
  if (owners === null || state.phase === 'resuming') return <p role="status">{portal.loading}</p>;
  return (
    <UploadForm
      owners={owners}
      form={form}
      onSubmit={(chosen, ids) => void check.check({ ...sent, ...ids }, { file: chosen, fileId }, presetId)}
    />
  );
}

interface Props {
  readonly progress: UploadProgress | null;
  readonly heading?: string;
  /** Stands in place of what is said of leaving the page. */
  readonly hint?: string;
  readonly onCancel?: () => void;
  readonly stop?: ReactNode;
}

/** Shows the check that a refused upload brought in place of the refusal. */
function showRenewed(of: Parameters<typeof check.renew>[1]): void {
  const state = upload.$upload.get();
  const renewed = state.phase === 'error' ? renewedCheck(state.failure) : null;
  if (!renewed) return;
  check.renew(renewed, of);
  upload.reset();
}

/** An upload or a check under way. While the file of an upload is being sent, leaving the page asks first. */
function UploadWaiting({ progress, heading = uploadTexts.waiting, hint, onCancel, stop }: Props) {
  const sending = progress === null || progress.phase === 'waiting' || progress.phase === 'receiving';
  const asks = sending && hint === undefined;
  useEffect(() => {
    if (!asks) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [asks]);
  return (
    <section className="upload-waiting panel">
      <p role="status" className="upload-waiting-title strong">
        {heading}
        <Dots />
      </p>
      <progress aria-label={heading} max={100} value={progress?.percent ?? undefined} />
      <p className="muted">{progressText(progress)}</p>
      <p className="small muted">{hint ?? (sending ? uploadTexts.stay : uploadTexts.leaveSafely)}</p>
      {onCancel && <Button onClick={onCancel}>{checkTexts.cancel}</Button>}
      {stop}
    </section>
  );
}
