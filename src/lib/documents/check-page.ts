// Script of the public page /check, where anyone who has a signed document checks that this very version was signed,
// and that a PDF is one that was given out. Its texts are in check-texts.ts.
import type { DocumentCheck, FileCheck } from '../../../contract/documents/public.ts';
import { isVersionHash } from '../../../rules/documents/check.ts';
import { formatBytes } from '../../../rules/format/texts.ts';
import { openInformator } from '../platform/http-client.ts';
import * as texts from './check-texts.ts';

const { checkTexts } = texts;

/** No package is as large: attachments of 64 MB, and its sheets. */
const FILE_MAX = 256 * 1024 * 1024;

interface CheckedVersion {
  readonly document: number;
  readonly hash: string;
}

/** The version in the query of an address; null: none. */
function versionInAddress(search: string): CheckedVersion | null {
  const query = new URLSearchParams(search);
  const document = Number(query.get('document'));
  const hash = (query.get('hash') ?? '').trim().toLowerCase();
  return Number.isSafeInteger(document) && document > 0 && isVersionHash(hash) ? { document, hash } : null;
}

const partsOf = (page: HTMLElement) => (name: string) =>
  page.querySelector<HTMLElement>(`[data-check="${name}"]`) as HTMLElement;

/**
 * Checks the version in the address, and from then on every file that is chosen or dropped anywhere on the page. Resolves
 * when the verdict about the version stands.
 */
export async function openCheck(page: HTMLElement): Promise<void> {
  const part = partsOf(page);
  let found: DocumentCheck | null = null;
  const check = async () => {
    found = await showCheck(page);
  };
  part('retry').addEventListener('click', () => void check());

  const take = (file: File | undefined) => {
    if (file && found) void showFile(page, file, found);
  };
  const field = part('file-field') as HTMLInputElement;
  field.addEventListener('change', () => {
    take(field.files?.[0]);
    // The same file may be chosen again.
    field.value = '';
  });
  // A file dropped beside the field would be opened instead of the page.
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    take(event.dataTransfer?.files[0]);
  });
  await check();
}

/** Checks the version in the address and shows the verdict in the page; resolves to the answer about a known version. */
async function showCheck(page: HTMLElement): Promise<DocumentCheck | null> {
  const asked = versionInAddress(location.search);
  const part = partsOf(page);
  const say = (outcome: string, heading: string, text: string) => {
    page.dataset.outcome = outcome;
    part('heading').textContent = heading;
    part('text').textContent = text;
  };
  for (const name of ['retry', 'facts', 'decided', 'file']) part(name).hidden = true;
  if (!asked) {
    say('none', checkTexts.heading, checkTexts.noAddress);
    return null;
  }
  say('checking', checkTexts.heading, checkTexts.checking);
  try {
    const found = await openInformator.get(`docflow/check/${asked.document}/${asked.hash}`).json<DocumentCheck>();
    const { outcome, heading, text } = found.matches ? texts.matchTexts(found) : checkTexts.noMatch;
    say(outcome, heading, text);
    if (!found.matches) return null;
    showFound(page, found, asked.hash);
    return found;
  } catch {
    say('failed', checkTexts.heading, checkTexts.failed);
    part('retry').hidden = false;
    return null;
  }
}

function showFound(page: HTMLElement, found: DocumentCheck, hash: string): void {
  const part = partsOf(page);
  const facts = texts.checkFacts(found, hash).map(([name, value]) => {
    const row = document.createElement('div');
    row.append(element('dt', name, 'muted'), element('dd', value));
    return row;
  });
  part('facts').replaceChildren(...facts);
  const decisions = found.decisions.map((decision) => {
    const [who, what] = texts.decisionLines(decision);
    const item = element('li', '');
    item.append(element('strong', who), document.createElement('br'), element('span', what, 'small'));
    return item;
  });
  part('decisions').replaceChildren(...decisions);
  part('seal-list').replaceChildren(...found.seals.map((seal) => element('li', texts.sealLine(seal))));
  for (const name of ['facts', 'file']) part(name).hidden = false;
  part('decided').hidden = decisions.length === 0;
  part('seals').hidden = found.seals.length === 0;
}

function element(tag: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className !== '') made.className = className;
  return made;
}

/** Counts the files compared: the answer about an earlier one may come after that about a later one. */
let compared = 0;

/** Hashes a file in the browser and says what the server knows of it. */
async function showFile(page: HTMLElement, file: File, found: DocumentCheck): Promise<void> {
  const asked = versionInAddress(location.search);
  const part = partsOf(page);
  compared += 1;
  const own = compared;
  const say = (tone: string, text: string) => {
    if (own !== compared) return;
    const verdict = part('file-verdict');
    verdict.hidden = false;
    verdict.className = `message ${tone}`;
    verdict.textContent = text;
  };
  part('file-name').textContent = `${file.name}, ${formatBytes(file.size)}`;
  if (file.size > FILE_MAX) return say('error', checkTexts.file.tooLarge);
  if (!asked || !isSecureContext) return say('warning', checkTexts.file.insecure);
  say('', checkTexts.file.checking);
  const sha256 = await sha256Of(file);
  if (sha256 === null) return say('warning', checkTexts.file.unreadable);
  try {
    const path = `docflow/check/${asked.document}/${asked.hash}/file/${sha256}`;
    const { tone, text } = texts.fileTexts(await openInformator.get(path).json<FileCheck>(), found);
    say(tone, text);
  } catch {
    say('warning', checkTexts.file.failed);
  }
}

/** The browser reads and hashes beside the page, which stays alive; null: it could not be read. */
async function sha256Of(file: File): Promise<string | null> {
  try {
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return null;
  }
}
