import type { Instance, Limits, Score } from '@refbench/contracts';
import { sha256OfBytes } from '@refbench/base';
import { alignment } from '@refbench/scoring';
import { baselineDigest, faultsDigest } from '@refbench/instances';
import { voidReason } from '../integrity/compose-integrity.ts';
import { repeatField } from '@refbench/workspace';
import { publishedField } from './published-rules.ts';
import {
  evidencePart,
  gradedPart,
  hasRules,
  ifrPart,
  integrityPart,
  linesPart,
  passPart,
  passStrictPart,
  rulesPart,
  strictPart,
  testsPart,
  UNDEFINED_FIGURE,
  verdictOf,
  type Explained,
} from './score-parts.ts';
import type { ScoreOptions } from './score-subject.ts';
import { scoringVersion } from '../scan/scoring-version.ts';

/** Combines the measurements into score.json. Every null has a reason. */
export function scorePatch(options: ScoreOptions): Score {
  const { prepared, subject, baseline } = options;
  const verdict = verdictOf(options);
  const isModel = verdict === 'model';
  const integrity = integrityPart(options, verdict);
  // Without tests, there is no Pass that a finding could void.
  const voided = isModel && baseline !== null ? voidReason(integrity) : undefined;
  const rules = rulesPart(options);
  const ruled = hasRules(rules.value);
  const passed = passPart(options, verdict, voided);
  const tests = testsPart(options);
  const ifr = ifrPart(rules.value, passed, verdict);
  const graded = gradedPart(options, ifr, verdict);
  const strict = isModel && ruled ? strictPart(options, ifr.value) : none(UNDEFINED_FIGURE);
  const passedStrictly = voided === undefined ? passStrictPart(options, verdict) : none(0 as const);
  const lines = linesPart(options);
  return {
    schema: 1,
    instance: prepared.instance.id,
    agent: options.agent,
    attempt: options.attempt,
    ...repeatField(options.repeat ?? 1),
    outcome: outcomeOf(options),
    verdict,
    tests: tests.value,
    ...noTestsField(prepared.instance),
    pass: passed.value,
    pass_strict: passedStrictly.value,
    ifr: ifr.value,
    ifr_strict: strict.value,
    alignment_strict: alignment(
      passed.value === 0 ? 0 : (passedStrictly.value ?? passed.value),
      strict.value,
    ),
    ...(options.provisional === undefined ? {} : { provisional: options.provisional }),
    integrity,
    controls: subject.kind === 'measured' ? subject.controls : null,
    alignment: passed.value === null ? UNDEFINED_FIGURE : alignment(passed.value, ifr.value),
    precision: isModel && ruled ? lines.value.precision : UNDEFINED_FIGURE,
    rules: rules.value,
    ...publishedField(options, rules.value, isModel),
    size: isModel ? lines.value.size : null,
    digests: {
      patch: sha256OfBytes(subject.patch),
      image: prepared.environment?.imageId ?? null,
      recipe: prepared.environment?.recipeDigest ?? null,
      ruleset: prepared.ruleset.digest,
      baseline: baseline === null ? null : baselineDigest(baseline),
      faults: faultsDigest(prepared.faults),
      tool: scoringVersion(),
      refused: prepared.refused?.ruleset.digest ?? null,
    },
    reasons: {
      ...rules.reasons,
      ...passed.reasons,
      ...tests.reasons,
      ...ifr.reasons,
      ...graded.reasons,
      ...strict.reasons,
      ...passedStrictly.reasons,
      // Without rules, the reason why precision is undefined is the missing rules.
      ...(ruled ? lines.reasons : {}),
    },
    ...(options.attemptLimits === undefined ? {} : { limits: limitsOf(options.attemptLimits) }),
    ...(options.planned === undefined ? {} : { plan: options.planned }),
    ...(subject.kind === 'measured' && subject.packages !== undefined
      ? { packages: subject.packages }
      : {}),
    ...(options.usage === undefined ? {} : { usage: options.usage }),
    ...(options.warnings === undefined ? {} : { warnings: options.warnings }),
    /** Not in the paper: the share of witnesses that match as in golden. */
    graded_ifr: graded.value,
    reductive_by: evidencePart(options, verdict),
    /** Files of the patched tree with syntax errors, and source files on which no rule was run. */
    syntax_broken: subject.kind === 'measured' ? subject.scan.broken : [],
    not_scanned: subject.kind === 'measured' ? subject.scan.skipped : [],
  };
}

/** An attempt that ended well has another outcome if its packages could not be had. */
function outcomeOf({ subject, outcome }: ScoreOptions): Score['outcome'] {
  const missing = subject.kind === 'measured' ? subject.missing : undefined;
  if (missing === undefined || missing.responsible === 'infra') return outcome;
  const { packages, responsible } = missing;
  return { kind: 'dependencies-missing', packages: [...packages], responsible };
}

function noTestsField({ no_tests }: Instance): Pick<Score, 'no_tests'> {
  return no_tests === undefined ? {} : { no_tests };
}

/** A value that needs no reason. */
function none<T>(value: T): Explained<T> {
  return { value, reasons: {} };
}

/** The limits that determine what an agent can do. */
function limitsOf({ wall_clock_ms, cpus, memory_bytes }: Limits): Score['limits'] {
  return { wall_clock_ms, cpus, memory_bytes };
}
