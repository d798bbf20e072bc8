import { readEmail } from '../../contract/fields/email.ts';
import type { Say } from '../console/start-event.ts';
import { type DemoStaff, fillDemoDocuments } from '../informator/docflow/demo/fill-documents.ts';
import type { Informator } from '../informator/index.ts';
import { DEMO_COMPANY } from '../informator/people/demo/company.ts';
import { demoProfile } from '../informator/people/demo/fill-people.ts';
import type { Mauth } from '../mauth/index.ts';
import { systemRandom } from '../mauth/ports.ts';

/**
 * Documents of a demonstration, between its administrator and three colleagues, where there never was one. The
 * colleagues get accounts with passwords that are told once.
 */
export async function demonstrateDocuments(
  mauth: Mauth,
  informator: Informator,
  administrator: string,
  say: Say,
): Promise<void> {
  const { context } = informator;
  const any = await context.database.read.selectFrom('document_history').select('id').limit(1).execute();
  if (any.length > 0) return;
  const director = await profileOf(mauth, informator, administrator, null, DEMO_COMPANY.administratorRole);
  if (!director) return;
  const staff: Partial<Record<keyof DemoStaff, DemoStaff['director']>> = { director };
  for (const { key, email, name, role } of DEMO_COMPANY.people) {
    await openAccount(mauth, email, name, say);
    const person = await profileOf(mauth, informator, email, name, role);
    if (!person) return;
    staff[key] = person;
  }
  if (await fillDemoDocuments(context, staff as DemoStaff)) say({ kind: 'filled', what: 'documents' });
}

async function openAccount({ accounts }: Mauth, address: string, name: string, say: Say): Promise<void> {
  const email = readEmail(address);
  const password = systemRandom.password();
  if (email && (await accounts.create({ email, password, name, rank: 'user', isDemonstration: true })))
    say({ kind: 'demo-user', email: address, password });
}

async function profileOf(
  { accounts }: Mauth,
  { context }: Informator,
  address: string,
  name: string | null,
  role: string,
) {
  const [account] = await accounts.page({ exactly: readEmail(address)?.key ?? '', limit: 1 });
  return account ? demoProfile(context, { ...account, name: name ?? account.name }, role) : null;
}
