// Takes packages that cannot be had out of manifests of npm. The tests show whether they are needed.
//
// With REFBENCH_WITHOUT_GIT=1, those from git hosts are taken out, which may be gone or closed while the packages
// of a registry stay. REFBENCH_WITHOUT_PACKAGES, such as "a @b/c d@next", names those that the registry does not
// have, or does not have in a range: a manifest that asks for another range of d keeps it.

/** Matches a dependency on a git repository: an address, or the short form of a host. */
const GIT_SPEC =
  /^(?:git[+:@]|(?:github|gitlab|bitbucket|gist):|(?:https?|ssh):\/\/\S+\.git(?:#|$)|https?:\/\/(?:www\.|api\.|codeload\.)?(?:github\.com|gitlab\.com|bitbucket\.org)\/|(?!\.)[\w.-]+\/[\w.-]+(?:#|$))/;

const withoutGit = process.env['REFBENCH_WITHOUT_GIT'] === '1';
const unavailable = (process.env['REFBENCH_WITHOUT_PACKAGES'] ?? '')
  .split(' ')
  .filter(Boolean)
  .map((text) => /^(?<name>@?[^@]+)(?:@(?<range>.+))?$/.exec(text)?.groups ?? {});
const isUnavailable = (name, wanted) =>
  unavailable.some((one) => one.name === name && (one.range ?? wanted) === wanted);

/** Returns the text of a package.json without these packages, and their names. */
export function withoutMissing(packageText) {
  const dropped = new Set();
  let parsed;
  try {
    parsed = JSON.parse(packageText);
  } catch {
    return { packageText, dropped }; // The package manager will say what is wrong with it.
  }
  for (const key of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, wanted] of Object.entries(parsed[key] ?? {})) {
      const isOfGit = withoutGit && typeof wanted === 'string' && GIT_SPEC.test(wanted);
      if (!isOfGit && !isUnavailable(name, wanted)) continue;
      delete parsed[key][name];
      dropped.add(name);
    }
  }
  return {
    packageText: dropped.size === 0 ? packageText : JSON.stringify(parsed, null, 2),
    dropped,
  };
}
