import { posix } from 'node:path';
import type { GoldenTraces } from '../golden/golden-traces.ts';
import type { Finding, LeakKind } from './leak-report.ts';
import { judgePackage, keyOf, type OwnPackages } from '../golden/own-packages.ts';
import { placeEvidence, type JudgeRequest, type PlacedEvidence } from './place-evidence.ts';

/** What a package must contain of the lines of one golden file to leak it. */
interface Telling {
  readonly share: number;
  readonly lines: number;
}

const TELLING: Telling = { share: 0.5, lines: 5 };
/** A release with base's own version may be made after golden, so less tells. */
const TELLING_OF_SAME_RELEASE: Telling = { share: 0.2, lines: 3 };
/** A line in this many packages is common and not a leak. */
const COMMON_PACKAGES = 2;

/** Derives findings from the evidence of an image. */
export function judgeEvidence(request: JudgeRequest): readonly Finding[] {
  const placed = placeEvidence(request);
  const common = commonLines(placed);
  const foreign = groupsOf(placed).map((files) => foreignLines(request.traces, files, common));
  const known = new Set([...common, ...foreign.flatMap(harmlessLines)]);
  return [
    ...placed.flatMap((file) => fileFindings(request.traces, file, known)),
    ...foreign.flatMap((lines) => foreignFindings(request.traces, lines)),
    ...ownPackageFindings(request.own, placed),
  ];
}

/**
 * Lines of a third-party package that does not leak. They say no more where they occur again, such as in what
 * a compiler makes of the package.
 */
function harmlessLines({ told, telling }: ForeignLines): readonly number[] {
  return telling === undefined ? [...told] : [];
}

/** Returns lines that occur in the base image or in several third-party packages. */
function commonLines(placed: readonly PlacedEvidence[]): ReadonlySet<number> {
  const holders = new Map<number, Set<string>>();
  const common = new Set<number>();
  for (const { lines, group, ofBaseImage } of placed) {
    if (!isJudgedAsWhole(group) && !ofBaseImage) continue;
    for (const line of lines) {
      if (ofBaseImage) common.add(line);
      const names = holders.get(line) ?? new Set();
      names.add(group === undefined ? '' : keyOf(group.identity));
      holders.set(line, names);
      if (names.size >= COMMON_PACKAGES) common.add(line);
    }
  }
  return common;
}

/**
 * Returns the findings of one file. Lines in third-party packages are evaluated together.
 * @param known lines that prove nothing
 */
function fileFindings(
  traces: GoldenTraces,
  file: PlacedEvidence,
  known: ReadonlySet<number>,
): readonly Finding[] {
  const finding = (severity: Finding['severity'], kind: LeakKind, witness: string): Finding => ({
    severity,
    kind,
    layer: file.layerIndex,
    path: file.path,
    witness,
  });
  const isForeign = file.group?.verdict.kind === 'other';
  const told = [...file.lines].filter((line) => !known.has(line));
  const findings: Finding[] = [];
  if (file.goldenFile !== undefined && !file.ofBaseImage && !isForeign) {
    findings.push(finding('leak', 'golden-file', `is golden's ${file.goldenFile}`));
  }
  if (
    told.length > 0 &&
    findings.length === 0 &&
    !isJudgedAsWhole(file.group) &&
    !file.ofBaseImage
  ) {
    findings.push(finding('leak', 'golden-line', lineWitness(traces, told)));
  }
  if (file.goldenCommit) findings.push(finding('leak', 'golden-commit', traces.commit));
  for (const name of file.knownSecrets) {
    findings.push(finding('leak', 'secret', `holds the value of ${name}`));
  }
  if (!file.ofBase && !file.ofBaseImage) {
    // Public downloads contain no secret of this host.
    const hits = file.group === undefined ? file.secretPatterns : [];
    for (const { what, witness } of new Map(hits.map((hit) => [hit.what, hit])).values()) {
      const severity = what !== 'a private key' || isPersonal(file.path) ? 'leak' : 'hint';
      findings.push(finding(severity, 'secret', `${what}: ${witness}`));
    }
    for (const { path, reason, group } of file.unread) {
      const severity = group === undefined ? 'leak' : 'hint';
      findings.push({ ...finding(severity, 'unread', reason), path });
    }
  }
  return findings;
}

/** Whether a key belongs to a user. System packages create their own keys below /etc. */
function isPersonal(path: string): boolean {
  return /^(?:\.\/)?(?:root|home|testbed)\//.test(path);
}

/**
 * Whether single lines prove nothing: in a third-party package, and in a release of the project that is no later
 * than base. Golden may restore a line that the project once had, or write one as a compiler does.
 */
function isJudgedAsWhole(group: PlacedEvidence['group']): boolean {
  return group?.verdict.kind === 'other' || group?.verdict.kind === 'earlier';
}

function tellingOf(group: PlacedEvidence['group']): Telling {
  const verdict = group?.verdict;
  return verdict?.kind === 'earlier' && !verdict.isOlder ? TELLING_OF_SAME_RELEASE : TELLING;
}

function groupsOf(placed: readonly PlacedEvidence[]): readonly (readonly PlacedEvidence[])[] {
  const groups = new Map<string, PlacedEvidence[]>();
  for (const file of placed) {
    if (file.group === undefined || !isJudgedAsWhole(file.group) || file.ofBaseImage) continue;
    const { root } = file.group;
    const files = groups.get(root);
    if (files === undefined) groups.set(root, [file]);
    else files.push(file);
  }
  return [...groups.values()];
}

/** The golden lines of a package. */
interface ForeignLines {
  readonly files: readonly PlacedEvidence[];
  readonly told: ReadonlySet<number>;
  /** A file of golden of which it has too much, and the number of lines; undefined if there is none. */
  readonly telling: readonly [path: string, held: number] | undefined;
}

function foreignLines(
  traces: GoldenTraces,
  files: readonly PlacedEvidence[],
  common: ReadonlySet<number>,
): ForeignLines {
  const told = new Set(
    files.flatMap(({ lines }) => [...lines]).filter((line) => !common.has(line)),
  );
  const heldBy = new Map<string, number>();
  for (const line of told) {
    const path = traces.lines[line]?.path ?? '';
    heldBy.set(path, (heldBy.get(path) ?? 0) + 1);
  }
  const group = files[0]?.group;
  const { share, lines } = tellingOf(group);
  const telling = [...heldBy].find(
    ([path, held]) =>
      held >= lines &&
      held >= share * (linesOf(traces).get(path) ?? 0) &&
      !(group?.verdict.kind === 'other' && isVendored(path, group.identity.name)),
  );
  return { files, told, telling };
}

const VENDOR = /(?:^|\/)(?:_?vendor|vendored|third_party|node_modules|_workspace\/src)\//;

/** Whether a file of golden is that of a package, copied to the folder of third-party code. */
function isVendored(path: string, name: string): boolean {
  const folder = VENDOR.exec(path);
  if (folder === null) return false;
  const below = path.slice(folder.index + folder[0].length);
  return below.startsWith(name) && /^(\/|-\d)/.test(below.slice(name.length));
}

/** Evaluates a package with golden lines: a leak for a large part of a file, otherwise a hint. */
function foreignFindings(
  traces: GoldenTraces,
  { files, told, telling }: ForeignLines,
): readonly Finding[] {
  const first = files.find(({ lines }) => [...lines].some((line) => told.has(line)));
  if (first?.group === undefined) return [];
  const name = keyOf(first.group.identity);
  const witness =
    telling === undefined
      ? `${name}: ${lineWitness(traces, [...told])}`
      : `${name} holds ${telling[1]} of the ${linesOf(traces).get(telling[0])} lines of golden's ${telling[0]}`;
  return [
    {
      severity: telling === undefined ? 'hint' : 'leak',
      kind: 'golden-line',
      layer: first.layerIndex,
      path: first.path,
      witness,
    },
  ];
}

const lineCounts = new WeakMap<GoldenTraces, ReadonlyMap<string, number>>();

function linesOf(traces: GoldenTraces): ReadonlyMap<string, number> {
  const known = lineCounts.get(traces);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const { path } of traces.lines) counts.set(path, (counts.get(path) ?? 0) + 1);
  lineCounts.set(traces, counts);
  return counts;
}

function lineWitness(traces: GoldenTraces, told: readonly number[]): string {
  const line = traces.lines[told[0] ?? 0];
  const more = told.length === 1 ? '' : `, and ${told.length - 1} more of golden's lines`;
  return `${line?.path}:${line?.line} ${JSON.stringify(line?.text.toString('utf8'))}${more}`;
}

function ownPackageFindings(
  own: OwnPackages,
  placed: readonly PlacedEvidence[],
): readonly Finding[] {
  const seen = new Set<string>();
  const inPlace = new Set(
    placed.filter((file) => file.inPlace).map(({ path }) => posix.dirname(path)),
  );
  return placed.flatMap((file): readonly Finding[] => {
    const { identity, group, layerIndex } = file;
    if (identity === undefined || file.ofBase || inPlace.has(posix.dirname(file.path))) return [];
    const isSample = group !== undefined && group.identity !== identity;
    const verdict = judgePackage(own, isSample ? { ...identity, name: '' } : identity);
    const key = `${group?.root ?? file.path} ${identity.version}`;
    if (verdict.kind === 'other' || verdict.kind === 'earlier' || seen.has(key)) return [];
    seen.add(key);
    const what = `${keyOf(identity)} ${identity.version ?? '(no version)'}`;
    const later = verdict.kind === 'later';
    return [
      {
        severity: later ? 'leak' : 'hint',
        kind: 'own-package',
        layer: layerIndex,
        path: file.path,
        witness: later
          ? `${what}, later than ${verdict.than}`
          : `${what}; base does not say which release it is`,
      },
    ];
  });
}
