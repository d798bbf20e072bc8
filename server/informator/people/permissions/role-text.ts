import type { Role } from '../../../../contract/informator.ts';

/** Texts of roles that are still known: thousands of rights each, the same for every reader. */
const texts = new WeakMap<Role, string>();

/** Roles as JSON text; each is written once as long as it stays known. */
export const rolesText = (roles: readonly Role[]): string => `[${roles.map(textOf).join(',')}]`;

function textOf(role: Role): string {
  const text = texts.get(role) ?? JSON.stringify(role);
  texts.set(role, text);
  return text;
}
