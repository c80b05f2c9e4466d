import { splitMessage } from '../event-filter/message.ts';

const BOT = /\[bot\]|\b(?:dependabot|renovate|greenkeeper|pre-commit-ci|snyk|pyup|mergify)\b/i;
const BOT_BRANCH = /^Merge pull request #\d+ from (?:dependabot|renovate|greenkeeper|snyk|pyup)/i;
/** A program merges what people wrote: who wrote it stands in the message. */
const MERGED_BY_PROGRAM = /^(?:Merge (?:#\d|")|(?:Auto|Rollup) merge of #\d)/;
const VERSION =
  /^(?:\w+(?:\([^)]*\))?!?:\s*)?(?:(?:prepare|cut|bump|set|update)\b.*\b(?:version|release)(?:\s+(?:to|for)\s.*|\s+\S*\d\S*)?|(?:release|version)?\s*v?\d+\.\d+(?:\.\d+)?\S*)$/i;
const RELEASE = /^(?:\[maven-release-plugin\]|(?:\w+(?:\([^)]*\))?!?:\s*)?release\b)/i;
const VERSION_FIRST = /^(?:bump(?:s|ed)?|increment) (?:the )?version\b/i;
const RELEASES = [VERSION, RELEASE, VERSION_FIRST];
const BUMP = /\b(?:bump|upgrade|update)\b.*\b(?:from \S+ to|dependenc(?:y|ies)|requirements?)\b/i;
const REVERT = /^(?:\w+(?:\([^)]*\))?!?:\s*)?(?:revert\b|reapply\b)/i;
const LASTING =
  "'?(?:(?:origin|upstream)\\/)?(?:main|master|trunk|develop|dev|stable|maint\\S*|release\\S*|v?\\d[\\w.-]*)'?";
const BACK_MERGE = new RegExp(
  `^Merge (?:(?:remote-tracking )?branch ${LASTING}(?:\\s|$)|${LASTING} into ${LASTING}\\b)`,
  'i',
);
/** A fix changes what the program does, even if it also moves code. */
const FIX =
  /^(?:(?:hot|bug)?fix(?:es|ed)?(?:\([^)]*\))?!?:|(?:hot|bug)?fix(?:es|ed)?\s+(?!import|lint|style|format|warning|typo|indent))/i;
/** Something new that the program does. */
const FEATURE =
  /^(?:feat(?:ure)?(?:\([^)]*\))?!?:|(?:add|implement|provide|enable)(?:s|d|ed|ing)?\b.*\bsupport\b|(?:(?:add|implement)(?:s|ed|ing)?\s+)?support(?:s|ed|ing)?\s)/i;
const STRUCTURE =
  /\b(?:refactor|renam|mov(?:e|ing)|extract|clean|simplif|reorgani[sz]|restructur|split|replac|unif|migrat)/i;
const FORMAT =
  /^(?:\w+(?:\([^)]*\))?!?:\s*)?(?:re-?format|(?:run|apply|use)?\s*(?:cargo fmt|rustfmt|gofmt|goimports|black|prettier|clang-format|google-java-format|spotless|isort|formatter)\b)/i;
const CHANGELOG = /\b(?:change ?log|release notes)\b/i;

/**
 * Returns why a commit is upkeep or a feature and no refactoring, by its author, the first line of its message, and the
 * title of what it merges; undefined if it may be one.
 */
export function upkeepReason(author: string, message: string): string | undefined {
  const lines = message.split('\n').map((line) => line.trim());
  const [first = ''] = lines;
  const writer = MERGED_BY_PROGRAM.test(first)
    ? lines
        .filter((line) => line !== '')
        .slice(0, 2)
        .join(' ')
    : author;
  if (BOT.test(writer) || BOT_BRANCH.test(first)) return 'a program wrote it';
  const says = teller(message);
  if (says(BACK_MERGE)) return 'it merges one lasting branch into another';
  if (says(...RELEASES)) return 'it is a release';
  if (says(BUMP)) return 'it updates dependencies';
  if (says(REVERT)) return 'it reverts another commit';
  if (says(FIX)) return 'its title says that it fixes something';
  if (says(FEATURE) && !says(STRUCTURE)) return 'its title says that it adds a feature';
  if (says(FORMAT)) return 'it only formats code';
  if (says(CHANGELOG)) return 'it is about a change log';
  return undefined;
}

/** Returns whether a merge brings a branch whose commits are changes of their own, such as that of development. */
export function mergesLastingBranch(message: string): boolean {
  return teller(message)(BACK_MERGE, ...RELEASES);
}

/** Tests the first line of a message, and the title of what it merges. */
function teller(message: string): (...patterns: readonly RegExp[]) => boolean {
  const first = message.split('\n', 1)[0]?.trim() ?? '';
  const { title } = splitMessage(message);
  return (...patterns) => patterns.some((each) => each.test(first) || each.test(title));
}
