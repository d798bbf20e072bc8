import { Eye, FileText, Image } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Document, DocumentFile } from '../../../contract/documents/documents.ts';
import * as words from '../../../contract/documents/words.ts';
import { DECLINE_REASON_MAX } from '../../../contract/limits.ts';
import { formatBytes } from '../../../rules/format/texts.ts';
import type { DecisionSent } from '../../lib/documents/document-calls.ts';
import { fileAddress } from '../../lib/documents/document-files.ts';
import {
  actErrors,
  decisionTexts,
  docflow,
  documentQueue,
  numberOf,
  pairOf,
  personName,
  documentPage as texts,
} from '../../lib/documents/document-texts.ts';
import type { Asked, Permitted } from '../../lib/documents/permissions.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { submitOnKey } from '../../lib/platform/keyboard.ts';
import { site } from '../../lib/platform/site.ts';
import { chunk } from '../ui/chunk.tsx';
import { Button, CopyButton, Field } from '../ui/controls.tsx';
import { FormDialog } from '../ui/Dialog.tsx';
import { useCall } from '../ui/hooks.ts';
import { Markdown } from '../ui/Markdown.tsx';
import { PortalHeading } from '../ui/PortalHeading.tsx';
import { StateTag } from './DocumentTags.tsx';
import { useFreshLinks } from './use-fresh-links.ts';

interface DocumentSheetProps {
  /** null: not loaded yet. */
  readonly document: Document | null;
  readonly freshenLinks: () => Promise<void>;
  readonly children: ReactNode;
}

/** Hexadecimal digits of a hash that are shown on the screen; the clipboard and the print get all. */
const HASH_SHOWN = 12;

/** A document as a sheet: title, text, files, author, state and hash; `children` are the decisions below the text. */
export function DocumentSheet({ document, freshenLinks, children }: DocumentSheetProps) {
  return (
    <article className="doc-sheet line panel">
      {document && (
        <div className="gap-4-16 row apart dense breaks muted">
          <span>{numberOf(document)}</span>
          <span>{pairOf(document)}</span>
        </div>
      )}
      <PortalHeading text={document?.title ?? docflow.documentHeading} />
      {document ? (
        <Body document={document} freshenLinks={freshenLinks}>
          {children}
        </Body>
      ) : (
        <>
          <p className="visually-hidden" role="status">
            {texts.loading}
          </p>
          <span className="skeleton doc-text-bone" aria-hidden="true" />
        </>
      )}
    </article>
  );
}

function Body({ document, freshenLinks, children }: DocumentSheetProps & { readonly document: Document }) {
  return (
    <>
      {document.description.trim() === '' ? (
        <p className="muted">{texts.noDescription}</p>
      ) : (
        <Markdown text={document.description} below={2} />
      )}
      {document.files.length > 0 && <DocumentFiles files={document.files} freshenLinks={freshenLinks} />}
      {children}
      <div className="doc-foot gap-8-20 row apart breaks muted small">
        <span>
          {docflow.author}: <strong>{personName(document.author)}</strong>
          {document.author.position && `, ${document.author.position}`}
        </span>
        <span className="doc-version gap-4-8 middle">
          <StateTag state={document.state} />
          {(document.questions ?? 0) > 0 && <span className="tag signal">{docflow.question}</span>}
          <span>{texts.version(document.version)}</span>
          <span title={texts.hashHint}>
            <span className="visually-hidden">{texts.hash}: </span>
            <code className="doc-hash breaks" data-rest={document.hash.slice(HASH_SHOWN)}>
              {document.hash.slice(0, HASH_SHOWN)}
            </code>
          </span>
          <span className="no-print">
            <CopyButton text={document.hash} label={texts.copyHash} done={texts.copied} />
          </span>
        </span>
      </div>
    </>
  );
}

const FilePreview = chunk(() => import('./FilePreview.tsx'), null);

interface DocumentFilesProps {
  readonly files: readonly DocumentFile[];
  readonly freshenLinks: () => Promise<void>;
}

const isImage = ({ type }: DocumentFile): boolean => type.startsWith('image/');
/** PDF only where the browser embeds it; the content policy allows that for files of this site. */
const canPreview = (file: DocumentFile): boolean =>
  isImage(file) ||
  words.TABLE_TYPES.has(file.type) ||
  words.TEXT_TYPES.has(file.type) ||
  (file.type === 'application/pdf' && site.informatorUrl === '' && navigator.pdfViewerEnabled);

/** The files of a document, to download and, where the browser can, to preview. */
function DocumentFiles({ files, freshenLinks }: DocumentFilesProps) {
  const [shown, setShown] = useState<string | null>(null);
  useFreshLinks(freshenLinks);
  const preview = files.find(({ fileName }) => fileName === shown);
  return (
    <section className="doc-files flush above-28" aria-labelledby="doc-files">
      <h2 id="doc-files">{texts.files}</h2>
      <ul>
        {files.map((file) => (
          <li key={file.fileName}>
            {isImage(file) ? <Image size={20} aria-hidden="true" /> : <FileText size={20} aria-hidden="true" />}
            <a href={fileAddress(file)} download={file.originalName}>
              {file.originalName}
            </a>
            <span className="muted small">{formatBytes(file.size)}</span>
            {canPreview(file) && (
              <button
                type="button"
                className="icon-button no-print"
                aria-label={texts.previewOf(file.originalName)}
                title={texts.preview}
                onClick={() => setShown(file.fileName)}>
                <Eye size={18} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {preview && (
        <FilePreview
          address={fileAddress(preview)}
          name={preview.originalName}
          fileName={preview.fileName}
          type={preview.type}
          onClose={() => setShown(null)}
        />
      )}
    </section>
  );
}

interface DecisionButtonsProps {
  readonly acts: Permitted;
  readonly busy: boolean;
  readonly onDecide: (decision: DecisionSent) => Promise<Failure | null>;
  /** Called after the key carried out the first decision, to open the next document. */
  readonly onNext: () => void;
  /** Begins a question to the author; null: the viewer may not ask. */
  readonly onAsk: (() => void) | null;
}

const insteadOf = ({ entry, isOwn }: Asked): string | null => (isOwn ? null : entry.uid);
const labelOf = (name: words.DecisionName, { entry, isOwn }: Asked): string =>
  isOwn ? decisionTexts[name].label : decisionTexts[name].labelFor(personName(entry));

/** The decisions that the viewer may make, a row of buttons for each signatory; the first button is the main one. */
export function DecisionButtons({ acts, busy, onDecide, onNext, onAsk }: DecisionButtonsProps) {
  const [reasoned, setReasoned] = useState<Omit<DecisionSent, 'reason'> | null>(null);
  const rows = words.SIGNATORY_KINDS.flatMap((kind) => acts.asked[kind].map((asked) => ({ kind, asked })));
  const [first] = rows;
  const main =
    first &&
    words.DECISION_NAMES.find((name) => words.DECISIONS[name].kind === first.kind && words.DECISIONS[name].accepts);
  useEffect(() => {
    if (!first || !main || reasoned) return;
    const press = (event: KeyboardEvent) =>
      submitOnKey(event, () => {
        if (busy) return;
        void onDecide({ name: main, insteadOf: insteadOf(first.asked) }).then((failure) => failure ?? onNext());
      });
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  if (rows.length === 0) return null;
  return (
    <div className="doc-acts above-28 stack gap-12 no-print">
      {rows.map(({ kind, asked }, row) => (
        <div key={`${kind} ${asked.entry.uid}`} className="buttons">
          {words.DECISION_NAMES.filter((name) => words.DECISIONS[name].kind === kind).map((name, place) => {
            const decision = { name, insteadOf: insteadOf(asked) };
            return words.DECISIONS[name].needsReason ? (
              <Button key={name} aria-disabled={busy} onClick={() => !busy && setReasoned(decision)}>
                {labelOf(name, asked)}
              </Button>
            ) : (
              <Button
                key={name}
                kind={row === 0 && place === 0 ? 'main' : 'plain'}
                busy={busy}
                onClick={() => void onDecide(decision)}>
                {labelOf(name, asked)}
              </Button>
            );
          })}
        </div>
      ))}
      {onAsk && (
        <Button kind="quiet" className="doc-ask" onClick={onAsk}>
          {texts.ask}
        </Button>
      )}
      <p className="field-hint doc-acts-keys">{documentQueue.nextKey}</p>
      {reasoned && (
        <DeclineDialog onDecline={(reason) => onDecide({ ...reasoned, reason })} onClose={() => setReasoned(null)} />
      )}
    </div>
  );
}

interface DeclineDialogProps {
  readonly onDecline: (reason: string) => Promise<Failure | null>;
  readonly onClose: () => void;
}

/** Failures after which the same reason may be sent again. */
const MAY_REPEAT: readonly Failure['kind'][] = ['offline', 'busy', 'disk', 'server', 'refused', 'login'];

/** Asks for the reason of a decline; without one nothing is sent. */
function DeclineDialog({ onDecline, onClose }: DeclineDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const { busy, run } = useCall();
  useEffect(() => field.current?.focus(), []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (reason.trim() === '') {
      setError(texts.reasonRequired);
      field.current?.focus();
      return;
    }
    setError('');
    const failure = await run(() => onDecline(reason.trim()));
    if (failure && MAY_REPEAT.includes(failure.kind)) setError(failureText(failure, actErrors));
    else dialog.current?.close();
  }

  return (
    <FormDialog
      dialog={dialog}
      heading={texts.declineQuestion}
      details={texts.declineDetails}
      cancel={texts.cancel}
      submit={texts.declineYes}
      kind="danger"
      busy={busy}
      onSubmit={submit}
      onClose={onClose}>
      <Field label={texts.reason} error={error}>
        {(control) => (
          <textarea
            {...control}
            ref={field}
            name="reason"
            rows={4}
            required
            maxLength={DECLINE_REASON_MAX}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            onKeyDown={(event) => submitOnKey(event, () => field.current?.form?.requestSubmit())}
          />
        )}
      </Field>
    </FormDialog>
  );
}
