/**
 * Facts about source code: languages, file extensions, licences, generated and foreign files.
 *
 * @module @refbench/code-facts
 */

export { isForeign, isLock } from './foreign-files.ts';
export {
  LANGUAGE_NAMES,
  languageNamed,
  languageOfPath,
  languageOfSource,
  languagesOfPath,
  parseableText,
  type Language,
} from './language.ts';
export { readExtensions, readLanguages, type Languages } from './languages.ts';
export { withoutPackages } from './project-folders.ts';
export { isSupportPath } from './support-files.ts';
export { isTestPath } from './test-files.ts';
export { readLicences, type Licence } from './licences.ts';
