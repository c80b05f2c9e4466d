import { chooseGo } from './go-version.ts';
import { dayOf } from '../draft/day.ts';
import { recipeOf } from '../draft/recipe-of.ts';
import {
  unsupported,
  type DetectorInput,
  type Reason,
  type RecipeDraft,
  type Unsupported,
} from '../draft/recipe-draft.ts';
import { filesNamed, folderOf, unionOf, type TreeView } from '../draft/tree-view.ts';
import { goPathProject, type GoPathProject } from './go-path.ts';
import { goPathScripts } from './go-path-scripts.ts';
import { moduleScripts } from './module-scripts.ts';
import { testedPackages } from './tested-packages.ts';

/**
 * Detects Go modules, and projects from before them. Each module of a repository is downloaded and tested
 * separately. A commit without modules is tested in GOPATH.
 */
export async function detectGo(
  input: DetectorInput,
): Promise<RecipeDraft | Unsupported | undefined> {
  const { base, golden, adjustments, committedAt } = input;
  const modules = filesNamed(base, 'go.mod');
  if (modules.length === 0 && !base.paths.some((path) => path.endsWith('.go'))) return undefined;
  if (![base, golden].every((view) => view.paths.some((path) => path.endsWith('_test.go')))) {
    return unsupported('no file ends with _test.go on base or on golden', 'choose another commit');
  }
  const image = await chooseGo(input);
  const tested = await testedPackages(base, golden);
  const { patterns } = tested;
  const project =
    modules.length === 0 ? await goPathProject(base, golden, input.repositoryUrl) : undefined;
  const { shell, run, programs } =
    project === undefined
      ? moduleScripts(patterns)
      : goPathScripts(project, dayOf(committedAt), patterns);
  return {
    kind: 'draft',
    baseImage: image.image,
    manifests: unionOf(manifestsOf(base), manifestsOf(golden)),
    testTimeoutSeconds: 900,
    reasons: [
      image.reason,
      project === undefined ? modulesReason(modules) : goPathReason(project),
      tested.reason,
    ],
    ...(await recipeOf({
      systemPackages: adjustments.systemPackages,
      shell,
      programs,
      suite: {
        title: "every module's tests",
        format: 'go-test-json',
        run,
        reports: ['events.json'],
      },
    })),
  };
}

function modulesReason(modules: readonly string[]): Reason {
  return { choice: 'go modules', because: `go.mod is in ${modules.map(folderOf).join(', ')}` };
}

function goPathReason({ path }: GoPathProject): Reason {
  return { choice: `GOPATH/src/${path}`, because: 'there is no go.mod' };
}

/** Files in which Go itself and the tools before its modules pin versions. */
const MANIFESTS =
  /^(go\.(mod|sum|work|work\.sum)|Gopkg\.(lock|toml)|glide\.(lock|yaml)|Godeps\.json)$/;

function manifestsOf(view: TreeView): readonly string[] {
  return filesNamed(view, MANIFESTS);
}
