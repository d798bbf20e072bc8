import { expect, test } from 'vitest';
import type { Editor } from '../../../contract/answers.ts';
import { saveDecision, saveDraft } from '../../../server/documents/changes/save.ts';
import { selectDocument } from '../../../server/documents/document/access.ts';
import { decide } from '../../../server/documents/document/signatory-rules.ts';
import { aboveSql } from '../../support/databases.ts';
import { PNG, withPaperwork } from './paperwork.ts';

aboveSql('what a change of a document resolves to', (open) => {
  test('is the document as it is read afterwards', () =>
    withPaperwork(open, async ({ create, informator }) => {
      const { database } = informator.context;
      const { id } = await create({ acceptor: ['anna'], recipient: ['reader'], scans: [['a.png', PNG]] });
      const by = async (uid: string): Promise<Editor> => {
        const user = await database.read
          .selectFrom('users')
          .select(['uid', 'email', 'name'])
          .where('uid', '=', uid)
          .executeTakeFirstOrThrow();
        return { ...user, name: user.name ?? '' };
      };
      const [boss, oleg, anna] = [await by('boss'), await by('oleg'), await by('anna')];

      await database.write(async (transaction) => {
        const start = await selectDocument(transaction, id);
        if (!start) throw new Error('no document');
        // Oleg is on no list: substitutes are read beside the document.
        const decided = decide(start.entries, {
          ...{ kind: 'acceptor', caller: 'oleg', insteadOf: 'anna', substituted: new Set(['anna']) },
          ...{ act: { kind: 'accept' }, ordered: false, now: 5 },
          as: (uid) => ({ name: uid, position: 'Юрист', by: { name: 'oleg', position: 'Юрист' } }),
        });
        if (decided.outcome !== 'marked') throw new Error(decided.outcome);
        const change = { event: 'signed', insteadOf: anna, of: decided.entry } as const;
        const signed = await saveDecision(transaction, start, decided.entries, change, {
          by: oleg,
          at: 5,
          timeZone: 'UTC',
        });
        expect(signed).toEqual(await selectDocument(transaction, id));

        const draft = {
          ...{ title: 'Иное', description: 'Иной текст', files: [] },
          listed: [
            { kind: 'acceptor', uid: 'boss' },
            { kind: 'acceptor', uid: 'anna' },
          ] as const,
        };
        const edited = await saveDraft(transaction, signed, draft, 'edited', { by: boss, at: 6, timeZone: 'UTC' });
        expect(edited).toEqual(await selectDocument(transaction, id));
        expect(edited).toMatchObject({ version: 2, revision: 3 });
      });
    }));
});
