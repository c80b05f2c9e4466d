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
  // Packages whose optional dependencies are missing often say what to install.
  for (const [, name = ''] of log.matchAll(
    /(?:\bpip3?|python -m pip) install (?:-U |--upgrade )?["'`]?([A-Za-z][\w.-]*(?:\[[\w,-]+\])?)(?=["'`\s.,)]|$)/gm,
  )) {
    const plain = name.replace(/\.$/, '');
    const module = plain.replace(/\[.*$/, '').replaceAll('-', '_').toLowerCase();
    if (!own.has(module) && !/^(setuptools|wheel|pip|uv)$/.test(module)) found.add(plain);
  }
  for (const [, name = ''] of log.matchAll(/Missing required plugins: ([\w-]+)/g)) found.add(name);
  for (const [, fixture = ''] of log.matchAll(/fixture '(\w+)' not found/g)) {
    const plugin = {
      mocker: 'pytest-mock',
      benchmark: 'pytest-benchmark',
      httpserver: 'pytest-httpserver',
      freezer: 'pytest-freezer',
      requests_mock: 'requests-mock',
      datadir: 'pytest-datadir',
      subtests: 'pytest-subtests',
      aiohttp_client: 'pytest-aiohttp',
      django_user_model: 'pytest-django',
      event_loop: 'pytest-asyncio',
      faker: 'faker',
      file_regression: 'pytest-regressions',
      data_regression: 'pytest-regressions',
      httpbin: 'pytest-httpbin',
      httpx_mock: 'pytest-httpx',
      live_server: 'pytest-django',
      loop: 'pytest-aiohttp',
      num_regression: 'pytest-regressions',
      qtbot: 'pytest-qt',
      responses: 'pytest-responses',
      respx_mock: 'respx',
      settings: 'pytest-django',
      shared_datadir: 'pytest-datadir',
      snapshot: 'syrupy',
      socket_enabled: 'pytest-socket',
      time_machine: 'time-machine',
      virtualenv: 'pytest-virtualenv',
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
