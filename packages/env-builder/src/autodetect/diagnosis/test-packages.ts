/** Python modules whose package has another name. */
const PYTHON_PACKAGES: Readonly<Record<string, string>> = {
  yaml: 'pyyaml',
  PIL: 'pillow',
  cv2: 'opencv-python-headless',
  sklearn: 'scikit-learn',
  bs4: 'beautifulsoup4',
  dateutil: 'python-dateutil',
  attr: 'attrs',
  mock: 'mock',
  pkg_resources: 'setuptools<81',
  git: 'gitpython',
  jwt: 'pyjwt',
  docutils: 'docutils',
};

/**
 * Lists packages of the ecosystem that tests import but no manifest lists.
 * @param own - Names that the tree itself defines.
 */
export function missingTestPackages(log: string, own: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  for (const [, module = ''] of log.matchAll(
    /ModuleNotFoundError: No module named '([A-Za-z_]\w*)/g,
  )) {
    // The project's own modules are not in a registry, and every environment has the build tools.
    if (!own.has(module) && !/^(setuptools|wheel|pip)$/.test(module))
      found.add(PYTHON_PACKAGES[module] ?? module.replaceAll('_', '-'));
  }
  for (const [, fixture = ''] of log.matchAll(/fixture '(\w+)' not found/g)) {
    const plugin = {
      mocker: 'pytest-mock',
      benchmark: 'pytest-benchmark',
      httpserver: 'pytest-httpserver',
      freezer: 'pytest-freezer',
      requests_mock: 'requests-mock',
      datadir: 'pytest-datadir',
      subtests: 'pytest-subtests',
    }[fixture];
    if (plugin !== undefined) found.add(plugin);
  }
  for (const [, name = ''] of log.matchAll(
    /'(ts-node|@babel\/register|@swc\/register|esbuild-register|tsx)' (?:is required|cannot be found)|Cannot find (?:module|package) '(?:ts-node)'/g,
  )) {
    found.add(name === '' ? 'ts-node' : name);
  }
  return [...found];
}
