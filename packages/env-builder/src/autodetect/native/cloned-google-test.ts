import { filesNamed, readTexts, type TreeView } from '../draft/tree-view.ts';

/** Where Debian's package `googletest` has the sources. */
export const GOOGLETEST = '/usr/src/googletest';

/** What clones GoogleTest while a build runs: CMake files, templates of them, Makefiles and scripts. */
const BUILD_FILES = /^(CMakeLists\.txt|[Mm]akefile)|\.(cmake|in|mk|sh)$/;

const MAX_FILES = 400;

const ADDRESS = /github\.com[/:]google\/googletest/;

/** A branch or tag; it becomes a word of a shell script. */
const REFERENCE = /(?:\bGIT_TAG\s+"?|(?:\s-b|--branch)[ =])([A-Za-z][\w.+-]*)/g;

/** Git clones these when nothing is named, so they always exist. */
const BRANCHES = ['main', 'master'];

/**
 * Returns the branches and tags by which the build files clone GoogleTest from its git host, without the usual
 * branches; undefined if they do not clone it.
 */
export async function clonedGoogleTest(view: TreeView): Promise<readonly string[] | undefined> {
  const texts = await readTexts(view, filesNamed(view, BUILD_FILES).slice(0, MAX_FILES));
  const cloning = texts.filter((text) => ADDRESS.test(text));
  if (cloning.length === 0) return undefined;
  const references = cloning.flatMap((text) =>
    [...text.matchAll(REFERENCE)].map(([, name = '']) => name),
  );
  return [...new Set(references)].filter((name) => !BRANCHES.includes(name)).sort();
}

/**
 * Lines for install_system.sh that make a repository of the distribution's GoogleTest. Git takes it for the one of the
 * git host, so that a build can clone it without that host, also offline.
 */
export function serveGoogleTest(references: readonly string[]): string {
  return `# Builds clone this repository in the place of the one on the git host.
if [ -d ${GOOGLETEST} ] && command -v git >/dev/null; then
  git_here() { git --git-dir=${GOOGLETEST}.git --work-tree=${GOOGLETEST} "$@"; }
  git init --quiet --bare ${GOOGLETEST}.git
  git_here add --all
  GIT_AUTHOR_DATE='2000-01-01T00:00:00Z' GIT_COMMITTER_DATE='2000-01-01T00:00:00Z' \\
    git_here -c user.name=googletest -c user.email=googletest@localhost commit --quiet --message=googletest
  for name in ${BRANCHES.join(' ')}; do git_here update-ref "refs/heads/$name" HEAD; done
${references.length === 0 ? '' : `  for name in ${references.join(' ')}; do git_here tag "$name"; done\n`}  git config --system --add safe.directory ${GOOGLETEST}.git
  for address in https://github.com/ git://github.com/ git@github.com:; do
    git config --system --add url.${GOOGLETEST}.insteadOf "$address"google/googletest
  done
fi
`;
}
