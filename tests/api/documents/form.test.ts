// What the form of a document sends besides its texts: names of files as they are, attachments of a sample, and others
// in the places of dismissed acceptors.
import { expect, test } from 'vitest';
import type { Document } from '../../../contract/documents/documents.ts';
import { eachDialect } from '../../support/databases.ts';
import { ACTION, formOf } from '../people/company.ts';
import {
  type Fields,
  formWith,
  type Paperwork,
  PDF,
  PNG,
  said,
  saveTemplate,
  step,
  withPaperwork,
} from './paperwork.ts';

const NAMES = ['Акт "А".pdf', '50%22.pdf', "Счёт 'Б' & ко; №5.pdf"];

/** The names of the attachments of a new document whose files are sent under these names. */
async function namesOf(work: Paperwork, names: readonly string[], raw: Record<string, string>): Promise<string[]> {
  const { files } = await work.create({ scans: names.map((name) => [name, PDF] as const), raw });
  return files.map(({ originalName }) => originalName);
}

const templateOf = (people: readonly string[]) => ({
  ...{ title: '', text: '', isFixed: true, recipients: { people: [], roles: [] } },
  steps: people.map((uid) => step('all', [uid])),
});

eachDialect('the form of a document', (open) => {
  test('loses no sign of a file name that a multipart form escapes', () =>
    withPaperwork(open, async (work) => {
      expect(await namesOf(work, NAMES, { names: JSON.stringify(NAMES) })).toEqual(NAMES);
      expect(await namesOf(work, ['Акт "А".pdf'], {})).toEqual(['Акт "А".pdf']);
      for (const names of ['', '{', '[1]', '"x"', '[]'])
        expect(await namesOf(work, ['а.pdf'], { names })).toEqual(['а.pdf']);
    }));

  test('copies attachments of a sample whole, and none of a document that its author does not see', () =>
    withPaperwork(open, async (work) => {
      const sample = await work.create({
        scans: [
          ['а.png', PNG],
          ['б.pdf', PDF],
        ],
      });
      const raw = Object.fromEntries(sample.files.map(({ fileName }) => [`copied[${fileName}]`, '']));
      const made = await work.create({ scans: [['в.pdf', PDF]], raw });
      const facts = ({ files }: Document) => files.map(({ originalName, size, type }) => [originalName, size, type]);
      expect(facts(made)).toEqual([['в.pdf', PDF.length, 'application/pdf'], ...facts(sample)]);
      expect(made.files.some(({ fileName }) => sample.files.some((one) => one.fileName === fileName))).toBe(false);
      const own = await work.docflow('GET', `/scan/${made.files[1]?.fileName}`);
      expect(own.rawPayload.equals(Buffer.from(PNG))).toBe(true);
      expect(await work.files('incoming')).toEqual([]);
      const [role = 0] = await work.add('role', 'Чужой');
      const rights = { [work.directing]: { [work.ordered]: [ACTION.create] } };
      expect((await work.save(formOf({ [role]: rights }))).statusCode).toBe(200);
      await work.join('other');
      expect((await work.bind('other', role)).statusCode).toBe(200);
      const unseen = { directingId: String(work.directing), taskId: String(work.ordered), ...raw };
      const taken = await work.docflow('POST', '/', { as: 'other', form: formWith({ title: 'Без', raw: unseen }) });
      expect(said(taken)).toEqual([404, 'file not found']);
      const gone = { directingId: String(work.directing), taskId: String(work.task), 'copied[none.pdf]': '' };
      expect(said(await work.docflow('POST', '/', { form: formWith({ title: 'Без', raw: gone }) }))).toEqual([
        404,
        'file not found',
      ]);
    }));

  test('a lost answer neither loses nor doubles an attachment of a sample, also when its next save is an edit', () =>
    withPaperwork(open, async (work) => {
      const { docflow, directing, task, create, read } = work;
      const scans = [['а.png', PNG] as const, ['б.pdf', PDF] as const];
      const sample = await create({ scans });
      const [a = '', b = ''] = sample.files.map(({ fileName }) => `copied[${fileName}]`);
      const place = { directingId: String(directing), taskId: String(task) };
      const headers = { 'idempotency-key': '"lost"' };
      const own: Fields['scans'] = [['в.pdf', PDF]];
      const send = (title: string, copied: readonly string[]) => {
        const raw = { ...place, ...Object.fromEntries(copied.map((name) => [name, ''])) };
        return docflow('POST', '/', { form: formWith({ title, scans: own, raw }), headers });
      };
      const first = await send('По образцу', [a]);
      const { id } = first.json<Document>();
      expect((await send('По образцу', [a])).json()).toMatchObject({ id });
      expect((await send('Поправлен', [a, b])).json()).toEqual({ error: 'already created', id, attached: [0, 1] });

      const edit = (title: string, copied: readonly string[]) => {
        const raw = Object.fromEntries(copied.map((name) => [name, '']));
        return docflow('PATCH', `/${id}`, { form: formWith({ title, raw }), headers });
      };
      const names = async () => (await read(id)).files.map(({ originalName }) => originalName);
      expect((await edit('Поправлен', [b])).statusCode).toBe(200);
      expect(await names()).toEqual(['в.pdf', 'а.png', 'б.pdf']);
      expect((await edit('Поправлен', [b])).statusCode).toBe(200);
      expect((await edit('Поправлен ещё', [b])).statusCode).toBe(200);
      expect(await names()).toEqual(['в.pdf', 'а.png', 'б.pdf']);

      // The document stands: what its sample has become since then does not matter to the call that made it.
      const again = { 'idempotency-key': '"gone"' };
      const raw = { ...place, [a]: '', [b]: '' };
      const sent = () => docflow('POST', '/', { form: formWith({ title: 'Ещё один', raw }), headers: again });
      const made = (await sent()).json<Document>();
      expect((await docflow('DELETE', `/${sample.id}`)).statusCode).toBe(200);
      expect((await sent()).json()).toMatchObject({ id: made.id });
      expect(await work.files('incoming')).toEqual([]);
      const stored = [await read(id), made].flatMap(({ files }) => files.map(({ fileName }) => fileName));
      expect(await work.files('scans')).toEqual([...stored, ...sample.files.map(({ fileName }) => fileName)].sort());
    }));

  test('puts another in the place of a dismissed acceptor of a route, with history and a mail to the new one', () =>
    withPaperwork(open, async (work) => {
      await saveTemplate(work, templateOf(['anna', 'boss']));
      const { id } = await work.create();
      work.around.disabled.add('anna');
      await work.informator.post.deliver();
      work.mails.splice(0);
      const form = formWith({ title: 'Договор', acceptor: ['oleg', 'boss'] });
      const answer = await work.docflow('PATCH', `/${id}`, { form });
      expect(answer.json()).toMatchObject({
        acceptor: [
          { uid: 'oleg', isWaiting: false },
          { uid: 'boss', isWaiting: true },
        ],
        route: { steps: [{ people: ['oleg'], state: 'current' }, { people: ['boss'] }] },
      });
      expect((await work.history(id))[0]).toMatchObject({
        event: 'edited',
        before: { acceptor: [{ uid: 'anna' }, { uid: 'boss' }] },
        after: { acceptor: [{ uid: 'oleg' }, { uid: 'boss' }] },
      });
      await work.informator.post.deliver();
      expect(work.mails.map(({ to }) => to.split('@')[0])).toEqual(['oleg']);
    }));
});
