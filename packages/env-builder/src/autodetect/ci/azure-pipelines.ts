import { posix } from 'node:path';
import type { TreeView } from '../draft/tree-view.ts';
import type { CiLanguage, FactCollector, JobFacts } from './ci-facts.ts';
import {
  at,
  elementsOf,
  membersOf,
  parseYamlText,
  textsOf,
  variablesOf,
  type YamlText,
} from './yaml-text.ts';

/** Templates may use each other. */
const MAX_DEPTH = 4;

/** Tasks that install a language, and the input that names its version. */
const SET_UP: readonly (readonly [task: RegExp, input: string, language: CiLanguage])[] = [
  [/^UsePythonVersion@/, 'versionSpec', 'python'],
  [/^(?:NodeTool|UseNode)@/, 'versionSpec', 'node'],
  [/^(?:NodeTool|UseNode)@/, 'version', 'node'],
  [/^GoTool@/, 'version', 'go'],
  [/^JavaToolInstaller@/, 'versionSpec', 'java'],
];

type Values = ReadonlyMap<string, readonly string[]>;

/** Where a part of a pipeline stands. */
interface Scope {
  readonly view: TreeView;
  readonly file: string;
  /** The parameters of its template. */
  readonly parameters: Values;
  readonly collector: FactCollector;
  readonly depth: number;
}

interface JobScope extends Scope {
  readonly facts: JobFacts;
  /** The variables of its job and its matrix. */
  readonly variables: Values;
}

/** Reads `azure-pipelines.yml` and the templates of the repository that it uses. */
export async function readAzure(
  view: TreeView,
  file: string,
  collector: FactCollector,
): Promise<void> {
  const root = parseYamlText((await view.read(file)) ?? '');
  await readParts(root, { view, file, parameters: new Map(), collector, depth: MAX_DEPTH });
}

/** Reads the stages, jobs or steps of a pipeline or a template. Steps without a job are a job. */
async function readParts(part: YamlText, scope: Scope): Promise<void> {
  for (const stage of elementsOf(at(part, 'stages'))) {
    for (const one of withoutConditions(stage)) await readStage(one, scope);
  }
  for (const job of elementsOf(at(part, 'jobs'))) {
    for (const one of withoutConditions(job)) await readJob(one, scope);
  }
  if (at(part, 'steps') !== undefined) await readJob(part, scope);
}

async function readStage(stage: YamlText, scope: Scope): Promise<void> {
  await inTemplate(stage, scope, readParts);
  if (at(stage, 'jobs') !== undefined) await readParts(stage, scope);
}

async function readJob(job: YamlText, scope: Scope): Promise<void> {
  await inTemplate(job, scope, readParts);
  const image = textsOf(at(job, 'pool', 'vmImage'))[0] ?? '';
  if (/win|mac|vs20/i.test(image)) return;
  const rows = membersOf(at(job, 'strategy', 'matrix')).map(([, row]) => variablesOf(row));
  const own = [...variablesOf(at(job, 'variables')), ...rows.flat()];
  const name = textsOf(at(job, 'job'))[0] ?? textsOf(at(job, 'displayName'))[0] ?? 'pipeline';
  const facts = scope.collector.job(scope.file, expand(name, scope.parameters));
  facts.variables(variablesOf(at(job, 'variables')));
  await readSteps(at(job, 'steps'), { ...scope, facts, variables: grouped(own) });
}

async function readSteps(steps: YamlText, scope: JobScope): Promise<void> {
  for (const step of elementsOf(steps).flatMap(withoutConditions)) {
    await inTemplate(step, scope, async (template, inner) => {
      await readSteps(at(template, 'steps'), { ...scope, ...inner });
    });
    if (/windows|darwin|macos/i.test(textsOf(at(step, 'condition'))[0] ?? '')) continue;
    const script = textsOf(at(step, 'script') ?? at(step, 'bash'))[0];
    if (script !== undefined) {
      scope.facts.variables(variablesOf(at(step, 'env')));
      const folder = textsOf(at(step, 'workingDirectory'))[0];
      scope.facts.step(expand(script, scope.parameters), folder);
    }
    const task = textsOf(at(step, 'task'))[0] ?? '';
    for (const [pattern, input, language] of SET_UP) {
      if (!pattern.test(task)) continue;
      for (const text of textsOf(at(step, 'inputs', input))) {
        readVersion(expand(text, scope.parameters), language, scope);
      }
    }
  }
}

/** A version can be a variable, of which each row of the matrix has its own. */
function readVersion(text: string, language: CiLanguage, { facts, variables }: JobScope): void {
  const variable = /^\$\((.+)\)$/.exec(text)?.[1];
  const versions = variable === undefined ? [text] : (variables.get(variable) ?? []);
  for (const version of versions) facts.version(language, version);
}

/** Reads the template that a stage, job or step names, if it is in the repository. */
async function inTemplate(
  part: YamlText,
  scope: Scope,
  read: (template: YamlText, scope: Scope) => Promise<void>,
): Promise<void> {
  const [named] = textsOf(at(part, 'template'));
  if (named === undefined || scope.depth === 0) return;
  const { view, collector } = scope;
  const file = named.startsWith('/')
    ? named.slice(1)
    : posix.join(posix.dirname(scope.file), named);
  if (!view.has(file)) return;
  const template = parseYamlText((await view.read(file)) ?? '');
  const given = variablesOf(at(part, 'parameters'));
  const parameters = new Map([...defaultsOf(at(template, 'parameters')), ...grouped(given)]);
  await read(template, { view, file, parameters, collector, depth: scope.depth - 1 });
}

/** Parameters of a template are a mapping, or a list with names and defaults. */
function defaultsOf(parameters: YamlText): Values {
  const listed = elementsOf(parameters).flatMap((one) =>
    textsOf(at(one, 'name')).map((name) => [name, textsOf(at(one, 'default'))[0] ?? ''] as const),
  );
  return grouped([...listed, ...variablesOf(parameters)]);
}

function grouped(pairs: readonly (readonly [string, string])[]): Values {
  const all = new Map<string, readonly string[]>();
  for (const [name, value] of pairs) all.set(name, [...(all.get(name) ?? []), value]);
  return all;
}

/** `- ${{ if ... }}:` has a list of parts below it, all of which count. */
function withoutConditions(part: YamlText): readonly YamlText[] {
  const conditional = membersOf(part).filter(([key]) => /^\$\{\{\s*(?:if|else|each)/.test(key));
  if (conditional.length === 0) return [part];
  return conditional.flatMap(([, parts]) => elementsOf(parts)).flatMap(withoutConditions);
}

/** Puts the parameters of a template into a text. An expression of another kind stays. */
function expand(text: string, parameters: Values): string {
  return text.replace(
    /\$\{\{\s*parameters\.([\w-]+)\s*\}\}/g,
    (whole, name: string) => parameters.get(name)?.[0] ?? whole,
  );
}
