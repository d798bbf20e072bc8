/** A value of a position as its field shows it: `158.03` → `158,03`, `0.00` → `0`; other values as they are. */
export function fieldText(value: string | number | null): string {
  const text = String(value ?? '');
  const [, whole, fraction] = /^(\d+)\.(\d{2})$/u.exec(text) ?? [];
  if (whole === undefined || fraction === undefined) return text;
  return fraction === '00' ? whole : `${whole},${fraction}`;
}
