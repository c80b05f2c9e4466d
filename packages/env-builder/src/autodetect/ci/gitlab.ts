import type { TreeView } from '../draft/tree-view.ts';
import type { FactCollector, JobFacts } from './ci-facts.ts';
import { at, elementsOf, membersOf, parseYamlText, textsOf, type YamlText } from './yaml-text.ts';

/** Keys at the top of the file that are not jobs. */
const NOT_JOBS = new Set([
  'default',
  'include',
  'stages',
  'variables',
  'workflow',
  'image',
  'services',
  'cache',
  'before_script',
  'after_script',
  'pages',
]);

/** Reads `.gitlab-ci.yml`. Hidden jobs count only through `extends`, and included files are not read. */
export async function readGitlab(
  view: TreeView,
  file: string,
  collector: FactCollector,
): Promise<void> {
  const root = parseYamlText((await view.read(file)) ?? '');
  for (const [name, job] of membersOf(root)) {
    if (NOT_JOBS.has(name) || name.startsWith('.')) continue;
    const templates = textsOf(at(job, 'extends')).map((template) => at(root, template));
    const chain = [job, ...templates.toReversed(), at(root, 'default'), root];
    const facts = collector.job(file, name);
    readImages(facts, firstOf(chain, 'image'), firstOf(chain, 'services'));
    for (const key of ['before_script', 'script']) {
      for (const script of textsOf(firstOf(key === 'script' ? chain.slice(0, -2) : chain, key))) {
        facts.step(script);
      }
    }
  }
}

/** Returns the value of the first mapping that has the key. */
function firstOf(chain: readonly YamlText[], key: string): YamlText {
  return chain.map((part) => at(part, key)).find((value) => value !== undefined);
}

function readImages(facts: JobFacts, image: YamlText, services: YamlText): void {
  for (const name of textsOf(typeof image === 'string' ? image : at(image, 'name'))) {
    facts.image(name);
  }
  for (const service of elementsOf(services)) {
    const [name] = textsOf(typeof service === 'string' ? service : at(service, 'name'));
    if (name !== undefined) facts.service(name);
  }
}
