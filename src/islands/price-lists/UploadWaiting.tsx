import { type ReactNode, useEffect } from 'react';
import type { UploadProgress } from '../../../contract/bridge.ts';
import { check } from '../../lib/price-lists/check-texts.ts';
import { progressText } from '../../lib/price-lists/upload-outcome-texts.ts';
import { upload } from '../../lib/price-lists/upload-texts.ts';
import { Button } from '../ui/Button.tsx';
import { Dots } from '../ui/Dots.tsx';

interface Props {
  readonly progress: UploadProgress | null;
  readonly heading?: string;
  /** Stands in place of what is said of leaving the page. */
  readonly hint?: string;
  readonly onCancel?: () => void;
  /** The button that stops an upload. */
  readonly stop?: ReactNode;
}

/** An upload or a check under way. While the file of an upload is being sent, leaving the page asks first. */
export function UploadWaiting({ progress, heading = upload.waiting, hint, onCancel, stop }: Props) {
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
      <p role="status" className="upload-waiting-title">
        {heading}
        <Dots />
      </p>
      <progress aria-label={heading} max={100} value={progress?.percent ?? undefined} />
      <p className="muted">{progressText(progress)}</p>
      <p className="small muted">{hint ?? (sending ? upload.stay : upload.leaveSafely)}</p>
      {onCancel && <Button onClick={onCancel}>{check.cancel}</Button>}
      {stop}
    </section>
  );
}
