import { POSITION_COLUMNS } from '../../../../contract/position-columns.ts';
import type { WrittenColumn } from '../store/position.ts';
import type { UndoPlan } from './plan-undo.ts';

/** Columns that people know under another one's name. */
const KNOWN_AS: Partial<Record<WrittenColumn, WrittenColumn>> = {
  manufacturer_key: 'manufacturer',
  alias: 'manufacturer',
};

/** Why something of a position was left alone, for whoever undoes; `plan` is null where the position is gone. */
export function keptReason(plan: UndoPlan | null, isIdentityTaken: boolean): string {
  if (plan === null) return 'Позиции больше нет: удалён её бренд или поставщик';
  if (isIdentityTaken) return 'Такая\u00a0же позиция с\u00a0прежним производителем уже\u00a0есть';
  const labels = plan.kept.map((name) => POSITION_COLUMNS[KNOWN_AS[name] ?? name].label.toLowerCase());
  const by = plan.changedBy === null ? '' : `, изменение №\u00a0${plan.changedBy}`;
  return `Изменено позже: ${[...new Set(labels)].join(', ')}${by}`;
}
