import { viewBelow, type TreeView } from '../draft/tree-view.ts';
import { readAzure } from './azure-pipelines.ts';
import { calledLines } from './called-lines.ts';
import { aptPackagesOf, factCollector, type CiFacts, type CiLanguage } from './ci-facts.ts';
import { readCircle } from './circleci.ts';
import { readDeveloperFiles } from './developer-files.ts';
import { readGithubWorkflow } from './github-workflows.ts';
import { readGitlab } from './gitlab.ts';
import { readTravis } from './travis.ts';
import { at, membersOf, parseYamlText, textsOf, variablesOf } from './yaml-text.ts';

export type { CiFacts, CiLanguage } from './ci-facts.ts';

const COMPOSE = /^(?:docker-)?compose(?:\.[\w-]+)?\.ya?ml$/;

/**
 * Reads what the CI files of a commit say about its tests: GitHub Actions, Travis CI, GitLab CI,
 * CircleCI, Azure Pipelines, and the services of compose files; then the files of developers. Steps that only run on
 * Windows or macOS are left out. Files that cannot be read say nothing.
 */
export async function readCiFacts(view: TreeView): Promise<CiFacts> {
  const collector = factCollector();
  const workflows = view.paths
    .filter((path) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path))
    .map((path) => ({ path, rank: rankOf(path) }))
    .sort((left, right) => left.rank - right.rank);
  for (const { path } of workflows) await readGithubWorkflow(view, path, collector);
  const others = [
    ['.travis.yml', readTravis],
    ['.gitlab-ci.yml', readGitlab],
    ['.circleci/config.yml', readCircle],
    ['azure-pipelines.yml', readAzure],
    ['.azure-pipelines.yml', readAzure],
    ['.azure-pipelines/azure-pipelines.yml', readAzure],
  ] as const;
  for (const [path, read] of others) {
    if (view.has(path)) await read(view, path, collector);
  }
  for (const path of view.paths.filter((one) => COMPOSE.test(one))) {
    const services = at(parseYamlText((await view.read(path)) ?? ''), 'services');
    for (const [name, service] of membersOf(services)) {
      const image = textsOf(at(service, 'image'))[0];
      const variables = variablesOf(at(service, 'environment'));
      if (image !== undefined) collector.job(path, name).service(image, variables);
    }
  }
  await readDeveloperFiles(view, collector);
  return await withCalledLines(view, collector.build());
}

/** Returns all commands, in the order of the files. Those of scripts and targets follow the step that calls them. */
export function commandsOf({ steps }: CiFacts): readonly string[] {
  return steps.flatMap(({ lines, called }) => [...lines, ...called]);
}

/** Adds servers that the tests of an earlier try asked for. */
export function withServices(facts: CiFacts, names: readonly string[]): CiFacts {
  const more = names.map((name) => ({
    file: 'the log of an earlier try',
    job: '',
    name,
    image: name,
    accounts: [],
  }));
  return { ...facts, services: [...facts.services, ...more] };
}

/** Jobs whose names show that they are not the unit tests. */
const OTHER_JOBS =
  /e2e|integration|docs?\b|lint|typ(e|ing)|mypy|bench|release|publish|deploy|nightly|format|style|security|wheel|audit/i;

/**
 * Returns the commands of the jobs that run tests, or of all jobs if none does. What other jobs install would only
 * make an environment larger.
 * @param tests - What runs tests.
 */
export function commandsOfTests(facts: CiFacts, tests: RegExp): readonly string[] {
  const testing = [...linesByJob(facts.steps)].filter(([, lines]) =>
    lines.some((line) => tests.test(line)),
  );
  const plain = testing.filter(
    ([key]) => !OTHER_JOBS.test(key.replace(/^\.github\/workflows\//, '')),
  );
  const chosen = plain.length > 0 ? plain : testing;
  return chosen.length > 0 ? chosen.flatMap(([, lines]) => lines) : commandsOf(facts);
}

/** Returns the commands of each job, in order, by the names of its file and its own. */
export function linesByJob(steps: CiFacts['steps']): ReadonlyMap<string, readonly string[]> {
  const lines = [...stepsByJob(steps)].map(
    ([key, own]) => [key, own.flatMap((step) => [...step.lines, ...step.called])] as const,
  );
  return new Map(lines);
}

/** Returns the steps of each job, in order, by the names of its file and its own. */
export function stepsByJob(steps: CiFacts['steps']): ReadonlyMap<string, CiFacts['steps']> {
  const jobs = new Map<string, CiFacts['steps'][number][]>();
  for (const step of steps) {
    const key = `${step.file} ${step.job}`;
    jobs.set(key, [...(jobs.get(key) ?? []), step]);
  }
  return jobs;
}

/** Follows the scripts of the tree and the targets of its Makefile that steps call. */
async function withCalledLines(view: TreeView, facts: CiFacts): Promise<CiFacts> {
  const steps = await Promise.all(
    facts.steps.map(async (step) => ({
      ...step,
      called: await calledLines(viewBelow(view, step.folder), step.lines),
    })),
  );
  const called = steps.flatMap(({ file, job, called: lines }) =>
    lines.flatMap(aptPackagesOf).map((name) => ({ file, job, name })),
  );
  return { ...facts, steps, packages: [...facts.packages, ...called] };
}

/** Returns the versions of a language, without repetitions, in the order of the files. */
export function versionsOf(facts: CiFacts, language: CiLanguage): readonly string[] {
  const all = facts.versions.filter((one) => one.language === language);
  return [...new Set(all.map(({ version }) => version))];
}

/** Returns the facts with the folders of steps relative to a folder. Steps elsewhere are left out. */
export function factsBelow(facts: CiFacts, folder: string): CiFacts {
  if (folder === '.') return facts;
  const steps = facts.steps.flatMap((step) =>
    step.folder === folder
      ? [{ ...step, folder: '.' }]
      : step.folder.startsWith(`${folder}/`)
        ? [{ ...step, folder: step.folder.slice(folder.length + 1) }]
        : [],
  );
  return { ...facts, steps };
}

/** Returns the facts with the steps that run in a folder alone. */
export function factsIn(facts: CiFacts, folder: string): CiFacts {
  return { ...facts, steps: facts.steps.filter((step) => step.folder === folder) };
}

/** Workflows that test come before those whose names show another purpose. */
function rankOf(path: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (/release|publish|deploy|docs?\b|codeql|lint|stale|label|bench|format|nightly/.test(name)) {
    return 2;
  }
  return /test|^ci|unit|^main|^node|^python|^go\b|^rust|^build|check/.test(name) ? 0 : 1;
}
