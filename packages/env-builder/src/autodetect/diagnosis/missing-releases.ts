import type { KnownFailure } from './known-failure.ts';

/** The name of a package. In an address, its slash can be an escape. */
const NAME = String.raw`((?:@[\w.~-]+(?:/|%2[fF]))?[\w.~-]+)`;

/** What package managers of Node.js say about a package or a release that the registry does not have. */
const MESSAGES = [
  // npm, and pnpm for a release; without what they say where a date leaves releases out
  String.raw`^npm (?:ERR!|error) 404 Not Found - GET https?://[^\s/]+/${NAME}`,
  String.raw`No matching version found for ${NAME}@(\S+?)\.?$`,
  // pnpm
  String.raw`ERR_PNPM_FETCH_404\s+GET https?://[^\s/]+/${NAME}`,
  // Yarn 1
  String.raw`^error Couldn't find (?:package|any versions for) "${NAME}["@]`,
  String.raw`^error .*https?://[^\s/]+/${NAME}/-/\S+: Request failed "404`,
  // Yarn 2 and later
  String.raw`YN0035: .*?${NAME}@npm:\S+: The remote server failed`,
  String.raw`YN0082: .*?${NAME}@npm:\S+: No candidates found`,
];

/** Packages that no longer exist are left out. The tests show whether they need them. */
export const MISSING_RELEASES: readonly KnownFailure[] = MESSAGES.map((message) => ({
  message: new RegExp(message, 'm'),
  cause: 'the registry does not have a package',
  fix: ([, name = '', range]) => ({
    variables: { REFBENCH_WITHOUT_PACKAGES: `${name.replace(/%2f/i, '/')}${rangeOf(range)}` },
  }),
}));

/** A package may have other releases than a tool asks for. A single version can be that of a lock file, so it counts for all. */
function rangeOf(range = ''): string {
  return range === '' || /^v?\d+\.\d+\.\d/.test(range) ? '' : `@${range}`;
}
