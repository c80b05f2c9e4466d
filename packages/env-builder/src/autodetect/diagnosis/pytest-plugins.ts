/** What of pytest's messages comes from a plug-in that is not installed. */
interface Plugin {
  readonly plugin: string;
  readonly fixtures?: string;
  readonly options?: RegExp;
  readonly markers?: string;
  /** Settings in an ini file. */
  readonly settings?: string;
}

const PLUGINS: readonly Plugin[] = [
  { plugin: 'anyio', markers: 'anyio', fixtures: 'anyio_backend' },
  { plugin: 'flaky', markers: 'flaky' },
  { plugin: 'pytest-aiohttp', fixtures: 'aiohttp_client aiohttp_server test_client' },
  {
    plugin: 'pytest-asyncio',
    markers: 'asyncio',
    fixtures: 'event_loop unused_tcp_port',
    options: /^--asyncio-mode/,
    settings: 'asyncio_mode asyncio_default_fixture_loop_scope',
  },
  {
    plugin: 'pytest-benchmark',
    markers: 'benchmark',
    fixtures: 'benchmark',
    options: /^--benchmark/,
  },
  { plugin: 'pytest-cov', fixtures: 'cov', options: /^--(no-)?cov/ },
  { plugin: 'pytest-datadir', fixtures: 'datadir shared_datadir lazy_datadir' },
  { plugin: 'pytest-datafiles', markers: 'datafiles', fixtures: 'datafiles' },
  { plugin: 'pytest-dependency', markers: 'dependency' },
  {
    plugin: 'pytest-django',
    markers: 'django_db urls',
    fixtures: 'db django_user_model live_server rf admin_client settings transactional_db',
    options: /^--(ds|reuse-db|create-db|nomigrations|no-migrations)\b/,
    settings: 'DJANGO_SETTINGS_MODULE',
  },
  { plugin: 'pytest-doctestplus', options: /^--doctest-(plus|rst)/, settings: 'doctest_plus' },
  { plugin: 'pytest-env', settings: 'env' },
  {
    plugin: 'pytest-flake8',
    options: /^--flake8/,
    settings: 'flake8-ignore flake8-max-line-length',
  },
  { plugin: 'pytest-forked', markers: 'forked', options: /^--forked/ },
  { plugin: 'pytest-freezer', fixtures: 'freezer' },
  { plugin: 'pytest-freezegun', markers: 'freeze_time' },
  { plugin: 'pytest-html', options: /^--(self-contained-)?html/ },
  { plugin: 'pytest-httpbin', fixtures: 'httpbin httpbin_secure httpbin_both' },
  { plugin: 'pytest-httpserver', fixtures: 'httpserver' },
  { plugin: 'pytest-httpx', markers: 'httpx_mock', fixtures: 'httpx_mock' },
  { plugin: 'pytest-instafail', options: /^--instafail/ },
  { plugin: 'pytest-isort', options: /^--isort/ },
  { plugin: 'pytest-mock', fixtures: 'mocker class_mocker module_mocker session_mocker' },
  { plugin: 'pytest-mpl', markers: 'mpl_image_compare', options: /^--mpl/ },
  { plugin: 'pytest-mypy', options: /^--mypy/ },
  { plugin: 'pytest-order', markers: 'order' },
  { plugin: 'pytest-ordering', markers: 'run' },
  { plugin: 'pytest-pycodestyle', options: /^--(pycodestyle|pep8)/ },
  { plugin: 'pytest-qt', fixtures: 'qtbot qapp qtmodeltester', settings: 'qt_api' },
  { plugin: 'pytest-random-order', options: /^--random-order/ },
  { plugin: 'pytest-randomly', options: /^--randomly/ },
  { plugin: 'pytest-regressions', fixtures: 'data_regression file_regression num_regression' },
  { plugin: 'pytest-remotedata', markers: 'remote_data', options: /^--remote-data/ },
  { plugin: 'pytest-repeat', markers: 'repeat', options: /^--count/ },
  { plugin: 'pytest-rerunfailures', options: /^--(reruns|only-rerun|rerun-except)/ },
  { plugin: 'pytest-responses', fixtures: 'responses' },
  {
    plugin: 'pytest-socket',
    fixtures: 'socket_enabled',
    options: /^--(disable|force-enable)-socket|^--allow-/,
  },
  { plugin: 'pytest-subtests', fixtures: 'subtests' },
  { plugin: 'pytest-sugar', options: /^--(old-summary|force-sugar)/ },
  {
    plugin: 'pytest-timeout',
    markers: 'timeout',
    options: /^--(session-)?timeout/,
    settings: 'timeout timeout_method',
  },
  { plugin: 'pytest-trio', markers: 'trio', fixtures: 'nursery', settings: 'trio_mode' },
  { plugin: 'pytest-twisted', options: /^--reactor/ },
  { plugin: 'pytest-vcr', markers: 'vcr', fixtures: 'vcr_cassette' },
  { plugin: 'pytest-virtualenv', fixtures: 'virtualenv' },
  {
    plugin: 'pytest-xdist',
    markers: 'xdist_group',
    options: /^(-n|--(numprocesses|dist|tx|maxprocesses))\b/,
    fixtures: 'worker_id testrun_uid',
  },
  { plugin: 'pytest-xprocess', fixtures: 'xprocess' },
  { plugin: 'pyfakefs', fixtures: 'fs' },
  { plugin: 'requests-mock', fixtures: 'requests_mock' },
  { plugin: 'respx', fixtures: 'respx_mock' },
  { plugin: 'syrupy', fixtures: 'snapshot', options: /^--snapshot/ },
  { plugin: 'testfixtures', fixtures: 'logs' },
  { plugin: 'time-machine', fixtures: 'time_machine' },
  { plugin: 'xdoctest', options: /^--xdoc/ },
];

/** Lists the plug-ins whose fixtures, options, markers or settings pytest does not know. */
export function missingPlugins(log: string): readonly string[] {
  const fixtures = new Set(all(log, /fixture '(\w+)' not found/g));
  const markers = new Set([
    ...all(log, /'(\w+)' not found in `markers` configuration option/g),
    ...all(log, /PytestUnknownMarkWarning: Unknown pytest\.mark\.(\w+)/g),
  ]);
  const settings = new Set(all(log, /Unknown config option: ([\w-]+)/g));
  const options = all(log, /unrecognized arguments: ([^\n]+)/g).flatMap((text) =>
    text.split(/\s+/),
  );
  const found = PLUGINS.filter(
    (one) =>
      isNamed(one.fixtures, fixtures) ||
      isNamed(one.markers, markers) ||
      isNamed(one.settings, settings) ||
      options.some((option) => one.options?.test(option) === true),
  );
  const names = found.map(({ plugin }) => plugin);
  // What runs coroutines is known by this message alone.
  return names.length === 0 && /async def functions are not natively supported/.test(log)
    ? ['pytest-asyncio']
    : names;
}

function isNamed(names: string | undefined, found: ReadonlySet<string>): boolean {
  return names?.split(' ').some((name) => found.has(name)) ?? false;
}

function all(log: string, pattern: RegExp): readonly string[] {
  return [...log.matchAll(pattern)].map(([, name = '']) => name);
}
