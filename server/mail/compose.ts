import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './types.ts';

/**
 * A mail as nodemailer takes it. Addresses go as parts, never as text that is parsed, and the envelope stands apart from
 * the headers, so that no value can add a header or a recipient. https://nodemailer.com/message/
 */
export function composeMail(mail: Mail, from: string): SendMailOptions {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    from: { name: '', address: from },
    to: { name: '', address: mail.to },
    envelope: { from, to: [mail.to] },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.messageId}@${domain}>`,
    date: mail.createdAt,
    textEncoding: 'base64',
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim();
