import type { TreeView } from '../draft/tree-view.ts';

/** Programs that start the tests of a project for Django, and what developers call for that. */
const STARTERS =
  /^((tests?|example|testproject)\/)?(runtests|run_tests|manage|quicktest|test_runner|setup)\.py$|^(Makefile|tox\.ini|setup\.cfg)$/;

const NAMED: readonly RegExp[] = [
  /--settings[= ]["']?([A-Za-z_]\w*(?:\.\w+)*)/,
  /DJANGO_SETTINGS_MODULE["']?\]?\s*(?:[=:,]\s*)["']?([A-Za-z_]\w*(?:\.\w+)*)/,
];

/**
 * Returns the module with Django's settings for tests, e.g. `tests.settings`. Without one, the tests of such a project
 * cannot be imported, unless its own program starts them.
 * @param commands - What continuous integration and tox run.
 */
export async function djangoSettings(
  view: TreeView,
  commands: readonly string[],
): Promise<string | undefined> {
  const texts = [...commands];
  for (const path of view.paths.filter((one) => STARTERS.test(one))) {
    texts.push((await view.read(path)) ?? '');
  }
  for (const text of texts) {
    for (const pattern of NAMED) {
      const module = pattern.exec(text)?.[1];
      if (module !== undefined && isModule(view, module)) return module;
    }
  }
  return undefined;
}

function isModule(view: TreeView, module: string): boolean {
  const path = module.replaceAll('.', '/');
  return view.has(`${path}.py`) || view.has(`${path}/__init__.py`);
}
