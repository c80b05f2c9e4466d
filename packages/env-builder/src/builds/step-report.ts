import { stripVTControlCharacters } from 'node:util';
import type { ContainerEnd } from '@refbench/sandbox';

const LINES = 15;

/** Describes how a step ended, to complete a sentence. */
export function describeEnd(end: ContainerEnd): string {
  if (end.kind === 'exited') {
    const memory = end.oomSeen ? ' after a process was killed for memory' : '';
    return `ended with exit code ${end.exitCode}${memory}`;
  }
  if (end.kind === 'timed-out') {
    return `ran longer than ${Math.round(end.limitMs / 1000)} s (${end.limit}); --slow gives it more time`;
  }
  if (end.kind === 'out-of-memory')
    return `needed more than ${mebibytes(end.limitBytes)} of memory`;
  if (end.kind === 'storage-exceeded') return `wrote more than ${mebibytes(end.limitBytes)}`;
  return end.kind === 'stopped' ? `was stopped (${end.reason})` : `was lost (${end.detail})`;
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}

/** Returns the last lines of a log, safe for a terminal. */
export function tailOf(log: Buffer): string {
  const text = stripVTControlCharacters(log.subarray(-20_000).toString('utf8'))
    // Remaining control characters could still overwrite other lines.
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '');
  return text.trimEnd().split('\n').slice(-LINES).join('\n');
}
