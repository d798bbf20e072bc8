import { useEffect } from 'react';
import type { UploadProgress } from '../../../contract/bridge.ts';
import { progressText, upload } from '../../lib/price-lists/upload-texts.ts';
import { Dots } from '../ui/Dots.tsx';

/** An upload under way. While the file itself is being sent, leaving the page asks first. */
export function UploadWaiting({ progress }: { progress: UploadProgress | null }) {
  const sending = progress === null || progress.phase === 'waiting' || progress.phase === 'receiving';
  useEffect(() => {
    if (!sending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [sending]);
  return (
    <section className="upload-waiting panel">
      <p role="status" className="upload-waiting-title">
        {upload.waiting}
        <Dots />
      </p>
      <progress aria-label={upload.waiting} max={100} value={progress?.percent ?? undefined} />
      <p className="muted">{progressText(progress)}</p>
      <p className="small muted">{sending ? upload.stay : upload.leaveSafely}</p>
    </section>
  );
}
