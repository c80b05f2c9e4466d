/** Modules that Python no longer has; an older one does. */
export const REMOVED_MODULES: string =
  'imp|distutils|asyncore|asynchat|smtpd|cgi|cgitb|pipes|crypt|telnetlib|lib2to3|xdrlib|nntplib|audioop|imghdr|sndhdr|uu|formatter|parser|symbol|binhex';

/** Modules that older releases of Python do not have. */
export const LATER_MODULES: string = 'tomllib|zoneinfo|graphlib|annotationlib';

/** Python modules whose package has another name. */
const PYTHON_PACKAGES: Readonly<Record<string, string>> = {
  Crypto: 'pycryptodome',
  Cython: 'cython',
  Levenshtein: 'python-levenshtein',
  MySQLdb: 'mysqlclient',
  OpenSSL: 'pyopenssl',
  OpenGL: 'pyopengl',
  PIL: 'pillow',
  Xlib: 'python-xlib',
  _cffi_backend: 'cffi',
  attr: 'attrs',
  bs4: 'beautifulsoup4',
  corsheaders: 'django-cors-headers',
  cairo: 'pycairo',
  cv2: 'opencv-python-headless',
  dateutil: 'python-dateutil',
  debug_toolbar: 'django-debug-toolbar',
  django_filters: 'django-filter',
  docutils: 'docutils',
  docx: 'python-docx',
  dotenv: 'python-dotenv',
  environ: 'django-environ',
  factory: 'factory-boy',
  fitz: 'pymupdf',
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
  // Its own releases do not run with Python 3.10 and later.
  nose: 'pynose',
  // The other one compiles against a library of the system.
  psycopg2: 'psycopg2-binary',
  rest_framework: 'djangorestframework',
  ruamel: 'ruamel.yaml',
  serial: 'pyserial',
  skbuild: 'scikit-build',
  skimage: 'scikit-image',
  sklearn: 'scikit-learn',
  slugify: 'python-slugify',
  snappy: 'python-snappy',
  socks: 'pysocks',
  usb: 'pyusb',
  websocket: 'websocket-client',
  yaml: 'pyyaml',
  zmq: 'pyzmq',
};

/** Folders that several packages share. Their packages are named by the folder and what is in it. */
const SHARED = /^(?:azure|backports|google|jaraco|paste|ruamel|sphinxcontrib|zope)$/;

/** What is in a shared folder and is itself shared. */
const SHARED_BELOW = /^(?:azure\.(?:ai|keyvault|mgmt|storage)|google\.cloud)$/;

/**
 * Returns the package of a module that cannot be imported.
 * @param name - The module as Python names it, e.g. `yaml` or `zope.interface`
 * @param log - Where its import may stand, if Python names the shared folder alone
 */
export function packageOfModule(name: string, log: string): string {
  const [top = ''] = name.split('.');
  if (!SHARED.test(top)) return PYTHON_PACKAGES[top] ?? top.replaceAll('_', '-');
  const whole = name === top ? importedBelow(top, log) : name;
  const [, second = '', third = ''] = whole.split('.');
  if (whole.startsWith('google.protobuf')) return 'protobuf';
  const parts = SHARED_BELOW.test(`${top}.${second}`) ? [top, second, third] : [top, second];
  return parts
    .filter((part) => part !== '')
    .join('-')
    .replaceAll('_', '-');
}

function importedBelow(top: string, log: string): string {
  return new RegExp(`(?:from|import) (${top}\\.[\\w.]+)`).exec(log)?.[1] ?? top;
}
