import type { TreeView } from '../draft/tree-view.ts';
import type { CiLanguage, FactCollector } from './ci-facts.ts';
import { at, elementsOf, parseYamlText, textsOf, type YamlText } from './yaml-text.ts';

const VERSION_KEYS: readonly (readonly [key: string, language: CiLanguage])[] = [
  ['node_js', 'node'],
  ['python', 'python'],
  ['go', 'go'],
  ['jdk', 'java'],
  ['rust', 'rust'],
];

const PHASES = ['before_install', 'install', 'before_script', 'script', 'after_script'];

/** After a build that was successful, jobs report to other servers. Some only run their tests there. */
const AFTER_SUCCESS = 'after_success';
const CALLS_TESTS = /^\S*\/[\w.-]*tests?[\w.-]*(\s|$)/;

/** Reads `.travis.yml`: the keys at the top, and those of each entry of `jobs.include`. */
export async function readTravis(
  view: TreeView,
  file: string,
  collector: FactCollector,
): Promise<void> {
  const root = parseYamlText((await view.read(file)) ?? '');
  const own = ['jobs', 'matrix'].flatMap((key) => elementsOf(at(root, key, 'include')));
  readEntry(root, 'travis', file, collector);
  for (const [number, entry] of own.entries()) {
    const foreign = /osx|windows/.test(textsOf(at(entry, 'os')).join(' '));
    const name = textsOf(at(entry, 'name'))[0] ?? textsOf(at(entry, 'stage'))[0];
    if (!foreign) readEntry(entry, name ?? `travis ${number + 1}`, file, collector);
  }
}

function readEntry(entry: YamlText, job: string, file: string, collector: FactCollector): void {
  const facts = collector.job(file, job);
  for (const [key, language] of VERSION_KEYS) {
    for (const version of textsOf(at(entry, key))) {
      // `openjdk11` and `oraclejdk8` name a vendor.
      facts.version(language, version.replace(/^(open|oracle)jdk/, ''));
    }
  }
  for (const name of textsOf(at(entry, 'addons', 'apt', 'packages'))) facts.aptPackage(name);
  for (const name of textsOf(at(entry, 'addons', 'apt_packages'))) facts.aptPackage(name);
  for (const service of textsOf(at(entry, 'services'))) {
    if (!/^(docker|xvfb)$/.test(service)) facts.service(service);
  }
  for (const phase of PHASES) {
    for (const script of textsOf(at(entry, phase))) facts.step(script);
  }
  for (const script of textsOf(at(entry, AFTER_SUCCESS))) {
    if (CALLS_TESTS.test(script)) facts.step(script);
  }
}
