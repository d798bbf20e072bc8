import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { composeMail } from './compose.ts';
import type { MailTransport } from './types.ts';

/** Lays mails into a folder as .eml files, readable by the owner only; a repeated mail takes its own place. */
export function folderTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message } = await composer.sendMail(composeMail(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${mail.createdAt.toISOString().replace(/[^\dTZ]/g, '')}-${mail.messageId}.eml`;
      const draft = join(folder, `${name}.part`);
      await writeFile(draft, message as Buffer, { mode: 0o600 });
      await rename(draft, join(folder, name));
    },
  };
}
