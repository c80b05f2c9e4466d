/**
 * Rulesets as a whole: registers, merges, reviews, audits and imports rules, and tries tricks on them.
 *
 * @module @refbench/rulesets
 */

export { auditRecordSchema, type AuditRecord } from './audit/audit-record.ts';
export { auditRules, type AuditResult } from './audit/audit-rules.ts';
export { auditAgreement, readHumanLabels, type AuditAgreement } from './audit/human-labels.ts';
export { quarantineRules } from './audit/quarantine-rules.ts';
export {
  keptRules,
  mergeRulesets,
  type MergedRule,
  type MergedRuleset,
} from './merge/merge-rulesets.ts';
export { writeMerged } from './merge/write-merged.ts';
export { importRules, type ImportedRule } from './opengrep-import/import-rules.ts';
export { writeImport, writeRefused, writeRules } from './opengrep-import/write-rules.ts';
export { readProvenance, recordProvenance } from './provenance/provenance-file.ts';
export {
  provenanceEntrySchema,
  ruleAuthorSchema,
  type Provenance,
  type RuleAuthor,
} from './provenance/provenance-record.ts';
export { recordRegistered } from './provenance/record-registered.ts';
export { authorText, originOf, parseAuthor, provenanceEntries } from './provenance/rule-origin.ts';
export {
  MAX_OVERLAP,
  coveredLines,
  jaccard,
  type CoveredLines,
} from './registration/line-overlap.ts';
export { findOverlaps, type Overlap } from './registration/overlaps.ts';
export { registerRules } from './registration/register-rules.ts';
export type { CandidateVerdict } from './registration/verdict.ts';
export { readReview, type ReviewDecision } from './review/review-record.ts';
export { reviewRules } from './review/review-session.ts';
export { RuleReviewer, type ReviewedRule } from './review/rule-reviewer.ts';
export { allSound, ruleOutcomes, type RuleOutcomes } from './testing/rule-outcomes.ts';
export { tryTricks, type TrickResult } from './testing/try-tricks.ts';
