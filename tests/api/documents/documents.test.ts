import { expect, test } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { formWith, PDF, PNG, said, withPaperwork } from './paperwork.ts';

aboveSql('documents', (open) => {
  test('a document is made, read, signed, acknowledged and done', () =>
    withPaperwork(open, async ({ create, read, docflow, directing, task, history }) => {
      const made = await create({
        title: ' Договор  поставки ',
        description: 'Первая строка.\r\nВторая',
        acceptor: ['oleg', 'anna'],
        recipient: ['reader'],
        scans: [
          ['Скан\r\n1.png', PNG],
          ['..\\папка\\акт.pdf', PDF],
        ],
      });
      const { id } = made;
      expect(made).toMatchObject({
        num: 1,
        title: 'Договор поставки',
        description: 'Первая строка.\nВторая',
        directing: { id: directing, title: 'Закупки' },
        task: { id: task, title: 'Договор', ordered: false },
        author: { uid: 'boss', email: 'boss@parts.example', name: 'boss Директор', position: 'Директор' },
        version: 1,
        state: 'pending',
      });
      expect(made.acceptor.map(({ uid, accept, isWaiting }) => [uid, accept, isWaiting])).toEqual([
        ['oleg', false, false],
        ['anna', false, false],
      ]);
      expect(made.files.map(({ type, size }) => [type, size])).toEqual([
        ['image/png', PNG.length],
        ['application/pdf', PDF.length],
      ]);
      expect(made.files[1]?.originalName).toBe('акт.pdf');
      expect({ ...(await read(id, 'guest')), files: [] }).toEqual({ ...made, files: [] });

      const signed = await docflow('PATCH', `/accepting/${id}`, { as: 'anna' });
      expect(said(signed)).toEqual([200, undefined]);
      expect(signed.json().acceptor[1]).toMatchObject({ accept: true, acceptedBy: { uid: 'anna' } });
      await docflow('PATCH', `/accepting/${id}/`, { as: 'oleg', json: {} });
      const last = await docflow('PATCH', `/recipienting/${id}`, { as: 'reader', form: formWith({}) });
      expect(last.json()).toMatchObject({ state: 'done', version: 1, hash: made.hash });
      expect((await history(id)).map(({ event, by }) => [event, by.uid])).toEqual([
        ['acknowledged', 'reader'],
        ['signed', 'oleg'],
        ['signed', 'anna'],
        ['created', 'boss'],
      ]);
    }));
});
