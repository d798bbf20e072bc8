import { accountCalls } from '../accounts/account-calls.ts';
import { numberOf } from '../docflow/document-texts.ts';
import { listCalls } from '../docflow/list-calls.ts';
import { queryText } from '../docflow/query.ts';
import { paths } from '../paths/paths.ts';
import type { Command } from './commands.ts';
import { resultsOf } from './search-scope.ts';
import type { Seer } from './seer.ts';

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
export async function findEntries(text: string, seer: Seer, signal: AbortSignal): Promise<Command[]> {
  const found = await Promise.all([
    seer.hasDocuments ? documents(text, signal) : [],
    seer.isAdmin ? people(text, signal) : [],
  ]);
  return found.flat();
}
