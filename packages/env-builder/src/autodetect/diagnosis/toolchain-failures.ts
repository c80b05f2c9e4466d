import type { KnownFailure } from './known-failure.ts';

const NEWER = { toolchain: 1 } as const;
const OLDER = { toolchain: -1 } as const;

/** Messages about a toolchain that is too old or too new for the commit or its packages. */
export const TOOLCHAIN_FAILURES: readonly KnownFailure[] = [
  {
    message: /failed to fetch `https:\/\/github\.com\/rust-lang\/crates\.io-index`/,
    cause: 'this cargo reads the index of crates from a git host that does not answer',
    fix: NEWER,
  },
  {
    message: /error(?:\[E\d+\])?: [^\n]*\n\s*--> \S*\/\.cargo\/registry\/src\//,
    cause: 'a crate of that time does not compile with a Rust that is this new',
    fix: { undated: true },
  },
  {
    message: /lock file version `?\d+`? (?:requires|was found)|parse lock file[^]{0,80}version/,
    cause: 'this cargo cannot read the lock file',
    fix: NEWER,
  },
  {
    message:
      /requires rustc \d+\.\d+|feature `edition20\d\d` is required|use of unstable library feature|rustc \d[\d.]+ is not supported by the following package|is unstable \(see issue/,
    cause: 'a crate requires a newer Rust',
    fix: NEWER,
  },
  {
    message:
      /requires go >= ?\d|module requires Go \d|package \S+ is not in (?:GOROOT|std)\b|invalid go version '\d|unknown directive: (?:toolchain|godebug|tool|ignore)/,
    cause: 'a module requires a newer Go',
    fix: NEWER,
  },
  {
    message:
      /invalid array length -delta \* delta|go:linkname must refer to declared function or variable/,
    cause: 'a module does not compile with a Go that is this new',
    fix: OLDER,
  },
  {
    message:
      /requires a different Python: |Python ?>=3\.\d+|does not satisfy Python|requires Python '?>=/,
    cause: 'a package requires a newer Python',
    fix: NEWER,
  },
  {
    message:
      /module 'collections' has no attribute|cannot import name '\w+' from 'collections'|No module named '(?:imp|distutils|asyncore|cgi|pipes|lib2to3)'|module 'configparser' has no attribute|has no attribute 'coroutine'/,
    cause: 'the code uses parts of Python that were removed since',
    fix: OLDER,
  },
  {
    message:
      /Unsupported engine|engine "node" is incompatible|UNSUPPORTED_ENGINE|SyntaxError: Unexpected token '(?:\?\?=|\|\|=|\?\.|with)'|structuredClone is not defined|fetch is not defined/,
    cause: 'a package requires a newer Node.js',
    fix: NEWER,
  },
  {
    message:
      /primordials is not defined|process\.binding\([^)]*\) is not|No such module: http_parser/,
    cause: 'a package uses internals of Node.js that were removed since',
    fix: OLDER,
  },
  {
    message:
      /invalid target release|release version \d+ not supported|class file has wrong version|UnsupportedClassVersionError|invalid source release/,
    cause: 'the build requires a newer JDK',
    fix: NEWER,
  },
  {
    message:
      /Unsupported class file major version|Source option \d+ is no longer supported|Target option \d+ is no longer supported|does not "opens .*" to unnamed module|InaccessibleObjectException/,
    cause: 'the build does not work with a JDK that is this new',
    fix: OLDER,
  },
  {
    message:
      /package (?:javax\.(?:xml\.bind|xml\.ws|annotation|activation|jws)|sun\.misc|com\.sun\.[\w.]+) does not exist|artifact com\.sun:tools:jar|NoClassDefFoundError: javax\/(?:xml\/bind|annotation|activation)/,
    cause: 'the code uses parts of the JDK that were removed since',
    fix: OLDER,
  },
];
