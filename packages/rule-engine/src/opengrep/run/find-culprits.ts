import type { Complaint, Finding } from './program-report.ts';
import type { RunEnd, Target } from './run-program.ts';

/** The findings of the program and its complaints about missing ones. */
export interface Found {
  readonly findings: readonly Finding[];
  /** Complaints without the effect `file`, which are converted to complaints of the faulty rules. */
  readonly complaints: readonly Complaint[];
}

export interface Trial {
  readonly targets: readonly Target[];
  /** Ids of the rules. */
  readonly rules: readonly string[];
}

/** The maximum number of failed runs for finding the faulty file and rule. */
const MAX_FAILURES = 60;

/**
 * Runs a trial and, if it fails, bisects it: first the files, then the rules on a single file. This
 * identifies the cause of the failure and keeps all other results.
 */
export async function findCulprits(
  whole: Trial,
  run: (trial: Trial) => Promise<RunEnd>,
): Promise<Found> {
  const findings: Finding[] = [];
  const complaints: Complaint[] = [];
  const open: Trial[] = [whole];
  let failures = 0;
  for (let trial = open.shift(); trial !== undefined; trial = open.shift()) {
    const end: RunEnd =
      failures < MAX_FAILURES
        ? await run(trial)
        : { kind: 'failed', reason: 'too many files and rules made OpenGrep fail' };
    if (end.kind === 'failed') {
      failures += 1;
      if (failures < MAX_FAILURES && canSplit(trial)) open.unshift(...halves(trial));
      else complaints.push(...blame(trial, end.reason));
      continue;
    }
    const { lost, rest } = lostFiles(trial, end.report.errors);
    failures += lost.size;
    for (const [path, reason] of lost) {
      const target = trial.targets.find((one) => one.path === path);
      if (target === undefined) continue;
      const alone = { targets: [target], rules: trial.rules };
      if (failures < MAX_FAILURES && alone.rules.length > 1) open.push(...halves(alone));
      else complaints.push(...blame(alone, reason));
    }
    findings.push(...end.report.results.filter(({ path }) => !lost.has(path)));
    complaints.push(...rest);
  }
  return { findings, complaints };
}

/** Separates files whose matches are missing from all other complaints. */
function lostFiles(
  { targets }: Trial,
  errors: readonly Complaint[],
): { readonly lost: ReadonlyMap<string, string>; readonly rest: readonly Complaint[] } {
  const lost = new Map<string, string>();
  const rest: Complaint[] = [];
  for (const complaint of errors) {
    const { effect, path, reason } = complaint;
    if (effect !== 'file') rest.push(complaint);
    else {
      // If the complaint names no known file, any file may be affected.
      const named = targets.filter((target) => target.path === path);
      for (const target of named.length > 0 ? named : targets) lost.set(target.path, reason);
    }
  }
  return { lost, rest };
}

function canSplit({ targets, rules }: Trial): boolean {
  return targets.length > 1 || rules.length > 1;
}

function halves({ targets, rules }: Trial): readonly Trial[] {
  if (targets.length > 1) {
    return halvesOf(targets).map((some) => ({ targets: some, rules }));
  }
  return halvesOf(rules).map((some) => ({ targets, rules: some }));
}

function halvesOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

function blame({ targets, rules }: Trial, reason: string): readonly Complaint[] {
  return targets.flatMap(({ path }) =>
    rules.map((rule) => ({ effect: 'rule' as const, rule, path, reason })),
  );
}
