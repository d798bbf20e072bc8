import { type Lighthouse, openLighthouse } from '../../scripts/lighthouse.ts';
import { expect, test } from './test.ts';

/** Speed is not judged here: machines are noisy, the benchmark takes a median. */
const CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const;

test.describe.configure({ timeout: 120_000 });

let lighthouse: Lighthouse;
test.beforeAll(async () => {
  lighthouse = await openLighthouse();
});
test.afterAll(() => lighthouse.close());

for (const path of ['/', '/about/contact', '/about/company', '/catalog/1']) {
  test(`Lighthouse finds no fault with ${path} on a phone`, { tag: '@deep' }, async ({ baseURL }) => {
    const { scores, faults } = await lighthouse.audit(`${baseURL}${path}`, CATEGORIES);
    expect(faults).toEqual([]);
    expect(scores).toEqual({ accessibility: 100, 'best-practices': 100, seo: 100 });
  });
}
