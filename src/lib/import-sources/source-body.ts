import type { SourceLimits } from '../../../contract/import-sources.ts';
import type { SourceKind } from '../../../contract/source-kinds.ts';
import type { SourceForm } from './source-form.ts';

/** What is sent of a source, its kind and its owners apart. */
export interface SourceBody {
  readonly title: string;
  readonly presetId: number | null;
  readonly settings: Readonly<Record<string, string | boolean>>;
  readonly secret?: string;
  readonly limits: SourceLimits;
  readonly everyMinutes: number;
  readonly quietDays: number;
  readonly isEnabled: boolean;
}

/** What is sent of a new one. */
export interface NewSourceBody extends SourceBody {
  readonly kind: SourceKind;
  readonly providerId: number;
  readonly brandId: number;
}

/** A number as a person types it; NaN for anything else. */
export function typedNumber(text: string): number {
  const plain = text.trim().replace(',', '.');
  return /^\d+(?:\.\d+)?$/u.test(plain) ? Number(plain) : Number.NaN;
}

/** The changes of a form without mistakes. A secret that was not typed stays as it is. */
export function sourceBody(form: SourceForm): SourceBody {
  return {
    title: form.title.trim(),
    presetId: form.presetId === '' ? null : Number(form.presetId),
    settings: settingsOf(form),
    ...secretOf(form),
    limits: {
      failedShare: typedNumber(form.failedShare) / 100,
      skippedShare: typedNumber(form.skippedShare) / 100,
      priceFactor: typedNumber(form.priceFactor),
    },
    everyMinutes: Number(form.everyMinutes),
    quietDays: Number(form.quietDays.trim()),
    isEnabled: form.isEnabled,
  };
}

/** A new source of a form without mistakes. */
export const newSourceBody = (form: SourceForm): NewSourceBody => ({
  ...sourceBody(form),
  kind: form.kind,
  providerId: Number(form.providerId),
  brandId: Number(form.brandId),
});

function secretOf({ kind, secret, forgetsSecret }: SourceForm): { readonly secret?: string } {
  if (kind === 'folder') return {};
  if (forgetsSecret) return { secret: '' };
  return secret === '' ? {} : { secret };
}

/** Where a form says that price lists are looked for. */
export function settingsOf(form: SourceForm): SourceBody['settings'] {
  const { kind, folder, url, user, host, port, isSecure, mailbox, sender, subject } = form;
  if (kind === 'folder') return { folder: folder.trim() };
  if (kind === 'address') return { url: url.trim(), user: user.trim() };
  return {
    host: host.trim(),
    port: port.trim(),
    isSecure,
    user: user.trim(),
    mailbox: mailbox.trim(),
    sender: sender.trim(),
    subject: subject.trim(),
  };
}
