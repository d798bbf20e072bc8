import { SettingsProblem } from '../settings/read.ts';
import type { Config } from './config/config.ts';
import type { Say } from './console/start-event.ts';
import { DEMO_ADMIN_EMAIL } from './demo/demonstrate.ts';
import { RefusedPassword } from './mauth/new-passwords.ts';
import type { Services } from './services.ts';

/**
 * Creates the administrator that the configuration names where there is none, and tells the password that was made up:
 * at once, because nobody would ever know it if anything failed afterwards. Throws SettingsProblem for a refused password.
 */
export async function createAdministrator(config: Config, { mauth }: Services, say: Say): Promise<void> {
  const email = config.adminEmail || (config.demo ? DEMO_ADMIN_EMAIL : '');
  if (!mauth || !email) return;
  const created = await mauth
    .firstAdministrator(email, config.adminPassword || undefined)
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
    say({
      kind: 'administrator',
      email: created.email,
      password: created.generated ? created.password : '',
    });
}
