import { formatNumber, NBSP } from './number.ts';

/** A file size for a person: `840 КБ`, `1,5 МБ`. */
export function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${formatNumber(Math.ceil(kilobytes))}${NBSP}КБ`;
  return `${formatNumber((kilobytes / 1024).toFixed(1))}${NBSP}МБ`;
}
