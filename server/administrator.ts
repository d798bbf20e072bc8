import { readEmail } from '../contract/fields/email.ts';
import { SettingsProblem } from '../settings/read.ts';
import type { Config } from './config/config.ts';
import type { Demonstrations } from './demo/demonstrations.ts';
import { DEMO_ADMIN_EMAIL } from './informator/people/demo/recognise.ts';
import type { NoAdministrator } from './mauth/accounts.ts';
import type { FirstAdministrator } from './mauth/index.ts';
import { RefusedPassword } from './mauth/new-passwords.ts';
import type { Services } from './services.ts';

interface Surroundings {
  readonly demonstrations: Demonstrations;
  /** Whether a demonstration that names nobody gets an administrator of its own. */
  readonly isDemonstration: boolean;
  readonly say: (line: string) => void;
}

/**
 * Creates the administrator that the configuration names where there is none, and tells the password that was made up:
 * at once, because nobody would ever know it if anything failed afterwards; or why there is nothing to be made. Accounts of
 * a demonstration administrate no shop. Throws SettingsProblem for a refused password.
 */
export async function createAdministrator(
  { adminEmail, adminPassword, isProduction }: Config,
  { mauth }: Services,
  { demonstrations, isDemonstration, say }: Surroundings,
): Promise<void> {
  const email = adminEmail || (isDemonstration ? DEMO_ADMIN_EMAIL : '');
  if (!mauth || !email) return;
  const invented = isProduction && adminEmail ? await demonstrations.mauth?.survey() : undefined;
  const except = invented?.made.map(({ id }) => id) ?? [];
  const created = await mauth
    .firstAdministrator(email, adminPassword || undefined, { isDemonstration: !adminEmail, except })
    .catch((error: unknown) => {
      throw error instanceof RefusedPassword
        ? new SettingsProblem([`ADMIN_PASSWORD: ${error.message}`])
        : error;
    });
  if (created) return say(administratorLine(created));
  const named = readEmail(adminEmail);
  const reason = named && (await mauth.accounts.whyNoAdministrator(named, except));
  if (reason) say(`ADMIN_EMAIL: ${REASONS[reason](adminEmail)}`);
}

const administratorLine = ({ email, password, generated }: FirstAdministrator): string =>
  `Administrator: ${email}${generated ? `, password: ${password} (shown once)` : ''}`;

/** Why nothing was made, and what to do. */
const REASONS: Readonly<Record<NoAdministrator, (email: string) => string>> = {
  same: (email) => `${email} уже администратор, ничего не сделано.`,
  other: (email) =>
    `администратор в магазине уже есть, ${email} им не сделан; другого добавит npm run admin -- create ${email}`,
  taken: (email) =>
    `у ${email} уже есть подтверждённая учётная запись, администратором она не сделана; это делает npm run admin -- rank ${email} admin`,
  disabled: (email) =>
    `учётная запись ${email} отключена, администратором она не сделана; включает её npm run admin -- enable ${email}`,
};
