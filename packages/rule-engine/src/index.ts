/**
 * Loads rulesets and scans source trees.
 *
 * @module @refbench/rule-engine
 */

export { faultsOf } from './ast-grep/check-rules.ts';
export { commentLines } from './ast-grep/comment-lines.ts';
export { ScannerPool } from './ast-grep/scanner-pool.ts';
export { ScannerProcess } from './ast-grep/scanner-process.ts';
export { WordSet } from './ast-grep/word-set.ts';
export { astGrepVersion } from './cache/engine-version.ts';
export {
  findFunctions,
  type FileFunctions,
  type FoundFunction,
  type ValueFault,
} from './faults/find-functions.ts';
export { plantFaults, plantValueFaults } from './faults/plant-faults.ts';
export { extensionOf, readsLanguageOf, stemOf } from './languages/language-families.ts';
export { CodeReader, type TestModule } from './live-code/code-reader.ts';
export { compileRules } from './load/compile-rules.ts';
export { loadRules } from './load/load-rules.ts';
export { loadRuleset } from './load/load-ruleset.ts';
export { loadRefusedRules, REFUSED_RULES_FILE, type RefusedRules } from './load/refused-rules.ts';
export { findRuleFiles } from './load/rule-folder.ts';
export { ruleText, withId } from './load/rule-text.ts';
export { rulesetDigest } from './load/ruleset-digest.ts';
export { checkContract, type ContractReport } from './matches/contract.ts';
export { compareMatches } from './matches/match-states.ts';
export type { RuleEngines, ScanOptions } from './matches/rule-engine.ts';
export { toSarif } from './matches/sarif.ts';
export { scanCounts, type ScanCounts } from './matches/scan-counts.ts';
export { scanResultSchema, type ScanResult } from './matches/scan-result.ts';
export { openEngines, prepareRuleset, type HostEngines } from './opengrep/open-engines.ts';
export {
  isOpengrepDocument,
  opengrepRulesOf,
  readOpengrepRules,
} from './opengrep/opengrep-rules.ts';
export { networkIsolation } from './opengrep/process/network-isolation.ts';
export { OPENGREP_VERSION } from './opengrep/program/pinned-program.ts';
export { installedProgram } from './opengrep/program/program-source.ts';
export { invalidRules } from './rule/invalid-rules.ts';
export { pathScope } from './rule/path-scope.ts';
export { ruleOf } from './rule/rule-of-document.ts';
export {
  languagesOf,
  matchingPart,
  type AstGrepRule,
  type OpengrepRule,
  type Rule,
  type Ruleset,
  type SourceFile,
} from './rule/rule.ts';
export {
  contextOfTrees,
  openRuleContext,
  repositoryContext,
  type ContextScan,
  type ContextState,
  type RepositoryContext,
  type RuleContext,
} from './scan/rule-context.ts';
export { scanFiles, scanSources } from './scan/scan-files.ts';
export { scanChanges, scanOpenedTree, scanTree, type TreeScanOptions } from './scan/scan-tree.ts';
export { matchedText } from './matches/matched-text.ts';
export { writeEdited, type TreeEdit } from './scan/write-edited.ts';
export { followedInTree } from './strict/followed-in-tree.ts';
export { followedRules } from './strict/followed-rules.ts';
export type { HiddenFile } from './strict/hidden-files.ts';
export { measureStrict, type StrictMeasurement } from './strict/measure-strict.ts';
export { measureTree } from './strict/measure-tree.ts';
export {
  openStrictReference,
  strictReferenceOf,
  type StrictReference,
} from './strict/strict-reference.ts';
export { significantKeys } from './tree/significant-lines.ts';
export { changedPaths, readFiles, readSources, regularFiles } from './tree/tree-files.ts';
export { editedPair } from './tree/tree-pair.ts';
export { admitAgainstBase } from './within/admit-witnesses.ts';
