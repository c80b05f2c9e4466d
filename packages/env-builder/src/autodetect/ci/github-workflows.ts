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

/** Composite actions may use each other. */
const MAX_DEPTH = 3;

interface Scope {
  readonly view: TreeView;
  readonly facts: JobFacts;
  /** Returns the values of a text: several if it refers to the matrix. */
  readonly values: (text: string) => readonly string[];
  readonly folder: string;
}

/** Reads one file of `.github/workflows/`, and the actions of the repository that it uses. */
export async function readGithubWorkflow(
  view: TreeView,
  file: string,
  collector: FactCollector,
): Promise<void> {
  const workflow = parseYamlText((await view.read(file)) ?? '');
  for (const [name, job] of membersOf(at(workflow, 'jobs'))) {
    const runsOn = textsOf(at(job, 'runs-on'));
    if (runsOn.length > 0 && runsOn.every(isForeignSystem)) continue;
    const facts = collector.job(file, name);
    const values = valuesIn(workflow, job);
    for (const [, service] of membersOf(at(job, 'services'))) {
      const own = variablesOf(at(service, 'env'));
      for (const image of textsOf(at(service, 'image')).flatMap(values)) facts.service(image, own);
    }
    facts.variables([...variablesOf(at(workflow, 'env')), ...variablesOf(at(job, 'env'))]);
    const container = at(job, 'container');
    const image = typeof container === 'string' ? container : at(container, 'image');
    for (const one of textsOf(image).flatMap(values)) facts.image(one);
    const folder =
      textsOf(at(job, 'defaults', 'run', 'working-directory'))[0] ??
      textsOf(at(workflow, 'defaults', 'run', 'working-directory'))[0] ??
      '.';
    await readSteps(at(job, 'steps'), { view, facts, values, folder }, MAX_DEPTH);
  }
}

async function readSteps(steps: YamlText, scope: Scope, depth: number): Promise<void> {
  for (const step of elementsOf(steps)) {
    const condition = textsOf(at(step, 'if'))[0] ?? '';
    const shell = textsOf(at(step, 'shell'))[0] ?? 'bash';
    if (needsForeignSystem(condition) || /pwsh|powershell|cmd|python/.test(shell)) continue;
    scope.facts.variables(variablesOf(at(step, 'env')));
    const script = at(step, 'run');
    if (typeof script === 'string') {
      scope.facts.step(
        expandSingle(script, scope.values),
        textsOf(at(step, 'working-directory'))[0] ?? scope.folder,
      );
    }
    const action = at(step, 'uses');
    if (typeof action === 'string') await readAction(action, at(step, 'with'), scope, depth);
  }
}

async function readAction(
  action: string,
  inputs: YamlText,
  scope: Scope,
  depth: number,
): Promise<void> {
  const own = /^\.\/(.+?)\/?$/.exec(action)?.[1];
  if (own !== undefined && depth > 0) {
    const path = [`${own}/action.yml`, `${own}/action.yaml`].find(scope.view.has);
    const text = path === undefined ? undefined : await scope.view.read(path);
    await readSteps(at(parseYamlText(text ?? ''), 'runs', 'steps'), scope, depth - 1);
    return;
  }
  const setUp = /(?:^|\/)setup-(node|python|go|java)@/.exec(action)?.[1];
  if (setUp !== undefined) {
    const asked = textsOf(at(inputs, `${setUp}-version`));
    // A list of versions is one text with several lines.
    for (const version of asked.flatMap(scope.values).flatMap((text) => text.split(/[\s,]+/))) {
      if (version !== '') scope.facts.version(setUp as CiLanguage, version);
    }
  }
  const toolchain = /\/(?:rust-)?toolchain@v?(.+)$/.exec(action)?.[1];
  if (toolchain !== undefined && /rust|actions-rs/.test(action)) {
    const asked = textsOf(at(inputs, 'toolchain')).flatMap(scope.values);
    for (const version of asked.length > 0 ? asked : [toolchain]) {
      scope.facts.version('rust', version);
    }
  }
  if (/\/(cache-apt-pkgs-action|install-apt)/.test(action)) {
    const lists = textsOf(at(inputs, 'packages')).flatMap((text) => {
      const known = scope.values(text);
      return known.length > 0 ? known : [text.replace(/\$\{\{.*?\}\}/g, ' ')];
    });
    for (const name of lists.flatMap((text) => text.split(/[\s,]+/))) scope.facts.aptPackage(name);
  }
}

/** Resolves `${{ matrix.x }}`, `${{ matrix.x.y }}` and `${{ env.X }}`; other expressions have no values. */
function valuesIn(workflow: YamlText, job: YamlText): (text: string) => readonly string[] {
  const matrix = at(job, 'strategy', 'matrix');
  return (text) => {
    if (!text.includes('${{')) return [text];
    const [, kind, path = ''] = /\$\{\{[^}]*?\b(matrix|env)\.([\w.-]+)/.exec(text) ?? [];
    const keys = path.split('.');
    const [first = '', ...rest] = keys;
    const found =
      kind === 'env'
        ? [at(job, 'env', first) ?? at(workflow, 'env', first)]
        : [
            ...elementsOf(at(matrix, first)).map((value) => at(value, ...rest)),
            ...elementsOf(at(matrix, 'include')).map((entry) => at(entry, ...keys)),
          ];
    const values = [...new Set(textsOf(found.filter((value) => value !== undefined)))];
    // `postgres:${{ matrix.version }}` has text around the expression.
    return values.map((value) => text.replace(/\$\{\{.*?\}\}/, () => value));
  };
}

/** Replaces expressions with only one possible value. */
function expandSingle(script: string, values: (text: string) => readonly string[]): string {
  return script.replace(/\$\{\{.*?\}\}/g, (whole) => {
    const known = values(whole);
    return known.length === 1 ? (known[0] ?? whole) : whole;
  });
}

function isForeignSystem(name: string): boolean {
  return /windows|macos/i.test(name) && !name.includes('${{');
}

/** Whether a condition holds only on systems other than Linux. */
function needsForeignSystem(condition: string): boolean {
  return (
    /(==|startsWith|contains).*(windows|macos|darwin)/i.test(condition) &&
    !/!|linux|ubuntu|\|\|/i.test(condition)
  );
}
