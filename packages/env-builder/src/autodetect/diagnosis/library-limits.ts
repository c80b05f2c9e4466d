/** What a later release of a library no longer has, and the releases that have it. */
const LIMITS: readonly (readonly [message: RegExp, requirement: string])[] = [
  [/compiled using NumPy 1\.x cannot be run in|removed in the NumPy 2\.0/, 'numpy<2'],
  [
    /module 'numpy' has no attribute '(?:float|int|bool|object|complex|str|typeDict|long|unicode)'/,
    'numpy<1.24',
  ],
  [
    /cannot import name '(?:Markup|escape|contextfilter|contextfunction|environmentfilter|evalcontextfilter)' from 'jinja2/,
    'jinja2<3.1',
  ],
  [/cannot import name 'soft_unicode' from 'markupsafe'/, 'markupsafe<2.1'],
  [
    /cannot import name '\w+' from 'werkzeug\.urls'|cannot import name 'parse_authorization_header'/,
    'werkzeug<3',
  ],
  [
    /cannot import name '(?:BaseResponse|cached_property|secure_filename|import_string|FileStorage)' from 'werkzeug'/,
    'werkzeug<1',
  ],
  [/cannot import name 'json' from 'itsdangerous'/, 'itsdangerous<2.1'],
  [
    /cannot import name '(?:JSONEncoder|_app_ctx_stack|_request_ctx_stack|Markup|escape)' from 'flask/,
    'flask<2.3',
  ],
  [
    /cannot import name '(?:get_terminal_size|_unicodefun)' from 'click|module 'click' has no attribute 'get_os_args'/,
    'click<8.1',
  ],
  [
    /cannot import name 'DEFAULT_CIPHERS' from 'urllib3|module 'urllib3\.util\.ssl_' has no attribute/,
    'urllib3<2',
  ],
  [
    /PydanticImportError|has been moved to the `pydantic-settings` package|`\w+` has been removed in V2/,
    'pydantic<2',
  ],
  [/unexpected keyword argument 'method_whitelist'/, 'urllib3<2'],
  [
    /No module named 'tornado\.stack_context'|cannot import name 'stack_context' from 'tornado'/,
    'tornado<6',
  ],
  [/'(?:DataFrame|Series)' object has no attribute '(?:append|iteritems)'/, 'pandas<2'],
  [/'(?:DataFrame|Series)' object has no attribute '(?:ix|as_matrix)'/, 'pandas<1'],
  [/Descriptors can(?:not| not) be created directly/, 'protobuf<3.21'],
  [/'EntryPoints' object has no attribute 'get'/, 'importlib-metadata<5'],
  [/'Engine' object has no attribute 'execute'/, 'sqlalchemy<2'],
  [
    /cannot import name '(?:mapped_column|DeclarativeBase|Mapped)' from 'sqlalchemy/,
    'sqlalchemy>=2',
  ],
  [/Direct construction of \S+ has been deprecated, please use/, 'pytest<6'],
  [/use_2to3 is invalid/, 'setuptools<58'],
  [/No module named 'pkg_resources'/, 'setuptools<81'],
  [/module 'py' has no attribute '(?:io|test|code)'|No module named 'py\./, 'py'],
  [/PytestRemovedIn8Warning|Support for nose tests is deprecated/, 'pytest<7'],
  [/PytestRemovedIn9Warning/, 'pytest<8'],
  [/module 'pytest' has no attribute 'config'/, 'pytest<5'],
  [
    /cannot import name '(?:force_text|smart_text)' from 'django|cannot import name '(?:ugettext|ugettext_lazy|url|is_safe_url)' from 'django/,
    'django<4',
  ],
  [
    /cannot import name '(?:six|python_2_unicode_compatible|lru_cache)' from 'django\.utils|No module named 'django\.utils\.six'/,
    'django<3',
  ],
  [/cannot import name '\w+' from 'scipy\.misc'/, 'scipy<1.3'],
  [/cannot import name 'joblib' from 'sklearn\.externals'/, 'scikit-learn<0.23'],
  [/'\w*Graph' object has no attribute 'node'/, 'networkx<2.4'],
  [/attrib\(\) got an unexpected keyword argument 'convert'/, 'attrs<19.2'],
  [/load\(\) missing 1 required positional argument: 'Loader'/, 'pyyaml<6'],
  [/module 'yaml' has no attribute 'FullLoader'/, 'pyyaml>=5.1'],
  [/Client\.__init__\(\) got an unexpected keyword argument '(?:app|proxies)'/, 'httpx<0.28'],
];

/** Lists requirements for the libraries of which an older (or newer) release is needed. */
export function libraryLimits(log: string): readonly string[] {
  return [...new Set(LIMITS.flatMap(([message, limit]) => (message.test(log) ? [limit] : [])))];
}
