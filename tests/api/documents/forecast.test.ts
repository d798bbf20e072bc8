import { expect, test } from 'vitest';
import type { Document, TemplateForForm } from '../../../contract/documents/documents.ts';
import { clearsMarks, documentForm } from '../../../src/lib/documents/document-change.ts';
import { type Forecast, forecastAfter, waitedFor } from '../../../src/lib/documents/form-forecast.ts';
import type { Signer } from '../../../src/lib/documents/signatories.ts';
import { aboveSql } from '../../support/databases.ts';
import { type Paperwork, saveTemplate, step, withPaperwork } from './paperwork.ts';

const uids = (people: readonly Signer[]) => people.map(({ uid }) => uid);
const named = ({ sign, acknowledge, later, ...rest }: Forecast) => ({
  ...rest,
  sign: uids(sign),
  acknowledge: uids(acknowledge),
  later: later.map(({ mode, people }) => ({ mode, people: uids(people) })),
});
const person = (uid: string): Signer => ({ uid, name: uid, email: `${uid}@parts.example`, position: '' });

type Template = Readonly<{ steps: object[]; recipients?: object; isFixed?: boolean }>;
const ROUTES: readonly (Template | null)[] = [
  null,
  {
    steps: [step('all', ['anna']), step('any', ['oleg', 'boss'])],
    recipients: { people: ['reader'], roles: [] },
    isFixed: true,
  },
  // Anna signs in the last step that needs her: the first one is settled by it.
  { steps: [step('any', ['anna', 'oleg']), step('all', ['anna', 'boss'])], isFixed: false },
];
const LISTS: readonly { acceptor: string[]; recipient: string[] }[] = [
  { acceptor: [], recipient: ['reader'] },
  { acceptor: ['anna', 'oleg'], recipient: ['reader'] },
  { acceptor: ['oleg'], recipient: [] },
];
const DECISIONS: readonly (readonly [string, 'accepting' | 'declining'][])[] = [
  [],
  [['anna', 'accepting']],
  [['oleg', 'declining']],
];

/** Sends a form as the page does; resolves to the document. */
async function send(
  work: Paperwork,
  text: Parameters<typeof documentForm>[0],
  stored: Document | null,
  task: number,
  isRouted: boolean,
) {
  const place = { directing: work.directing, task, author: 'boss@parts.example' };
  const form = documentForm(text, place, [], stored, { isRouted });
  const answer = await work.docflow(stored ? 'PATCH' : 'POST', stored ? `/${stored.id}` : '/', { form });
  expect([answer.json().error, answer.statusCode]).toEqual([undefined, stored ? 200 : 201]);
  return answer.json<Document>();
}

aboveSql('what the form of a document foretells', (open) => {
  test('is what the save does: of a new document and of one that is edited, with lists, in turn and on routes', () =>
    withPaperwork(open, async (work) => {
      for (const [at, template] of ROUTES.entries())
        for (const task of [work.task, work.ordered]) {
          if (template) {
            await saveTemplate(work, template, task);
          }
          const offered = (
            await work.docflow('GET', `/templates/${work.directing}/${task}/form`)
          ).json<TemplateForForm>();
          const known = template && offered;
          const ordered = task === work.ordered;
          for (const lists of LISTS)
            for (const decisions of DECISIONS) {
              if (known?.isFixed && lists.acceptor.length > 0) continue;
              const text = (title: string, acceptor: readonly string[], recipient: readonly string[]) => ({
                ...{ title, description: '', acceptor: acceptor.map(person), recipient: recipient.map(person) },
              });
              const fresh = text('Договор', lists.acceptor, lists.recipient);
              const foretold = forecastAfter(fresh, { stored: null, template: known, ordered, clears: false });
              const isRouted = known !== null && lists.acceptor.length === 0;
              const { id, ...made } = await send(work, fresh, null, task, isRouted);
              const what = `${at} ${task} ${JSON.stringify([lists, decisions])}`;
              expect(named(waitedFor(made)), what).toEqual(named(foretold));
              for (const [as, decision] of decisions)
                await work.docflow('PATCH', `/${decision}/${id}`, { as, json: { reason: 'Нет' } });
              const stored = await work.read(id);
              for (const edit of [
                text('Договор', uids(stored.acceptor), []),
                text('Договор', stored.route ? uids(stored.acceptor) : ['boss', 'anna'], ['reader', 'oleg']),
                text('Другой договор', uids(stored.acceptor), uids(stored.recipient)),
              ]) {
                const before = await work.read(id);
                const clears = clearsMarks(before, edit, 0);
                const said = forecastAfter(edit, { stored: before, template: null, ordered, clears });
                const after = await send(work, edit, before, task, false);
                expect(named(waitedFor(after)), `${what} ${JSON.stringify(edit)}`).toEqual(named(said));
              }
            }
        }
    }));
});
