import { beforeEach, expect, test } from 'vitest';
import type { Profile } from '../../../contract/people/profiles.ts';
import { createCabinet } from '../../../src/lib/accounts/cabinet-store.ts';
import { $profile, $user } from '../../../src/lib/accounts/own-profile.ts';
import { $account } from '../../../src/lib/platform/session-store.ts';

/** The first bytes of a PNG, which alone are looked at. */
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

const PROFILE: Profile = { uid: 'u', email: 'a@b.test', photo: '', name: 'Иванов', position: '', roles: [] };
const DAY = '2026-01-01T00:00:00.000Z';

beforeEach(() => {
  $account.set({ email: 'a@b.test', rank: 'user', name: 'Старое имя', createdAt: DAY, updatedAt: DAY });
  $profile.set(null);
});

const cabinet = (fails = false) => {
  const answer = async (profile: Profile) => {
    if (fails) throw new TypeError('fetch failed');
    return profile;
  };
  return createCabinet({
    profile: () => answer(PROFILE),
    rename: (name) => answer({ ...PROFILE, name }),
    replacePhoto: (photo) => answer({ ...PROFILE, photo: photo.name }),
  });
};

test('the person is the account and the profile together, the profile first', async () => {
  expect($user.get()).toBeNull();
  await cabinet().load();
  expect($user.get()).toMatchObject({ uid: 'u', name: 'Иванов', rank: 'user', createdAt: DAY });
});

test('the profile of somebody else is never shown under this account', () => {
  $profile.set({ ...PROFILE, email: 'other@b.test' });
  expect($user.get()).toBeNull();
});

test('a name that was refused leaves the old one in place', async () => {
  await cabinet().load();
  expect(await cabinet(true).rename('Петров')).toMatchObject({ kind: 'offline' });
  expect($user.get()?.name).toBe('Иванов');
  expect(await cabinet().rename('Петров')).toBeNull();
  expect($user.get()?.name).toBe('Петров');
});

test('a file that is no picture is refused before it is sent', async () => {
  const store = cabinet();
  await store.replacePhoto(new File(['x'], 'a.txt', { type: 'text/plain' }));
  expect(store.$photo.get()).toMatchObject({ phase: 'failed', failure: { code: 'file must be image' } });
  await store.replacePhoto(new File([PNG], 'a.png', { type: 'image/png' }));
  expect(store.$photo.get().phase).toBe('saved');
  expect($user.get()?.photo).toBe('a.png');
});
