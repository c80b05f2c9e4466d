export { writeFileAtomic } from './atomic-file.ts';
export { canonicalJson, digestOf, sha256OfBytes } from './digest.ts';
export { guardDisk, isDiskFailure } from './disk-error.ts';
export { formatYaml } from './format-yaml.ts';
export { Journal, readJournal } from './journal.ts';
export { describeIssues, parseJson, readJsonFile, type JsonFile } from './json-file.ts';
export { acquireLock, withLock } from './lock.ts';
export { currentOwner, ownerIsAlive, ownerPid, type ProcessOwner } from './process-owner.ts';
export { parseYamlFiles, readYamlFile, readYamlFiles, type YamlFile } from './yaml-files.ts';
