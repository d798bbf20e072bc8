import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ABOUT_ALIASES, PRIVACY_PAGE } from '../../../contract/pages/forms.ts';
import { fillDemoPages } from '../../../server/pages/demo-pages.ts';
import { doubledName } from '../../../server/platform/files/stored-files.ts';
import { fillDemoSlides } from '../../../server/slides/fill-demo.ts';
import { aboveSql } from '../../support/databases.ts';
import { withStaff } from '../people/staff.ts';
import { withSlides } from '../slides/slides.ts';

const SHOP = {
  name: 'Магазин',
  town: 'в Миассе',
  phone: '+7 (000) 000-00-00',
  email: 'a@shop.example',
  address: 'ул. Новая, д. 1',
  delivery: ['Первая'],
};

aboveSql('demonstration content', (open) => {
  test('makes the six company pages where none was ever saved, and never over what somebody wrote', () =>
    withStaff(open, async ({ call, informator }) => {
      expect(await fillDemoPages(informator.context, SHOP)).toBe(true);
      expect((await informator.publicPages()).map(({ alias }) => alias).sort()).toEqual(
        ABOUT_ALIASES.filter((alias) => alias !== PRIVACY_PAGE).sort(),
      );
      const history = await call('GET', '/about/contact/history', { as: 'admin' });
      expect(history.json()).toMatchObject([{ version: 1, savedBy: null }]);
      for (const alias of ABOUT_ALIASES) await call('DELETE', `/about/${alias}`, { as: 'admin' });
      expect(await fillDemoPages(informator.context, SHOP)).toBe(false);
      expect(await informator.publicPages()).toEqual([]);
    }));

  test('two servers that start at once make the pages once', { tags: ['store'] }, () =>
    withStaff(open, async ({ informator: { context } }) => {
      const filled = await Promise.all([fillDemoPages(context, SHOP), fillDemoPages(context, SHOP)]);
      expect(filled.sort()).toEqual([false, true]);
    }),
  );

  test('makes published slides with and without pictures and one draft, once', () =>
    withSlides(open, async ({ call, images, mnote }) => {
      expect(await fillDemoSlides(mnote.context)).toBe(true);
      expect(await fillDemoSlides(mnote.context)).toBe(false);
      const all = (await call('GET', '/search/note?limit=100')).json();
      const published = await mnote.publicSlides();
      expect([all.length, published.length]).toEqual([7, 6]);
      const pictures = published.flatMap(({ files }) => files);
      expect(pictures.length).toBeGreaterThanOrEqual(2);
      expect(await images()).toHaveLength(2 * pictures.length);
      for (const { fileName } of pictures) {
        const served = await call('GET', `/static/images/${doubledName(fileName)}`, { as: null });
        expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width: 700, height: 420 });
      }
      expect((await call('GET', '/search/note?isPublic=1&search=фильтры')).json()).toHaveLength(1);
    }));

  test('two servers that start at once make the slides once', () =>
    withSlides(open, async ({ images, mnote }) => {
      const filled = await Promise.all([fillDemoSlides(mnote.context), fillDemoSlides(mnote.context)]);
      expect(filled.sort()).toEqual([false, true]);
      expect(await mnote.publicSlides()).toHaveLength(6);
      expect(await images()).toHaveLength(8);
    }));
});
