/** A moment as DD.MM.YYYY in the time zone of the shop (an IANA name). */
export function formatDay(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('ru-RU', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(moment);
}

/** A moment as DD.MM.YYYY, HH:MM in one piece, in the time zone of the shop (an IANA name). */
export function formatMoment(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('ru-RU', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(moment)
    .replace(', ', ',\u00a0');
}
