import type { TreeView } from '../draft/tree-view.ts';
import type { FactCollector, JobFacts } from './ci-facts.ts';
import { at, elementsOf, membersOf, parseYamlText, textsOf, type YamlText } from './yaml-text.ts';

/** Commands may use each other. */
const MAX_DEPTH = 3;

/** Reads `.circleci/config.yml`, version 2. The first image of a job runs its steps, the others are services. */
export async function readCircle(
  view: TreeView,
  file: string,
  collector: FactCollector,
): Promise<void> {
  const root = parseYamlText((await view.read(file)) ?? '');
  for (const [name, job] of membersOf(at(root, 'jobs'))) {
    if (at(job, 'macos') !== undefined) continue;
    const facts = collector.job(file, name);
    const executor = at(job, 'executor');
    const shared =
      typeof executor === 'string' ? executor : (textsOf(at(executor, 'name'))[0] ?? '');
    const images = elementsOf(at(job, 'docker') ?? at(root, 'executors', shared, 'docker'));
    for (const [index, entry] of images.entries()) {
      for (const image of textsOf(at(entry, 'image'))) {
        if (index === 0) facts.image(image);
        else facts.service(image);
      }
    }
    const folder = textsOf(at(job, 'working_directory'))[0];
    // Absolute folders and `~/x` are where the repository is checked out.
    const inTree = folder === undefined || /^[~/]/.test(folder) ? '.' : folder;
    readSteps(root, at(job, 'steps'), facts, { folder: inTree, depth: MAX_DEPTH });
  }
}

function readSteps(
  root: YamlText,
  steps: YamlText,
  facts: JobFacts,
  { folder, depth }: { readonly folder: string; readonly depth: number },
): void {
  for (const step of elementsOf(steps)) {
    const run = at(step, 'run');
    const script = typeof run === 'string' ? run : at(run, 'command');
    const own = textsOf(at(run, 'working_directory'))[0] ?? folder;
    if (typeof script === 'string') facts.step(script, own);
    // A step is the name of a command, or a mapping from its name to its parameters.
    const name = typeof step === 'string' ? step : membersOf(step)[0]?.[0];
    const command = name === undefined ? undefined : at(root, 'commands', name);
    if (command !== undefined && depth > 0) {
      readSteps(root, at(command, 'steps'), facts, { folder, depth: depth - 1 });
    }
  }
}
