import type { Finding, LeakReport } from '@refbench/leak-gate';
import { terminalText, textTable } from './terminal-text.ts';

/** Formats a leak report as text. */
export function leakTable(report: LeakReport): string {
  const { searched, findings, omitted } = report;
  const leaks = findings.filter(({ severity }) => severity === 'leak');
  const hints = findings.filter(({ severity }) => severity === 'hint');
  const head =
    `${report.instance}  ${report.clean ? 'clean' : `${leaks.length} leaks`}: ` +
    `${searched.files} files of ${searched.layers} layers (${(searched.bytes / 1e6).toFixed(0)} MB) ` +
    `searched for ${searched.lines} lines and ${searched.golden_files} files of golden ` +
    `in ${(report.duration_ms / 1000).toFixed(1)} s`;
  const more = Object.entries(omitted).map(([what, count]) => `and ${count} more: ${what}`);
  return [head, ...section('leaks', leaks), ...section('hints', hints), ...more].join('\n');
}

function section(title: string, findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return [];
  const rows = findings.map(({ kind, layer, path, witness }) => [
    kind,
    layer === null ? '-' : String(layer),
    terminalText(path),
    terminalText(witness),
  ]);
  return [`${title}:`, textTable([['kind', 'layer', 'path', 'witness'], ...rows])];
}
