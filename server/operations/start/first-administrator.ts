// Makes sure that the shop has an administrator.
import { readEmail } from '../../../contract/fields/email.ts';
import { routeLinks } from '../../../rules/routes.ts';
import { SettingsProblem, type Wording } from '../../../settings/problem.ts';
import type { NoAdministrator } from '../../accounts/administration.ts';
import { RefusedPassword } from '../../accounts/credentials/new-passwords.ts';
import type { AccountsService } from '../../accounts/index.ts';
import { DEMO_ADMIN_EMAIL } from '../../people/demo-company.ts';
import type { Config } from '../config/config.ts';
import type { Announce } from '../console/console.ts';
import type { Demonstrations } from '../demo/demonstrations.ts';
import type { Services } from '../services/services.ts';

interface Surroundings {
  readonly demonstrations: Demonstrations;
  /** Whether the demonstration makes an administrator of its own where ADMIN_EMAIL is empty. */
  readonly isDemonstration: boolean;
  readonly siteAddress: string;
  readonly say: Announce;
}

/**
 * The named one; in production a link that makes one while there is none. Throws SettingsProblem for a refused
 * password.
 */
export async function createAdministrator(
  config: Config,
  services: Services,
  surroundings: Surroundings,
): Promise<void> {
  const { mauth } = services;
  if (!mauth) return;
  const { demonstrations, siteAddress, say } = surroundings;
  const isProduction = config.nodeEnv === 'production';
  const invented = isProduction ? await demonstrations.mauth?.survey() : undefined;
  const except = invented?.made.map(({ id }) => id) ?? [];
  await createNamedAdministrator(config, mauth, { ...surroundings, except });
  const token = isProduction && (await mauth.setupLinks.make({ except }));
  if (token) say({ kind: 'setup-link', link: siteAddress + routeLinks.setup(token) });
}

/**
 * Where there is none but of demonstrations. Announces its password at once: a start that failed later would lose it.
 */
async function createNamedAdministrator(
  { adminEmail, adminPassword }: Config,
  mauth: AccountsService,
  { except, isDemonstration, say }: Surroundings & { readonly except: readonly string[] },
): Promise<void> {
  const email = adminEmail || (isDemonstration ? DEMO_ADMIN_EMAIL : '');
  if (!email) return;
  const created = await mauth
    .firstAdministrator(email, adminPassword || undefined, { isDemonstration: !adminEmail, except })
    .catch((error: unknown) => {
      throw error instanceof RefusedPassword
        ? new SettingsProblem([
            {
              english: `ADMIN_PASSWORD: ${error.message}`,
              russian:
                'ADMIN_PASSWORD: такой пароль подбирают первым, укажите другой (PASSWORD_COMMON=allow берёт и такой)',
            },
          ])
        : error;
    });
  if (created)
    return say({ kind: 'administrator', email: created.email, password: created.generated ? created.password : '' });
  const named = readEmail(adminEmail);
  const reason = named && (await mauth.accounts.whyNoAdministrator(named, except));
  // ADMIN_EMAIL usually stays set after the first start: an account that has the rank needs no line.
  if (reason && reason !== 'same') say({ kind: 'note', text: REASONS[reason](adminEmail) });
}

const REASONS: Readonly<Record<Exclude<NoAdministrator, 'same'>, (email: string) => Wording>> = {
  other: (email) => ({
    english: `ADMIN_EMAIL: the shop has an administrator already, ${email} was not made one; parts admin create ${email} adds another.`,
    russian: `ADMIN_EMAIL: администратор в магазине уже есть, ${email} им не сделан; другого добавит parts admin create ${email}`,
  }),
  taken: (email) => ({
    english: `ADMIN_EMAIL: ${email} has a confirmed account already, which was not made an administrator; parts admin rank ${email} admin does that.`,
    russian: `ADMIN_EMAIL: у ${email} уже есть подтверждённая учётная запись, администратором она не сделана; это делает parts admin rank ${email} admin`,
  }),
  disabled: (email) => ({
    english: `ADMIN_EMAIL: the account ${email} is disabled and was not made an administrator; parts admin enable ${email} enables it.`,
    russian: `ADMIN_EMAIL: учётная запись ${email} отключена, администратором она не сделана; включает её parts admin enable ${email}`,
  }),
};
