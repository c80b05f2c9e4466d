import { expect, test } from 'vitest';
import { upkeepReason } from './upkeep.ts';

test.each([
  ['dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>', 'Bump a', /program/],
  ['A <a@b>', 'Merge pull request #7 from dependabot/npm/a', /program/],
  ['A <a@b>', "Merge branch 'main' into parser", /lasting/],
  ['A <a@b>', "Merge branch '3.1.x'", /lasting/],
  ['A <a@b>', 'Merge stable into main (#12)', /lasting/],
  ['A <a@b>', 'v1.2.3', /release/],
  ['A <a@b>', 'chore(release): 1.2.0', /release/],
  ['A <a@b>', 'Bump version to 4', /release/],
  ['A <a@b>', 'run cargo fmt', /formats/],
  ['A <a@b>', 'style: reformat with black', /formats/],
  ['A <a@b>', 'Fix #2 by moving the parser', /fixes something/],
  ['A <a@b>', 'fix(parser): split lines', /fixes something/],
  ['A <a@b>', 'Support raw identifiers', /feature/],
  ['A <a@b>', 'Add `no_std` support (#567)', /feature/],
  ['A <a@b>', 'feat(parser): read dates', /feature/],
  ['A <a@b>', 'bump version, merge pull request #7 from a/b', /release/],
  ['A <a@b>', 'build: bump zod from 3.1 to 3.2', /dependencies/],
  ['A <a@b>', 'Revert "refactor: split the parser"', /reverts/],
  ['A <a@b>', 'Update changelog', /change log/],
  ['bors[bot] <a@b>', 'Merge #7\n\n7: Bump a r=someone a=dependabot[bot]', /program/],
  ['bors[bot] <a@b>', 'Merge #7\n\n7: Release 1.2.0 r=someone a=someone', /release/],
  ['A <a@b>', 'Merge pull request #7 from a/b\n\nFix a wrong result', /fixes something/],
])('%s: %s', (author, message, reason) => {
  expect(upkeepReason(author, message)).toMatch(reason);
});

test.each([
  "Merge branch 'split-parser' into main",
  'Merge pull request #7 from someone/refactor',
  'Merge main parser into one module',
  'Rename Release to Version',
  'Update the version check of all clients',
  'Move the version check into its own module',
  'refactor: 2 parsers become one',
  'Use blackbox tests',
  'Add a class for what all parsers share',
  'feat(parser)!: rename all options',
  'Move support code for tests into its own module',
  'Format errors in one place',
])('%s is no upkeep', (message) => {
  expect(upkeepReason('A <a@b>', message)).toBeUndefined();
});

test.each([
  'Merge #7 #8\n\n7: Split the parser r=someone a=somebody-else',
  'Auto merge of #7 - somebody:split-parser, r=someone\n\nSplit the parser',
  'Merge "Split the parser"',
])('what a program merges is no upkeep: %j', (message) => {
  expect(upkeepReason('bors[bot] <a@b>', message)).toBeUndefined();
});
