import { countOf } from '@refbench/base';
import type { BuiltReport } from '../model/report-schema.ts';
import { oneLine } from './one-line.ts';

/** Returns the sources of a report and its remarks, one per line. */
export function originLines(report: BuiltReport): readonly string[] {
  return [...sourceLines(report), ...remarkLines(report)];
}

/** Returns what was read, with its digest and the versions of the tools that created it. */
export function sourceLines({ sources }: BuiltReport): readonly string[] {
  return sources.map(({ kind, id, digest, tools }) => {
    const made = tools.length === 0 ? '' : `, created by ${tools.join(', ')}`;
    return oneLine(`${kind} ${id}: ${digest}${made}`, 500);
  });
}

/** Returns what a reader must know before the figures: damage, findings, holes, exclusions. */
export function remarkLines(report: BuiltReport): readonly string[] {
  const { holes, sources } = report;
  return [
    ...(report.publishable
      ? []
      : [
          `Not to be published: ${countOf(holes.length, 'result')} missing through no fault of an agent.`,
        ]),
    ...leftOutLines(report),
    ...sources.flatMap((source) => source.notes),
  ].map((line) => oneLine(line, 500));
}

const MOST_NAMED = 10;

/**
 * Lists the instances that tables leave out, with the agents that lack a result. An instance that
 * Pass leaves out is left out of every metric, unless IFR has it: then it has no test results.
 */
function leftOutLines({ holes, leftOut }: BuiltReport): readonly string[] {
  const agentsOf = new Map<string, Set<string>>();
  for (const { agent, instance } of holes) {
    agentsOf.set(instance, (agentsOf.get(instance) ?? new Set()).add(agent));
  }
  const absent = new Map(
    leftOut
      .filter(({ metric, instance }) => metric === 'pass' && !agentsOf.has(instance))
      .map(({ instance, reason }) => [instance, reason]),
  );
  const untested = [...absent.keys()].filter(
    (one) => !leftOut.some(({ metric, instance }) => metric === 'ifr' && instance === one),
  );
  for (const instance of untested) absent.delete(instance);
  const lines = [
    ...[...agentsOf].map(
      ([instance, agents]) => `${instance} (no result of ${[...agents].join(', ')})`,
    ),
    ...[...absent].map(([instance, reason]) => `${instance} (${reason})`),
  ];
  return [
    ...(lines.length === 0 ? [] : [`Left out of every mean and comparison: ${named(lines)}.`]),
    ...(untested.length === 0
      ? []
      : [`Without test results, so left out of Pass and alignment: ${named(untested)}.`]),
  ];
}

function named(lines: readonly string[]): string {
  const more = lines.length > MOST_NAMED ? `; and ${lines.length - MOST_NAMED} more` : '';
  return `${lines.slice(0, MOST_NAMED).join('; ')}${more}`;
}
