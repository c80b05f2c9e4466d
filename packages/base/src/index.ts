/**
 * What every other package builds on: safe files, ownership of resources, texts, requests, log lines.
 *
 * @module @refbench/base
 */

export { compareText, sortByText } from './compare-text.ts';
export { writeFileAtomic } from './files/atomic-file.ts';
export { describeIssues } from './files/describe-issues.ts';
export { canonicalJson, digestOf, sha256OfBytes, shortDigest } from './files/digest.ts';
export { errorCode, guardDisk, isDiskFailure } from './files/disk-error.ts';
export { exists } from './files/exists.ts';
export { readFileWithin, resolveWithin } from './files/guarded-file.ts';
export { Journal, readJournal } from './files/journal.ts';
export {
  parseJson,
  readJsonFile,
  readOptionalJson,
  writeJsonFile,
  type JsonFile,
} from './files/json-file.ts';
export { repeatedKeyProblem } from './files/locate-json.ts';
export { makeFolder } from './files/make-folder.ts';
export {
  lineOfInvalidUtf8,
  nameOf,
  readInput,
  readTextInput,
  unreadableInput,
} from './files/read-input.ts';
export { TextCache } from './files/text-cache.ts';
export { fetchThroughProxy } from './http/http.ts';
export { retryAfterMs } from './http/retry-after.ts';
export {
  LOG_LEVELS,
  attachLogSink,
  logOf,
  withLogContext,
  type LogLevel,
  type LogLine,
} from './log/log.ts';
export { mapConcurrent } from './map-concurrent.ts';
export { countOf, median, percentBelow, sum, wholePercent } from './numbers.ts';
export { claimIn, hasEnded, sweepLeases, type Claim } from './owner/lease.ts';
export { acquireLock, isLockHeld, withLock } from './owner/lock.ts';
export { makeOwnedFolder, sweepOwnedFolders } from './owner/owned-folder.ts';
export { ownedName, ownerOfName } from './owner/owned-name.ts';
export { currentOwner, fateOf, type ProcessOwner } from './owner/process-owner.ts';
export { stateId } from './owner/state-id.ts';
export { errorText, errorTextWithCause } from './error-text.ts';
export { fillTemplate, placeholdersOf } from './text/fill-template.ts';
export { formatYaml } from './text/format-yaml.ts';
export { parseCsv } from './text/parse-csv.ts';
export { csvLines, renderCsv, type CsvField } from './text/render-csv.ts';
export { readPrompt } from './text/prompts.ts';
export { shellQuote } from './text/shell-quote.ts';
export { readToml, tableAt, textAt, type TomlTable } from './text/toml.ts';
export { editYamlFile } from './text/edit-yaml-file.ts';
export { parseYamlFiles, readYamlFile, readYamlFiles } from './text/yaml-files.ts';
