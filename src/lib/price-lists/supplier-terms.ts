// What buyers read of a supplier, the name of its warehouse and days until delivery: calls and texts of its form.
import type { SupplierTerms } from '../../../contract/catalogue/positions.ts';
import type { SupplierTermsError } from '../../../contract/errors.ts';
import { PUBLIC_NAME_MAX } from '../../../contract/limits.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { bridge } from '../platform/session.ts';

/** What buyers read of a supplier. Throws what ky throws, or SessionEnded. */
export const supplierTerms = {
  list: (): Promise<SupplierTerms[]> => bridge.get('providers/terms').json<SupplierTerms[]>(),
  save: (id: number, terms: SupplierTermsForm): Promise<SupplierTerms> =>
    bridge.put(`providers/${id}/terms`, { json: terms }).json<SupplierTerms>(),
};

/** As typed: days may be empty. */
export type SupplierTermsForm = Readonly<Record<Exclude<keyof SupplierTerms, 'id'>, string>>;

export const supplierTermsTexts = typographed({
  shown: (name: string, delivery: string) => `Покупатели видят: ${[name, delivery].filter(Boolean).join(', ')}`,
  change: 'Изменить для покупателей',
  changeOf: (title: string) => `Изменить для покупателей: ${title}`,
  name: 'Название склада для покупателей',
  nameHint: (fallback: string) => `Пусто — «${fallback}».`,
  from: 'Срок, дней: от',
  to: 'до',
  daysHint: '0 — сегодня. Срок из прайса важнее.',
} as const);

export const supplierTermsErrors = typographed<ErrorTexts<SupplierTermsError>>({
  'invalid delivery': 'Срок — целые дни от 0 до 365: только «до» или «от» и «до», и «от» не больше «до».',
  'invalid public name': `Название склада — не длиннее ${PUBLIC_NAME_MAX} знаков.`,
  'public name is taken':
    'Так уже называется склад другого поставщика: покупатели не отличат их в отборе и в заявке. Дайте другое название.',
  'provider not found': 'Этого поставщика уже нет: возможно, его удалили.',
});
