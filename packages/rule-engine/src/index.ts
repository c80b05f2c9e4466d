/**
 * Loads rulesets, scans source trees, and registers, tests and audits rules.
 *
 * @module @refbench/rule-engine
 */

export { checkContract, type ContractReport, type ContractViolation } from './contract.ts';
export { commentLines, type CommentLines } from './comment-lines.ts';
export { compileRules, type CompiledRule } from './compile-rules.ts';
export { languageOfPath, parseableText, type Language } from './language.ts';
export { loadRuleset } from './load-ruleset.ts';
export {
  languagesOf,
  type AstGrepRule,
  type Matcher,
  type OpengrepRule,
  type Rule,
  type Ruleset,
  type SourceFile,
} from './rule.ts';
export {
  repositoryContext,
  contextOfTrees,
  openRuleContext,
  type ContextScan,
  type OpenRuleContextOptions,
  type RepositoryContext,
  type RuleContext,
} from './registration/rule-context.ts';
export { findOverlaps, type Overlap } from './registration/overlaps.ts';
export {
  coveredLines,
  jaccard,
  MAX_OVERLAP,
  type CoveredLines,
} from './registration/line-overlap.ts';
export { registerRules, type RegisterOptions } from './registration/register-rules.ts';
export type { CandidateVerdict, Leak, RefusalReason } from './registration/verdict.ts';
export { compareMatches, type ComparedMatch, type MatchState } from './match-states.ts';
export { toSarif, type SarifLog } from './sarif.ts';
export { scanCounts, type ScanCounts } from './scan-counts.ts';
export { scanFiles, scanSources } from './scan-files.ts';
export type { ScanOptions } from './rule-engine.ts';
export { ScannerPool } from './scanner-pool.ts';
export { ScannerProcess } from './scanner-process.ts';
export {
  scanResultSchema,
  type ScanError,
  type ScanResult,
  type SkippedFile,
} from './scan-result.ts';
export { scanChanges, scanOpenedTree, scanTree, type TreeScanOptions } from './trees/scan-tree.ts';
export { changedPaths, readSources } from './trees/tree-files.ts';
export { loadRules } from './load-rules.ts';
export type { RuleEngines } from './rule-engine.ts';
export { rulesByDialect } from './rules-by-dialect.ts';
export { importRules, type ImportedRule } from './opengrep/import/import-rules.ts';
export { writeRules } from './opengrep/import/write-rules.ts';
export { openEngines, prepareRuleset, type HostEngines } from './opengrep/open-engines.ts';
export { readOpengrepRules } from './opengrep/opengrep-rules.ts';
export { OPENGREP_VERSION } from './opengrep/program/pinned-program.ts';
export { installedProgram } from './opengrep/program/program-source.ts';
export { networkIsolation } from './opengrep/run/network-isolation.ts';
export {
  allSound,
  ruleOutcomes,
  type RuleOutcome,
  type RuleOutcomes,
} from './testing/rule-outcomes.ts';
export { tryTricks, type TrickResult } from './testing/try-tricks.ts';
export {
  auditRecordSchema,
  type AuditEntry,
  type AuditLabel,
  type AuditRecord,
} from './audit/audit-record.ts';
export { auditRules, type AuditOptions, type AuditResult } from './audit/audit-rules.ts';
export { auditAgreement, readHumanLabels, type AuditAgreement } from './audit/human-labels.ts';
export { quarantineRules } from './audit/quarantine-rules.ts';
export { findFunctions, type FileFunctions, type FoundFunction } from './faults/find-functions.ts';
export { plantFaults } from './faults/plant-faults.ts';
export type { HiddenFile } from './strict/hidden-files.ts';
export { measureStrict, type StrictMeasurement } from './strict/measure-strict.ts';
export {
  openStrictReference,
  strictReferenceOf,
  type NamedTree,
  type StrictReference,
} from './strict/strict-reference.ts';
export type { TreeState } from './strict/tree-state.ts';
export { followedRules, type FollowedRules } from './strict/followed-rules.ts';
export { measureTree, type TreeMeasurement } from './strict/measure-tree.ts';
export { writeEdited, type TreeEdit } from './trees/write-edited.ts';
export { stemOf } from './strict/language-families.ts';
export { readProvenance, recordProvenance } from './provenance/provenance-file.ts';
export {
  provenanceEntrySchema,
  ruleAuthorSchema,
  type Provenance,
  type ProvenanceEntry,
  type ProvenanceHow,
  type RuleAuthor,
} from './provenance/provenance-record.ts';
export { recordRegistered } from './provenance/record-registered.ts';
export { authorText, originOf, parseAuthor, provenanceEntries } from './provenance/rule-origin.ts';
export {
  keptRules,
  mergeRulesets,
  type MergedRule,
  type MergedRuleset,
  type MergeOptions,
  type MergeOutcome,
} from './merge/merge-rulesets.ts';
export { writeMerged } from './merge/write-merged.ts';
export {
  decisionOf,
  readReview,
  type ReviewDecision,
  type RuleReview,
} from './review/review-record.ts';
export {
  reviewRules,
  type ReviewSessionOptions,
  type ReviewSessionResult,
} from './review/review-session.ts';
export { RuleReviewer, type ReviewedRule, type ReviewerOptions } from './review/rule-reviewer.ts';
export { admitAgainstBase } from './within/admit-witnesses.ts';
export { significantKeys } from './significant-lines.ts';
export { pathScope, type PathScope } from './path-scope.ts';
export { editedPair, type TreePair } from './within/tree-pair.ts';
