import type { Profile, Role } from '../../../../contract/informator.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { UserRow } from '../schema.ts';

/** A profile as the API shows it. */
const profileAnswer = (user: UserRow, roles: Role[]): Profile => ({
  uid: user.uid,
  email: user.email,
  photo: user.photo ?? '',
  name: user.name ?? '',
  position: user.role_title ?? '',
  roles,
});

/** A profile with everything that its role allows. */
export async function wholeProfile(permissions: Permissions, user: UserRow): Promise<Profile> {
  const role = user.role_id === null ? null : await permissions.role(user.role_id);
  return profileAnswer(user, role ? [role] : []);
}

/** A profile in a list: its role by name only, because a hundred of them would be megabytes of rights. */
export const listedProfile = (user: UserRow): Profile =>
  profileAnswer(
    user,
    user.role_id === null ? [] : [{ id: user.role_id, title: user.role_title ?? '', directings: [] }],
  );

/** What a colleague sees of a user: the person, and no permissions. */
export const colleagueProfile = (user: UserRow): Profile => profileAnswer({ ...user, photo: null }, []);
