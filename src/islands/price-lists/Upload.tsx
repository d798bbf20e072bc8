import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { ReferenceRow } from '../../../contract/bridge.ts';
import { askIfEnded, openForm } from '../../lib/editing/open-forms.ts';
import { type Failure, failureOf } from '../../lib/http/failure.ts';
import { portal } from '../../lib/portal/portal-texts.ts';
import { followUpload, referenceCalls, sendPriceList } from '../../lib/price-lists/price-list-calls.ts';
import { DEFAULT_SETTINGS, type UploadSettings } from '../../lib/price-lists/upload-settings.ts';
import { createUpload } from '../../lib/price-lists/upload-store.ts';
import { upload, uploadFailureText } from '../../lib/price-lists/upload-texts.ts';
import { tabMemory } from '../../lib/tab/tab-memory.ts';
import { leaveToAuth } from '../../lib/trouble/leave.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';
import { UploadForm } from './UploadForm.tsx';
import { UploadReport } from './UploadReport.tsx';
import { UploadWaiting } from './UploadWaiting.tsx';

const store = createUpload(
  { send: sendPriceList, follow: followUpload, newId: () => crypto.randomUUID() },
  tabMemory,
);

interface Lists {
  readonly brands: readonly ReferenceRow[];
  readonly providers: readonly ReferenceRow[];
}

async function loadLists(): Promise<Lists> {
  const [brands, providers] = await Promise.all([
    referenceCalls('brands').list(''),
    referenceCalls('providers').list(''),
  ]);
  return { brands: byTitle(brands), providers: byTitle(providers) };
}

/** Whether the browser shows this page once more: a reload, back or forward. */
const isSeenAgain = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate');

const byTitle = (rows: readonly ReferenceRow[]): ReferenceRow[] =>
  [...rows].sort((a, b) => a.title.localeCompare(b.title, 'ru'));

/** The settings without a brand or provider that has been removed since they were typed. */
function withKnownIds(settings: UploadSettings, { brands, providers }: Lists): UploadSettings {
  const known = (rows: readonly ReferenceRow[], id: string) =>
    rows.some((row) => String(row.id) === id) ? id : '';
  return {
    ...settings,
    brandId: known(brands, settings.brandId),
    providerId: known(providers, settings.providerId),
  };
}

/** The upload of a price list: form, waiting, report or failure. Settings and file outlive a failure. */
export default function Upload() {
  const state = useStore(store.$upload);
  const [lists, setLists] = useState<Lists | null>(null);
  const [settings, setSettings] = useState<UploadSettings>(() => store.draft() ?? DEFAULT_SETTINGS);
  const [file, setFile] = useState<File | null>(null);

  useEffect(() => {
    loadLists().then(
      (loaded) => {
        setLists(loaded);
        setSettings((typed) => withKnownIds(typed, loaded));
      },
      (error: unknown) => leaveToAuth(failureOf(error)),
    );
    void store.resume(isSeenAgain());
    return openForm();
  }, []);

  // Each state takes the place of the page: begin to read it at its top.
  const shown = useRef(state.phase);
  useEffect(() => {
    if (shown.current === state.phase) return;
    shown.current = state.phase;
    window.scrollTo({ top: 0 });
    document.getElementById('portal-heading')?.focus({ preventScroll: true });
  }, [state.phase]);

  function change(next: UploadSettings) {
    setSettings(next);
    store.keepDraft(next);
  }

  if (state.phase === 'upload') return <UploadWaiting progress={state.progress} />;
  if (state.phase === 'end') {
    return (
      <UploadReport
        answer={state.answer}
        onAgain={() => {
          setFile(null);
          store.reset();
        }}
      />
    );
  }
  if (state.phase === 'error') return <UploadFailure failure={state.failure} />;
  if (lists === null || state.phase === 'resuming') return <p role="status">{portal.loading}</p>;
  return (
    <UploadForm
      brands={lists.brands}
      providers={lists.providers}
      settings={settings}
      lastSettings={settings.providerId === '' ? null : store.lastOf(settings.providerId)}
      file={file}
      onSettings={change}
      onFile={setFile}
      onSubmit={(chosen) => void store.send(settings, chosen)}
    />
  );
}

function UploadFailure({ failure }: { failure: Failure }) {
  const again = (
    <Button kind="main" onClick={store.reset}>
      {upload.retry}
    </Button>
  );
  useEffect(() => askIfEnded(failure), [failure]);
  return (
    <Message kind="error" actions={again}>
      <strong>{upload.failed}</strong>
      <br />
      {uploadFailureText(failure)}
    </Message>
  );
}
