import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { documentPage as texts } from '../../lib/docflow/document-texts.ts';
import { Button } from '../ui/Button.tsx';

/** Sends a reminder to everybody who has not answered, and tells what came of it. */
export function RemindButton({ onRemind }: { readonly onRemind: () => Promise<string> }) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  return (
    <>
      <span role="status" className="small muted">
        {said}
      </span>
      <Button
        kind="quiet"
        busy={busy}
        onClick={() => {
          setBusy(true);
          setSaid('');
          void onRemind().then((text) => {
            setSaid(text);
            setBusy(false);
          });
        }}
      >
        {!busy && <BellRing aria-hidden="true" />}
        {texts.remind}
      </Button>
    </>
  );
}
