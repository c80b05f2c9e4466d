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
  [
    /Descriptors can(?:not| not) be created directly|_CheckCalledFromGeneratedFile/,
    'protobuf<3.21',
  ],
  [/'EntryPoints' object has no attribute 'get'/, 'importlib-metadata<5'],
  [/'Engine' object has no attribute 'execute'/, 'sqlalchemy<2'],
  [
    /cannot import name '(?:mapped_column|DeclarativeBase|Mapped)' from 'sqlalchemy/,
    'sqlalchemy>=2',
  ],
  [/Direct construction of \S+ has been deprecated, please use/, 'pytest<6'],
  [/use_2to3 is invalid/, 'setuptools<58'],
  [/No module named 'setuptools\.command\.test'/, 'setuptools<72'],
  [/fixture 'event_loop' not found/, 'pytest-asyncio<1'],
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
  [
    /module 'numpy' has no attribute '(?:product|cumproduct|sometrue|alltrue|in1d|trapz|NaN|Inf|infty|asfarray|float_|string_|unicode_|row_stack)'|numpy\.dtype size changed/,
    'numpy<2',
  ],
  [/No module named 'numpy\.distutils|numpy\.distutils is deprecated/, 'numpy<1.26'],
  [/cannot import name '(?:simps|cumtrapz|trapz)' from 'scipy\.integrate'/, 'scipy<1.14'],
  [
    /cannot import name '(?:triu|tril)' from 'scipy\.linalg'|cannot import name '\w+' from 'scipy\.signal'/,
    'scipy<1.13',
  ],
  [/No module named 'sklearn\.(?:cross_validation|grid_search)'/, 'scikit-learn<0.20'],
  [/No module named 'sklearn\.(?:utils\.testing|externals)/, 'scikit-learn<0.23'],
  [
    /No module named 'pandas\.(?:core\.index|util\.testing|io\.common)|module 'pandas' has no attribute '(?:Panel|datetime|np|Int64Index|Float64Index)'/,
    'pandas<2',
  ],
  [/module 'matplotlib\.cm' has no attribute|cannot import name 'get_cmap' from/, 'matplotlib<3.9'],
  [/is not a valid package style, path of style file/, 'matplotlib<3.8'],
  [
    /module 'PIL\.Image' has no attribute '(?:ANTIALIAS|LINEAR|CUBIC)'|'(?:ImageDraw|FreeTypeFont|ImageFont)' object has no attribute '(?:textsize|getsize)'/,
    'pillow<10',
  ],
  [/cannot import name 'PILLOW_VERSION'/, 'pillow<7'],
  [
    /cannot import name 'Feature' from 'setuptools'|'setuptools' has no attribute 'Feature'/,
    'setuptools<46',
  ],
  [/Multiple top-level packages discovered in a flat-layout/, 'setuptools<61'],
  [
    /No module named '(?:requests\.packages\.)?urllib3\.(?:packages\.six|contrib\.appengine)|cannot import name 'appengine' from/,
    'urllib3<2',
  ],
  [/cannot import name 'mock_\w+' from 'moto'/, 'moto<5'],
  [
    /cannot import name '(?:Required|TextField|html5)' from 'wtforms|No module named 'wtforms\.(?:ext|fields\.html5)'/,
    'wtforms<3',
  ],
  [/No module named 'flask\._compat'/, 'flask<2'],
  [/No module named 'flask\.ext/, 'flask<1'],
  [/'Flask' object has no attribute '(?:before_first_request|json_encoder)'/, 'flask<2.3'],
  [/No module named 'werkzeug\.contrib|No module named 'werkzeug\.wrappers\.json/, 'werkzeug<1'],
  [/cannot import name 'safe_str_cmp' from 'werkzeug/, 'werkzeug<2.1'],
  [/module 'werkzeug' has no attribute '__version__'/, 'werkzeug<3'],
  [/has no attribute 'resultcallback'/, 'click<8.1'],
  [/unexpected keyword argument 'mix_stderr'/, 'click<8.2'],
  [
    /cannot import name '(?:field_validator|model_validator|ConfigDict|TypeAdapter|RootModel)' from 'pydantic'/,
    'pydantic>=2',
  ],
  [
    /No module named 'pydantic\.(?:error_wrappers|utils|main|fields|typing)|`pydantic\.\w+` has been removed/,
    'pydantic<2',
  ],
  [
    /module 'markdown\.util' has no attribute 'etree'|cannot import name 'etree' from 'markdown\.util'/,
    'markdown<3.4',
  ],
  [
    /'Collection' object (?:is not callable|has no attribute '(?:count|ensure_index|insert|update|remove)')/,
    'pymongo<4',
  ],
  [
    /Column expression, FROM clause, or other columns clause element expected|Not an executable object: '|Textual SQL expression .* should be explicitly declared|unexpected keyword argument 'autoload'/,
    'sqlalchemy<2',
  ],
  [/unexpected keyword argument '(?:load_from|dump_to|strict)'/, 'marshmallow<3'],
  [
    /cannot import name 'Iterator' from 'typing_extensions'|cannot import name '(?:TypeIs|deprecated|override|Buffer|Sentinel)' from 'typing_extensions'/,
    'typing-extensions>=4.13',
  ],
  [
    /'Function' object has no attribute 'get_marker'|yield tests were removed in pytest 4|Fixture "\w+" called directly|\[pytest\] section in setup\.cfg files is no longer/,
    'pytest<4',
  ],
  [
    /'(?:Package|Module)' object has no attribute 'obj'|'FixtureDef' object has no attribute 'unittest'|The \(fspath: py\.path\.local\) argument/,
    'pytest<8',
  ],
  [/cannot import name 'six' from 'sklearn/, 'scikit-learn<0.23'],
  [
    /cannot import name '(?:ErrorString|SafeString)' from 'docutils|'docutils\.nodes' has no attribute 'reprunicode'/,
    'docutils<0.21',
  ],
  [
    /AttributeError: cython_sources|Cython\.Compiler\.Errors|error: cythoniz|Suggest adding 'noexcept'|undeclared name not builtin: (?:long|unicode|basestring|xrange)/i,
    'cython<3',
  ],
  [
    /pass in a value for the "algorithms" argument when calling decode|module 'jwt' has no attribute/,
    'pyjwt<2',
  ],
  [
    /module 'tensorflow' has no attribute '(?:placeholder|Session|ConfigProto|get_default_graph|global_variables_initializer|app|flags|contrib)'/,
    'tensorflow<2',
  ],
  [/cannot import name 'parse_rule' from 'werkzeug/, 'werkzeug<2.2'],
  [/cannot import name 'StringIO' from 'pandas\.compat'/, 'pandas<1'],
  [/'Sphinx' object has no attribute 'add_(?:javascript|stylesheet)'/, 'sphinx<4'],
  [/FailedHealthCheck: [^\n]*function-scoped fixture/, 'hypothesis<5.41'],
  [/unexpected keyword argument 'allowed_methods'/, 'urllib3>=1.26'],
  [
    /module 'redis' has no attribute 'StrictPipeline'|cannot import name 'StrictPipeline'/,
    'redis<3',
  ],
  [
    /cannot import name 'Celery' from partially|No module named 'celery\.(?:decorators|task)'/,
    'celery<5',
  ],
];

/** Lists requirements for the libraries of which an older (or newer) release is needed. */
export function libraryLimits(log: string): readonly string[] {
  return [...new Set(LIMITS.flatMap(([message, limit]) => (message.test(log) ? [limit] : [])))];
}
