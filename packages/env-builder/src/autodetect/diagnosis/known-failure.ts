import { isDeepStrictEqual } from 'node:util';
import type { Adjustments } from '../draft/adjustments.ts';

/** A message of a build or a test, and the fix for its cause. */
export interface KnownFailure {
  /** Found anywhere in a log. */
  readonly message: RegExp;
  /** The cause, as a clause that completes "the log shows that ...". */
  readonly cause: string;
  /** The adjustments that this failure needs, or those for one match. Lists are added to the known ones. */
  readonly fix: Partial<Adjustments> | ((match: RegExpExecArray) => Partial<Adjustments>);
}

/** A known failure in a log, with its fix applied to the adjustments so far. */
export interface Diagnosis {
  readonly adjustments: Adjustments;
  /** What the log shows, as a reason for the adjustments. */
  readonly because: string;
}

/** Applies the fix of a failure to every match in a log; returns undefined if nothing is new or found. */
export function applyFailure(
  known: Adjustments,
  { message, fix }: KnownFailure,
  log: string,
): Adjustments | undefined {
  if (typeof fix !== 'function') return message.test(log) ? applyFix(known, fix) : undefined;
  const matches = log.matchAll(new RegExp(message, `${message.flags}g`));
  return [...matches].reduce<Adjustments | undefined>(
    (adjusted, match) => applyFix(adjusted ?? known, fix(match)) ?? adjusted,
    undefined,
  );
}

/** Applies a fix; returns undefined if it changes nothing, so that no fix is tried twice. */
export function applyFix(known: Adjustments, fix: Partial<Adjustments>): Adjustments | undefined {
  const adjusted: Adjustments = {
    systemPackages: union(known.systemPackages, fix.systemPackages),
    missingFiles: union(known.missingFiles, fix.missingFiles),
    systemCommands: union(known.systemCommands, fix.systemCommands),
    testPackages: union(known.testPackages, fix.testPackages),
    excludedTests: union(known.excludedTests, fix.excludedTests),
    unneeded: union(known.unneeded, fix.unneeded),
    preparation: union(known.preparation, fix.preparation),
    ignored: union(known.ignored, fix.ignored),
    submodules: union(known.submodules, fix.submodules),
    services: union(known.services, fix.services),
    variables: withVariables(known.variables, fix.variables ?? {}),
    toolchain: nextToolchain(known.toolchain, fix.toolchain),
    installScripts: known.installScripts || fix.installScripts === true,
    undated: known.undated || fix.undated === true,
    wholeSuite: known.wholeSuite || fix.wholeSuite === true,
    printedTests: known.printedTests || fix.printedTests === true,
  };
  return isDeepStrictEqual(adjusted, known) ? undefined : adjusted;
}

function union(known: readonly string[], more: readonly string[] = []): readonly string[] {
  return [...new Set([...known, ...more])];
}

/** Variables whose values are lists of options, so that several fixes can add to one. */
const OPTIONS = new Set([
  'CFLAGS',
  'CXXFLAGS',
  'GOFLAGS',
  'JAVA_TOOL_OPTIONS',
  'LDFLAGS',
  'NODE_OPTIONS',
  'PYTEST_ADDOPTS',
  'REFBENCH_WITHOUT_PACKAGES',
]);

function withVariables(
  known: Adjustments['variables'],
  more: Adjustments['variables'],
): Adjustments['variables'] {
  const joined = Object.entries(more).map(([name, value]) => {
    const own = known[name];
    if (own === undefined || !OPTIONS.has(name)) return [name, value];
    return [name, ` ${own} `.includes(` ${value} `) ? own : `${own} ${value}`];
  });
  return { ...known, ...Object.fromEntries(joined) };
}

/** A toolchain moves in one direction only, so that two failures cannot alternate forever. */
function nextToolchain(known: number, step = 0): number {
  return Math.sign(known) * Math.sign(step) < 0 ? known : known + step;
}
