import type { TreeView } from '../draft/tree-view.ts';
import type { FactCollector } from './ci-facts.ts';
import { at, membersOf, parseYamlText, textsOf } from './yaml-text.ts';

const DOCKERFILE = /^(?:\.devcontainer\/)?(?:Dockerfile(?:[.-][\w-]+)?|[\w-]+\.Dockerfile)$/;
const DEV_CONTAINERS = ['.devcontainer/devcontainer.json', '.devcontainer.json'];
const JUSTFILE = /^\.?justfile$/i;

/** Recipes of a justfile that test or prepare for tests. */
const TEST_RECIPE = /^@?(?:test|check|ci|setup|install|deps|bootstrap)[\w-]*/;

/**
 * Reads how developers set up and test: Dockerfiles at the root, dev containers and justfiles. They
 * say less about tests than continuous integration, so their facts come after its facts.
 */
export async function readDeveloperFiles(view: TreeView, collector: FactCollector): Promise<void> {
  for (const path of view.paths.filter((one) => DOCKERFILE.test(one))) {
    readDockerfile((await view.read(path)) ?? '', path, collector);
  }
  for (const path of DEV_CONTAINERS.filter(view.has)) {
    readDevContainer((await view.read(path)) ?? '', path, collector);
  }
  for (const path of view.paths.filter((one) => JUSTFILE.test(one))) {
    readJustfile((await view.read(path)) ?? '', path, collector);
  }
}

/** Takes the packages that `RUN` installs, and the version of a language that `FROM` names. */
function readDockerfile(text: string, file: string, collector: FactCollector): void {
  const facts = collector.job(file, 'image');
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    const [, instruction, rest = ''] = /^\s*(FROM|RUN)\s+(.*)$/i.exec(line) ?? [];
    // Options such as --mount come before the command, and --platform before the image.
    const words = rest.replace(/^(?:--\S+\s+)*/, '');
    if (instruction?.toUpperCase() === 'RUN') facts.step(words);
    else if (instruction !== undefined) facts.image(words.split(/\s/)[0] ?? '');
  }
}

function readDevContainer(text: string, file: string, collector: FactCollector): void {
  const facts = collector.job(file, 'container');
  // Comments are allowed in this file. What else YAML does not read says nothing.
  const root = parseYamlText(text.replace(/^\s*\/\/.*$/gm, ''));
  for (const image of textsOf(at(root, 'image'))) facts.image(image);
  for (const name of ['onCreateCommand', 'updateContentCommand', 'postCreateCommand']) {
    const command = at(root, name);
    const words = textsOf(command);
    // A list is one command; the members of a mapping are commands that run side by side.
    if (words.length > 0) facts.step(words.join(' '));
    for (const [, one] of membersOf(command)) facts.step(textsOf(one).join(' '));
  }
}

function readJustfile(text: string, file: string, collector: FactCollector): void {
  const recipes = text.split(/^(?=\S)/m).filter((recipe) => TEST_RECIPE.test(recipe));
  for (const recipe of recipes) {
    const [heading = '', ...lines] = recipe.split('\n');
    // `:=` assigns a variable. `@` and `-` before a command do not belong to it.
    if (!/:(?!=)/.test(heading)) continue;
    const script = lines.map((line) => line.trim().replace(/^[@-]+/, '')).join('\n');
    collector.job(file, heading.replace(/[\s:].*$/, '')).step(script);
  }
}
