// The command `parts doctor`: checks that databases and files of a shop are sound and agree, also beside a running
// server.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HOUR_MS } from '../../../contract/limits.ts';
import { accountsChecks } from '../../accounts/doctor.ts';
import { catalogueChecks } from '../../catalogue/doctor.ts';
import { documentHashes, documentNumbers } from '../../documents/doctor.ts';
import type { DialectName } from '../../platform/database/types.ts';
import {
  type Check,
  databaseChecks,
  faultsBySql,
  filesCheck,
  inProgressBySql,
  lateMailsCheck,
} from '../../platform/doctor/checks.ts';
import { type CheckResult, examine, lostFolderOf } from '../../platform/doctor/examine.ts';
import { slidesChecks } from '../../slides/doctor.ts';
import { type Config, databaseOf, type ServiceName, storesOf } from '../config/config.ts';
import { wrongUsage } from '../console/problems.ts';
import { MIGRATIONS } from '../services/migrations.ts';
import { runCommand, shopConfig } from './command-line.ts';

const USAGE = `Looks whether databases and files are sound and agree with each other; the server may be running.

  parts doctor [--repair]

Every row has its file and every file its row, with the content that was received; search index, parts, numbers, hashes
and references agree. What may just be under way is told apart and counts for nothing. --repair mends what nothing can
be lost by: the search index and parts are made anew, files that nothing names are moved to DATA_DIR/lost, also those of an
object storage (FILES_URL).
The last line of standard output is JSON. It ends with 0: sound, 1: something is wrong, 2: wrongly asked.`;

const clock = () => Date.now();
const NAMED_MAX = 20;

function checksOf(config: Config, service: ServiceName): readonly Check[] {
  const { dialect } = databaseOf(config, service);
  if (service === 'bridge') return catalogueChecks(dialect, join(config.dataDir, 'copies'));
  return { mauth: accountsChecks, informator: portalChecks, mnote: slidesChecks }[service](dialect);
}

interface Sums {
  findings: number;
  moving: number;
  checks: number;
  readonly byCheck: Record<string, number>;
  readonly repaired: string[];
}

async function examineShop(config: Config, repair: boolean): Promise<Sums> {
  const sums: Sums = { findings: 0, moving: 0, checks: 0, byCheck: {}, repaired: [] };
  let services = 0;
  for (const service of config.services) {
    const location = databaseOf(config, service);
    if (location.dialect === 'sqlite' && !(await stat(location.file).catch(() => null))) continue;
    services += 1;
    const patient = {
      location,
      stores: storesOf(config, service, clock),
      lostFolder: lostFolderOf(config.dataDir, service),
      schema: MIGRATIONS[service].length,
      checks: checksOf(config, service),
      clock,
    };
    for await (const examined of examine(patient, repair)) add(sums, service, examined);
  }
  if (services === 0) throw wrongUsage(`there is no database in ${config.dataDir}`);
  return sums;
}

function add(sums: Sums, service: ServiceName, { check, faults, moving, mended }: CheckResult): void {
  const name = `${service}, ${check}`;
  sums.checks += 1;
  sums.findings += faults.length;
  sums.moving += moving.length;
  if (faults.length > 0) sums.byCheck[name] = faults.length;
  if (mended !== null) {
    sums.repaired.push(`${name}: ${mended}`);
    console.log(`${name}: ${mended}`);
  }
  for (const fault of faults.slice(0, NAMED_MAX)) console.log(`${name}: ${fault}`);
  if (faults.length > NAMED_MAX) console.log(`${name}: and ${faults.length - NAMED_MAX} more`);
  for (const word of moving.slice(0, NAMED_MAX)) console.log(`${name} (no fault): ${word}`);
}

const PHOTOS = filesCheck({
  folder: 'photos',
  young: HOUR_MS,
  named: ({ rows }) => rows(`SELECT photo AS name, 'user ' || email AS owner FROM users WHERE photo IS NOT NULL`),
});

/** Attachments of every version with the hash under which it was signed, files of drafts, and files of comments. */
const ATTACHMENTS = filesCheck({
  folder: 'scans',
  young: HOUR_MS,
  named: ({ rows }) =>
    rows(
      `SELECT file_name AS name, 'document ' || document_id AS owner, size AS bytes, sha256 FROM document_files
       UNION ALL
       SELECT file_name, 'a draft of user ' || user_id, size, sha256 FROM document_waiting_files
       UNION ALL
       SELECT file_name, 'comment ' || comment_id, size, NULL FROM document_comment_files`,
    ),
});

const WORDS = faultsBySql(
  'words of documents',
  `SELECT 'document ' || d.id || ' is found by no word' AS what FROM documents d
   WHERE NOT EXISTS (SELECT 1 FROM document_words w WHERE w.document_id = d.id)`,
);

const PEOPLE = faultsBySql(
  'people of documents',
  `SELECT 'document ' || e.document_id || ' is not listed for user ' || e.user_id AS what FROM document_entries e
   WHERE NOT EXISTS (SELECT 1 FROM document_people p
     WHERE p.document_id = e.document_id AND p.user_id = e.user_id AND p.is_listed = 1)
   UNION ALL
   SELECT 'document ' || d.id || ' is listed with another state for user ' || p.user_id
   FROM documents d JOIN document_people p ON p.document_id = d.id
   WHERE p.state <> d.state OR p.directing_id <> d.directing_id OR p.task_id <> d.task_id`,
);

const KEYS = faultsBySql(
  'keys of creation',
  `SELECT 'a key of user ' || author_id || ' has made no document' AS what FROM document_keys WHERE document_id IS NULL`,
);

const NOTICES = inProgressBySql(
  'notifications',
  `SELECT 'notification ' || id || ' is not written as mails yet' AS what FROM document_notices`,
);

const portalChecks = (dialect: DialectName): readonly Check[] => [
  ...databaseChecks(dialect),
  documentNumbers,
  documentHashes,
  WORDS,
  PEOPLE,
  KEYS,
  PHOTOS,
  ATTACHMENTS,
  NOTICES,
  lateMailsCheck,
];

await runCommand(async () => {
  const { values } = parseArgs({ options: { repair: { type: 'boolean', default: false }, help: { type: 'boolean' } } });
  if (values.help) return USAGE;
  const { byCheck, ...sums } = await examineShop(await shopConfig(), values.repair);
  if (sums.findings > 0) process.exitCode = 1;
  return JSON.stringify({ sound: sums.findings === 0, ...sums, byCheck });
});
