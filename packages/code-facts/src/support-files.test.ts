import { expect, test } from 'vitest';
import { isSupportPath } from './support-files.ts';

test.each([
  'lib/postcss.d.ts',
  'index.d.mts',
  'src/six/moves.pyi',
  'examples/echo.rs',
  'crates/core/benches/load.rs',
  'benchmark/suite.js',
  'docs/conf.py',
  'webpack.config.js',
  'packages/ui/rollup.config.mjs',
  'karma.conf.js',
  'webpack.config.prod.js',
  '.eslintrc.js',
  'gulpfile.babel.js',
  'Gruntfile.js',
  'setup.py',
  'core/build.rs',
  'examples/rest/src/main/java/org/acme/Rest.java',
])('%s supports the development', (path) => expect(isSupportPath(path)).toBe(true));

test.each([
  'src/app.config.ts',
  'lib/tool/default-config.js',
  'src/config.js',
  'pkg/build/build.go',
  'package/setup.py',
  'src/docs/render.ts',
  'src/sampler.py',
  'lib/benchmark.js',
  'src/main/java/com/example/Sums.java',
  'core/src/main/kotlin/org/acme/demo/Sums.kt',
])('%s belongs to the product', (path) => expect(isSupportPath(path)).toBe(false));
