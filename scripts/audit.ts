import { readAudit } from './supply/advisories.ts';
import { byLicence, isAllowed } from './supply/licences.ts';
import { lockedPackages } from './supply/lock.ts';
import { npm } from './supply/npm.ts';

/**
 * Licences and known weaknesses of everything that is installed. Exit code 1 for a licence that is unknown or not
 * allowed and for a weakness in what the running product is made of; a registry that does not answer is said, and is
 * no failure: it is nothing that the project could mend.
 */
const packages = lockedPackages();
const inProduct = packages.filter(({ dev }) => !dev);
console.log(`${packages.length} packages, ${inProduct.length} of them in the running product\n`);

console.log('Licences:');
for (const [licence, names] of byLicence(packages)) {
  console.log(`  ${licence} (${names.length}): ${names.join(', ')}`);
}
const refused = packages.filter(({ license }) => !isAllowed(license));
for (const { name, version, license = 'none' } of refused) {
  console.log(
    `REFUSED: ${name}@${version} has the licence ${license}, which scripts/supply/licences.ts does not allow`,
  );
}
if (refused.length === 0) console.log('  every one is allowed');

console.log('\nKnown weaknesses:');
const asked = readAudit(npm('audit', '--json'), packages);
if ('unanswered' in asked) {
  console.log(`  NOT KNOWN: the registry did not answer (${asked.unanswered})`);
} else {
  for (const { name, severity, titles, inProduct: isIn } of asked.known)
    console.log(`  ${severity}, ${isIn ? 'in the product' : 'in tools only'}: ${name}: ${titles.join('; ')}`);
  if (asked.known.length === 0) console.log('  none');
}
const isWeak = 'known' in asked && asked.known.some((advisory) => advisory.inProduct);
process.exitCode = refused.length > 0 || isWeak ? 1 : 0;
