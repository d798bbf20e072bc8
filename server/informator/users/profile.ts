import type { Profile } from '../../../contract/informator.ts';
import type { UserRow } from '../schema.ts';

/** A profile as the API shows it. No user has a role yet. */
export const profileAnswer = ({ uid, email, name, photo }: UserRow): Profile => ({
  uid,
  email,
  photo: photo ?? '',
  name: name ?? '',
  position: '',
  roles: [],
});
