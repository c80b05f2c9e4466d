import { stripVTControlCharacters } from 'node:util';
import type { ContainerEnd } from '@refbench/sandbox';

const LINES = 15;

/** How a step ended, as the end of a sentence. */
export function describeEnd(end: ContainerEnd): string {
  switch (end.kind) {
    case 'exited':
      return `ended with exit code ${end.exitCode}${end.oomSeen ? ' after a process was killed for memory' : ''}`;
    case 'timed-out':
      return `ran longer than ${Math.round(end.limitMs / 1000)} s (${end.limit})`;
    case 'out-of-memory':
      return `needed more than ${Math.round(end.limitBytes / 2 ** 20)} MiB of memory`;
    case 'storage-exceeded':
      return `wrote more than ${Math.round(end.limitBytes / 2 ** 20)} MiB`;
    case 'stopped':
      return `was stopped (${end.reason})`;
    case 'infra-failed':
      return `was lost (${end.detail})`;
  }
}

/** The last lines of a log, safe to print on a terminal. */
export function tailOf(log: Buffer): string {
  const text = stripVTControlCharacters(log.subarray(-20_000).toString('utf8'))
    // What is left of control characters could still overwrite a line of ours.
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
  return text.trimEnd().split('\n').slice(-LINES).join('\n');
}
