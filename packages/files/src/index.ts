/**
 * Safe file handling: atomic writes, locks, journals, digests and validated YAML.
 *
 * @module @refbench/files
 */

export { writeFileAtomic } from './atomic-file.ts';
export { canonicalJson, digestOf, sha256OfBytes, shortDigest } from './digest.ts';
export { describeIssues, type DescribeOptions } from './describe-issues.ts';
export { errorCode, guardDisk, isDiskFailure } from './disk-error.ts';
export { readFileWithin, resolveWithin } from './guarded-file.ts';
export { fillTemplate, placeholdersOf } from './fill-template.ts';
export { formatYaml } from './format-yaml.ts';
export { Journal, readJournal } from './journal.ts';
export { parseJson, readJsonFile, withoutByteOrderMark, type JsonFile } from './json-file.ts';
export { makeFolder } from './make-folder.ts';
export { acquireLock, isLockHeld, withLock } from './lock.ts';
export { parseCsv } from './parse-csv.ts';
export {
  lineOfInvalidUtf8,
  nameOf,
  readInput,
  readTextInput,
  type InputOptions,
  unreadableInput,
} from './read-input.ts';
export { claimIn, hasEnded, sweepLeases, type Claim } from './owner/lease.ts';
export { makeOwnedFolder, sweepOwnedFolders, type OwnedFolder } from './owner/owned-folder.ts';
export { ownedName, ownerOfName } from './owner/owned-name.ts';
export { currentOwner, fateOf, type OwnerFate, type ProcessOwner } from './owner/process-owner.ts';
export { stateId } from './owner/state-id.ts';
export { TextCache } from './text-cache.ts';
export { readToml, tableAt, textAt, type TomlTable } from './toml.ts';
export {
  parseYamlFiles,
  readYamlFile,
  readYamlFiles,
  type YamlFile,
  type YamlOptions,
} from './yaml-files.ts';
