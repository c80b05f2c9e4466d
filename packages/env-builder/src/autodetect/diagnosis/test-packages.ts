import { libraryLimits } from './library-limits.ts';
import { missingNodePackages } from './node-packages.ts';
import { missingPlugins } from './pytest-plugins.ts';
import { LATER_MODULES, REMOVED_MODULES } from './python-modules.ts';

/** Python modules whose package has another name. */
const PYTHON_PACKAGES: Readonly<Record<string, string>> = {
  Crypto: 'pycryptodome',
  Levenshtein: 'python-levenshtein',
  MySQLdb: 'mysqlclient',
  OpenSSL: 'pyopenssl',
  PIL: 'pillow',
  attr: 'attrs',
  bs4: 'beautifulsoup4',
  corsheaders: 'django-cors-headers',
  cv2: 'opencv-python-headless',
  dateutil: 'python-dateutil',
  debug_toolbar: 'django-debug-toolbar',
  django_filters: 'django-filter',
  docutils: 'docutils',
  docx: 'python-docx',
  dotenv: 'python-dotenv',
  environ: 'django-environ',
  factory: 'factory-boy',
  git: 'gitpython',
  jose: 'python-jose',
  jwt: 'pyjwt',
  ldap: 'python-ldap',
  magic: 'python-magic',
  memcache: 'python-memcached',
  mock: 'mock',
  mpl_toolkits: 'matplotlib',
  multipart: 'python-multipart',
  nacl: 'pynacl',
  // The other one compiles against a library of the system.
  psycopg2: 'psycopg2-binary',
  rest_framework: 'djangorestframework',
  ruamel: 'ruamel.yaml',
  serial: 'pyserial',
  skimage: 'scikit-image',
  sklearn: 'scikit-learn',
  slugify: 'python-slugify',
  socks: 'pysocks',
  usb: 'pyusb',
  websocket: 'websocket-client',
  yaml: 'pyyaml',
  zmq: 'pyzmq',
};

/** Build tools that every environment has, and modules that were or are part of Python. */
const NOT_IN_REGISTRY = new RegExp(
  `^(?:setuptools|wheel|pip|pkg_resources|${REMOVED_MODULES}|nis|spwd|chunk|aifc|sunau|mailcap|${LATER_MODULES}|compression)$`,
);

/**
 * Lists packages of the ecosystem that tests import but no manifest lists.
 * @param own - Names that the tree itself defines.
 */
export function missingTestPackages(log: string, own: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  for (const [, module = ''] of log.matchAll(
    /(?:ModuleNotFoundError|ImportError): No module named '([A-Za-z_]\w*)/g,
  )) {
    // The project's own modules are not in a registry, and every environment has the build tools.
    if (!own.has(module) && !NOT_IN_REGISTRY.test(module))
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
  for (const name of [...missingPlugins(log), ...libraryLimits(log)]) found.add(name);
  for (const [, name = ''] of log.matchAll(/(jest-environment-[\w-]+) cannot be found/g)) {
    found.add(name);
  }
  for (const [, name = ''] of log.matchAll(
    /'(ts-node|@babel\/register|@swc\/register|esbuild-register|tsx)' (?:is required|cannot be found)/g,
  )) {
    found.add(name);
  }
  for (const name of missingNodePackages(log, own)) found.add(name);
  return [...found];
}
