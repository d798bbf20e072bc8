import { atom } from 'nanostores';
import { accountCalls } from '../accounts/account-calls.ts';
import { numberOf } from '../documents/document-texts.ts';
import { listCalls } from '../documents/list-calls.ts';
import { queryText } from '../documents/list-query.ts';
import { createLatest } from '../platform/http-client.ts';
import { paths } from '../platform/paths.ts';
import { afterPause, type Schedule } from '../ui/suggest-store.ts';
import { type Command, resultsOf } from './commands.ts';
import type { PortalViewer } from './viewer.ts';

/** Pause after the last keystroke before the services are asked, ms. */
const PAUSE = 200;

interface EntriesState {
  /** What `found` was found for. */
  readonly text: string;
  readonly found: readonly Command[];
  readonly failed: boolean;
}

const NONE: EntriesState = { text: '', found: [], failed: false };

/** What the services find for what is being typed; only the newest question is answered, none for fewer than two letters that are no number. */
export function createEntries(
  ask: (text: string, signal: AbortSignal) => Promise<readonly Command[]>,
  schedule: Schedule = afterPause,
) {
  const $entries = atom<EntriesState>(NONE);
  const latest = createLatest();
  let callOff = () => {};

  async function answer(text: string): Promise<void> {
    try {
      const came = await latest.run((signal) => ask(text, signal));
      if (came) $entries.set({ text, found: came.value, failed: false });
    } catch {
      $entries.set({ text, found: [], failed: true });
    }
  }

  return {
    $entries,
    type(typed: string): void {
      callOff();
      latest.stop();
      const text = typed.trim();
      if (text.length < 2 && !/\d/.test(text)) {
        $entries.set(NONE);
        return;
      }
      callOff = schedule(() => void answer(text), PAUSE);
    },
  };
}

const DOCUMENTS = '5';
const PEOPLE = 3;

/** «№ 7», «N7» and «7» name the same document. */
const withoutSign = (text: string): string => text.replace(/^\s*(?:№|#|N(?=\s*\d))\s*/i, '').trim();

async function documents(text: string, signal: AbortSignal): Promise<Command[]> {
  const { documents: rows } = await listCalls.page(
    queryText({ search: withoutSign(text), limit: DOCUMENTS }),
    null,
    signal,
  );
  return rows.map((row) => ({
    id: `document ${row.id}`,
    kind: 'document',
    label: `${numberOf(row)}: ${row.title}`,
    address: paths.document(row.id),
  }));
}

async function people(text: string, signal: AbortSignal): Promise<Command[]> {
  const rows = await accountCalls.list(text, null, PEOPLE, signal);
  return rows.map(({ email, name }) => ({
    id: `person ${email}`,
    kind: 'person',
    label: name ? `${name}, ${email}` : email,
    address: resultsOf.people(email),
  }));
}

/** Documents and people that the person may see, for a text. Throws what ky throws, or SessionEnded. */
export async function findEntries(text: string, viewer: PortalViewer, signal: AbortSignal): Promise<Command[]> {
  const found = await Promise.all([
    viewer.hasDocuments ? documents(text, signal) : [],
    viewer.isAdmin ? people(text, signal) : [],
  ]);
  return found.flat();
}
