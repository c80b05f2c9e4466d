export { checkContract, type ContractReport, type ContractViolation } from './contract.ts';
export { commentLines, type CommentLines } from './comment-lines.ts';
export { languageOfPath, type Language } from './language.ts';
export { loadRuleset } from './load-ruleset.ts';
export type { Matcher, Rule, Ruleset, SourceFile } from './rule.ts';
export {
  groundIn,
  groundOfTrees,
  openGround,
  type GroundScan,
  type OpenGroundOptions,
  type RepositoryGround,
  type RuleGround,
} from './registration/rule-ground.ts';
export { findOverlaps, type Overlap } from './registration/overlaps.ts';
export { registerRules, type RegisterOptions } from './registration/register-rules.ts';
export type { CandidateVerdict, Leak, RefusalReason } from './registration/verdict.ts';
export { toSarif, type SarifLog } from './sarif.ts';
export { countsFor, scanCounts, type ScanCounts } from './scan-counts.ts';
export { scanFiles } from './scan-files.ts';
export type { ScanOptions } from './scan-units.ts';
export { ScannerPool } from './scanner-pool.ts';
export { ScannerProcess } from './scanner-process.ts';
export {
  scanResultSchema,
  type ScanError,
  type ScanResult,
  type SkippedFile,
} from './scan-result.ts';
export { scanChanges, scanTree, type TreeScanOptions } from './trees/scan-tree.ts';
export { changedPaths, readSources } from './trees/tree-files.ts';
export { loadRules, type LoadedRules } from './load-rules.ts';
export { findExternalProgram, type ExternalProgram } from './opengrep/external/external-program.ts';
export { importRules, type ImportOptions } from './opengrep/import/import-rules.ts';
export { readOpengrepRules, type OpengrepRule } from './opengrep/import/rule-files.ts';
export type { RuleStatus, VerifiedRule } from './opengrep/import/verify-rule.ts';
export { writeRules, type ImportLayout } from './opengrep/import/write-rules.ts';
export type { ReadTree, ScanOpengrepOptions } from './scan-opengrep.ts';
export { scanRules } from './scan-rules.ts';
export { scanExternally, type ExternalScanOptions } from './opengrep/external/scan-externally.ts';
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
export { setAside } from './audit/set-aside.ts';
