/** Checks of the database of accounts for the `doctor` command. */
import type { DialectName } from '../platform/database/types.ts';
import { type Check, databaseChecks, faultsBySql, lateMailsCheck } from '../platform/doctor/checks.ts';

const FACTORS = faultsBySql(
  'second factors',
  `SELECT 'account ' || u.email || ' has a second factor without a key' AS what FROM users u
   WHERE u.factor_at IS NOT NULL AND NOT EXISTS
     (SELECT 1 FROM second_factors f WHERE f.uid = u.uid AND f.secret IS NOT NULL)`,
);

const EMAILS = faultsBySql(
  'e-mails of accounts',
  `SELECT 'account ' || u.uid || ' has the e-mail ' || u.email || ', which another account has: npm run admin -- email ' || u.uid ||
     ' <new e-mail>' AS what
   FROM users u WHERE u.email_key LIKE '% %'`,
);

const TOKENS = faultsBySql(
  'sessions',
  `SELECT 'session ' || s.id || ' has no refresh token' AS what FROM sessions s
   WHERE NOT EXISTS (SELECT 1 FROM refresh_tokens t WHERE t.session_id = s.id)`,
);

/** Every check of the soundness of the auth service. */
export const accountsChecks = (dialect: DialectName): readonly Check[] => [
  ...databaseChecks(dialect),
  FACTORS,
  EMAILS,
  TOKENS,
  lateMailsCheck,
];
