/** What a check of `npm test` came to; `remarks` are printed once more at the very end, under the name of the check. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly remarks: readonly string[];
}

/** A check that wrote no report, or exited badly without a failed test, is itself a failure. */
export function counted(ok: boolean, read: () => Count): Count {
  try {
    const count = read();
    if (ok || count.failed > 0) return count;
    return { ...count, failed: 1, remarks: [...count.remarks, 'the runner failed without a failed test'] };
  } catch (error) {
    return { passed: 0, failed: 1, remarks: [`no report: ${String(error)}`] };
  }
}

/**
 * The first line of a message, without colours: the whole of it stands in the output above. Of a property that does not hold
 * the next line goes along, which tells the seed that shows it again.
 */
export function firstLine(message: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with an escape character
  const [first = '', second = ''] = message.replace(/\u001b\[[0-9;]*m/gu, '').split('\n', 2);
  return second.startsWith('{ seed:') ? `${first} ${second}` : first;
}
