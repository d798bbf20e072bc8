import { expect, test } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { formWith, type Paperwork, PDF, PNG, said, withPaperwork } from './paperwork.ts';

const CROWD = Array.from({ length: 500 }, (_, index) => `many${index}`);

/** Puts five hundred people into a role that may sign. */
async function fillRole({ informator }: Paperwork, title: string): Promise<number> {
  const { database } = informator.context;
  return database.write(async (transaction) => {
    const { id } = await transaction
      .selectFrom('roles')
      .select('id')
      .where('title', '=', title)
      .executeTakeFirstOrThrow();
    for (let first = 0; first < CROWD.length; first += 100)
      await transaction
        .insertInto('users')
        .values(
          CROWD.slice(first, first + 100).map((uid) => ({
            ...{ uid, email: `${uid}@parts.example`, email_key: `${uid}@parts.example`, name: uid },
            ...{ photo: null, role_id: id, search_text: '', created_at: 0, updated_at: 0 },
          })),
        )
        .execute();
    return id;
  });
}

aboveSql('a document for five hundred', (open) => {
  test('is refused where its author lists them, and takes two hundred', () =>
    withPaperwork(open, async (work) => {
      await fillRole(work, 'Юрист');
      const raw = { directingId: String(work.directing), taskId: String(work.task) };
      for (const list of ['acceptor', 'recipient']) {
        const form = formWith({ title: 'Договор', [list]: CROWD, raw });
        expect(said(await work.docflow('POST', '/', { form }))).toEqual([413, 'request entity too large']);
      }
      const { id } = await work.create({ acceptor: CROWD.slice(0, 200) });
      const form = formWith({ title: 'Договор', acceptor: CROWD.slice(0, 201) });
      expect(said(await work.docflow('PATCH', `/${id}`, { form }))).toEqual([413, 'request entity too large']);
      expect((await work.read(id)).acceptor).toHaveLength(200);
    }));

  test('is changed by a form that names all whom its template has listed, and nobody besides', () =>
    withPaperwork(open, async (work) => {
      const role = await fillRole(work, 'Кладовщик');
      const saved = await work.docflow('PUT', `/templates/${work.directing}/${work.task}`, {
        as: 'admin',
        json: { steps: [{ mode: 'all', people: ['anna'] }], recipients: { roles: [role] } },
      });
      expect(saved.statusCode).toBe(200);
      const { id, recipient } = await work.create();
      const listed = recipient.map(({ uid }) => uid);
      expect(listed).toHaveLength(501);
      const change = (fields: object) =>
        work.docflow('PATCH', `/${id}`, { form: formWith({ title: 'Договор', recipient: listed, ...fields }) });
      const changed = await change({ description: 'Со сметой' });
      expect([changed.statusCode, changed.json().recipient?.length]).toEqual([200, 501]);
      expect(said(await change({ recipient: [...listed, 'boss'] }))).toEqual([413, 'request entity too large']);
      // A fixed route keeps its readers, whatever a form leaves out.
      expect((await change({ recipient: listed.slice(0, 300) })).json().recipient).toHaveLength(501);
    }));
});

aboveSql('a package of as many attachments as there may be', (open) => {
  test('holds each as it is, broken ones too, and is drawn beside another one', () =>
    withPaperwork(open, async (work) => {
      const broken = (at: number) => new TextEncoder().encode(`%PDF-1.7\nbroken ${at}`);
      const scans = Array.from({ length: 50 }, (_, at) =>
        at % 10 === 3
          ? ([`битый ${at}.pdf`, broken(at)] as const)
          : at % 2 === 0
            ? ([`${at}.pdf`, PDF] as const)
            : ([`${at}.png`, PNG] as const),
      );
      const { id } = await work.create({ scans, acceptor: ['anna'] });
      // Of one caller a second at once would be sent away.
      const both = await Promise.all([
        work.docflow('GET', `/${id}/package`),
        work.docflow('GET', `/${id}/package`, { as: 'anna' }),
      ]);
      const [one, other] = both.map(({ rawPayload }) => rawPayload);
      expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect(other).toEqual(one);
      expect(one?.toString('latin1').match(/\/Type \/EmbeddedFile/gu)).toHaveLength(50);
      for (const [, content] of scans) expect(one?.includes(content)).toBe(true);
    }));
});
