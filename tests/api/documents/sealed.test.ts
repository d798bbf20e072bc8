// @module-tag deep
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { aboveSql } from '../../support/databases.ts';
import { sealOf } from '../../support/sealed-pdf.ts';
import { PDF, PNG, withPaperwork } from './paperwork.ts';

const run = promisify(execFile);

/** What a program says; null where it refuses. */
const said = (program: string, ...words: string[]): Promise<string | null> =>
  run(program, words).then(
    ({ stdout, stderr }) => stdout + stderr,
    () => null,
  );

/** Debian's poppler-utils has it; openssl, which judges the same seal below, is on every machine that has Node. */
const hasPdfsig = await run('pdfsig', ['-v']).then(
  () => true,
  (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
);

aboveSql('the seal of a package', (open) => {
  test('convinces openssl, and pdfsig where it is installed, until a byte is changed', () =>
    withPaperwork(open, async ({ create, docflow }) => {
      const folder = await mkdtemp(join(tmpdir(), 'sealed-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      const { id } = await create({
        title: 'Договор',
        acceptor: ['anna'],
        scans: [
          ['скан.png', PNG],
          ['договор.pdf', PDF],
        ],
      });
      await docflow('PATCH', `/accepting/${id}`, { as: 'anna' });
      const pdf = (await docflow('GET', `/${id}/package`)).rawPayload;
      const { content, signature } = sealOf(pdf);
      const changed = Buffer.from(pdf);
      changed[100] = (changed[100] ?? 0) ^ 1;
      const files = { whole: pdf, changed, content, signature, other: sealOf(changed).content };
      const at = (name: keyof typeof files) => join(folder, name);
      for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);

      const verify = (of: keyof typeof files) =>
        said(
          'openssl',
          ...['cms', '-verify', '-binary', '-inform', 'DER', '-noverify', '-out', join(folder, 'out')],
          ...['-in', at('signature'), '-content', at(of)],
        );
      expect(await verify('content')).toContain('successful');
      expect(await verify('other')).toBeNull();
      const certificates = await said(
        'openssl',
        ...['cms', '-cmsout', '-print', '-noout', '-inform', 'DER', '-in', at('signature')],
      );
      for (const part of ['id-smime-aa-signingCertificateV2', 'sha256WithRSAEncryption', 'messageDigest'])
        expect(certificates).toContain(part);

      if (!hasPdfsig) return;
      const whole = await said('pdfsig', at('whole'));
      for (const part of ['ETSI.CAdES.detached', 'Total document signed', 'Signature is Valid'])
        expect(whole).toContain(part);
      expect((await said('pdfsig', at('changed'))) ?? '').not.toContain('Signature is Valid');
    }));
});
