import { expect, test } from 'vitest';
import { SHELL_FILES, shellFor } from '../../../src/lib/shells.ts';

test.each([
  ['/catalog/product/filtr-maslyanyj-740', 'catalog/product.html'],
  ['/catalog/product/%D1%84%D0%B8%D0%BB%D1%8C%D1%82%D1%80', 'catalog/product.html'],
  ['/catalog/product/a%2Fb/', 'catalog/product.html'],
  ['/catalog/17', 'catalog/product.html'],
  ['/catalog/17/', 'catalog/product.html'],
  ['/catalog/edit/brands', 'portal.html'],
  ['/catalog/edit/providers', 'portal.html'],
  ['/catalog/edit/upload/', 'portal.html'],
  ['/user', 'portal.html'],
  ['/user/', 'portal.html'],
  ['/user/changePassword', 'portal.html'],
  ['/setting/edit/users', 'portal.html'],
  ['/auth/confirm/5f0c7a52-2d3f-4f5b-8f3e-0d6a1c6f7a11', 'auth/confirm.html'],
  ['/auth/forgot/5f0c7a52-2d3f-4f5b-8f3e-0d6a1c6f7a11/', 'auth/forgot.html'],
])('%s is answered by %s', (path, file) => {
  expect(shellFor(path)).toBe(file);
  expect(SHELL_FILES).toContain(file);
});

test.each([
  '/',
  '/catalog',
  '/catalog/',
  '/catalog/list',
  '/catalog/12a',
  '/catalog/-1',
  '/catalog/product',
  '/catalog/product/',
  '/catalog/product/a/b',
  '/catalog/edit',
  '/catalog/edit/prices',
  '/catalog/edit/brands/1',
  '/user/photo',
  '/setting/edit/roles',
  '/docflow',
  '/newsLine',
  '/auth',
  '/auth/confirm',
  '/auth/confirm/',
  '/auth/confirm/token/more',
  '//catalog/17',
])('%s is no dynamic address', (path) => {
  expect(shellFor(path)).toBeNull();
});
