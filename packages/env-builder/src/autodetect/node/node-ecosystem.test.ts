import { expect, test } from 'vitest';
import { detect, draft, reasons, type Files } from '../autodetect.testkit.ts';
import { detectNode } from './node-ecosystem.ts';

function packageJson(fields: Record<string, unknown>, more: Files = {}): Files {
  return { 'package.json': JSON.stringify({ name: 'x', ...fields }), ...more };
}

test.each([
  ['vitest run --coverage', 'node_modules/.bin/vitest run --reporter=json', 'jest-json'],
  ['jest --watch --config j.js', 'node_modules/.bin/jest --ci --json', 'jest-json'],
  [
    'mocha --bail -R dot test/*.js',
    '_mocha || echo node_modules/.bin/mocha)" --reporter "$scripts/mocha-report.cjs" --require "$scripts/mocha-files.cjs" test/*.js $(node -p "parseInt(',
    'mocha-json',
  ],
  [
    'nyc mocha "test/**/*.js"',
    'mocha)" --reporter "$scripts/mocha-report.cjs" --require "$scripts/mocha-files.cjs" \'test/**/*.js\'',
    'mocha-json',
  ],
  ['xo && ava --fail-fast --timeout 10m', 'ava --tap --timeout=2m >"$report"', 'tap'],
  ['tap -R spec test/*.js', 'tap --reporter=tap test/*.js', 'tap'],
  [
    'cross-env A=1 node --import tsx --test src/**/*.test.ts',
    'node --test --test-reporter=junit',
    'junit-xml',
  ],
])('%s', async (script, command, format) => {
  const recipe = await draft(detectNode, packageJson({ scripts: { test: script } }));
  expect(recipe.text('test_command')).toContain(command);
  expect(recipe.suite?.format).toBe(format);
});

test('options that stop, watch or report are dropped; all others stay', async () => {
  const script = 'jest --coverage --config j.js --reporters default --bail --env=jsdom src';
  const recipe = await draft(detectNode, packageJson({ scripts: { test: script } }));
  expect(recipe.text('test_command')).toContain('--forceExit --config j.js --env=jsdom src ||');
});

test('scripts and make targets are followed, with their arguments', async () => {
  const recipe = await draft(
    detectNode,
    packageJson(
      {
        scripts: {
          test: 'npm run lint && npm run unit -- --grep fast',
          lint: 'eslint .',
          unit: 'make test',
        },
      },
      {
        Makefile:
          'FILES = test/a.js \\\n\ttest/b/*\ntest: unit\nunit:\n\t@NODE_ENV=test ./node_modules/.bin/_mocha $(FILES) --bail\n',
      },
    ),
  );
  expect(recipe.text('test_command')).toContain(
    'mocha-report.cjs" --require "$scripts/mocha-files.cjs" test/a.js test/b/* --grep fast $(',
  );
});

test('without a script, a runner among the dependencies is used', async () => {
  const recipe = await draft(detectNode, packageJson({ devDependencies: { vitest: '^1' } }));
  expect(reasons(recipe)).toContain('vitest: package.json depends on vitest');
});

test('files that either commit names are run', async () => {
  const recipe = await draft(detectNode, packageJson({ scripts: { test: 'mocha test/a.js' } }), {
    golden: packageJson({ scripts: { test: 'mocha test/a/index.js' } }),
  });
  expect(recipe.text('test_command')).toContain(
    'mocha-report.cjs" --require "$scripts/mocha-files.cjs" test/a.js test/a/index.js $(',
  );
});

test.each([
  [
    'pnpm',
    { 'pnpm-lock.yaml': "lockfileVersion: '6.0'\n" },
    'pnpm@8.15.9',
    'pnpm install --frozen-lockfile',
  ],
  [
    'yarn',
    { 'yarn.lock': '# yarn lockfile v1\n' },
    'yarn@1.22.22',
    'yarn install --frozen-lockfile',
  ],
  ['yarn', { 'yarn.lock': '__metadata:\n' }, '@yarnpkg/cli-dist@', 'yarn install --immutable'],
  [
    'yarn',
    { 'yarn.lock': '__metadata:\n', '.yarnrc.yml': 'yarnPath: .yarn/releases/yarn-3.2.4.cjs\n' },
    'yarn@1.22.22',
    "node '.yarn/releases/yarn-3.2.4.cjs' install --immutable",
  ],
  ['bun', { 'bun.lock': '{}' }, 'bun@', 'bun install --frozen-lockfile'],
])('%s by its lock file', async (name, lock, installed, command) => {
  const recipe = await draft(detectNode, packageJson({ scripts: { test: 'vitest' } }, lock));
  expect(reasons(recipe)[1]).toMatch(new RegExp(`^${name}: ${Object.keys(lock)[0]} exists`));
  expect(recipe.text('install_system.sh')).toContain(`npm install --global --no-fund ${installed}`);
  expect(recipe.text('setup_shell.sh')).toContain(command);
  expect(recipe.manifests).toEqual(['package.json', ...Object.keys(lock)].sort());
});

test('packageManager takes precedence over lock files', async () => {
  const files = packageJson(
    { packageManager: 'pnpm@9.1.0+sha512.abc', scripts: { test: 'vitest' } },
    { 'package-lock.json': '{}' },
  );
  const recipe = await draft(detectNode, files);
  expect(recipe.text('install_system.sh')).toContain('pnpm@9.1.0');
  // Packages lie outside of the tree, and find its direct dependencies through this.
  expect(recipe.text('setup_shell.sh')).toContain(
    'ln -sfn "$PWD/node_modules" "$HOME/.local/share/pnpm/node_modules"',
  );
});

test.each([
  ['a runner that no manifest lists is installed', {}, /REFBENCH_ADDED_PACKAGES='?mocha/],
  ['one that a manifest lists is not added', { mocha: '^2.0.0' }, /^(?![^]*ADDED_PACKAGES)/],
])('%s', async (_, devDependencies, shell) => {
  const files = packageJson({ devDependencies, scripts: { test: 'NODE_ENV=test _mocha test' } });
  expect((await draft(detectNode, files)).text('setup_shell.sh')).toMatch(shell);
});

test('without a lock file, packages are those of the date of the commit; otherwise the lock file decides', async () => {
  const files = packageJson({ scripts: { test: 'jest' } });
  const dated = await draft(detectNode, files, { on: '2019-05-06' });
  expect(dated.text('setup_shell.sh')).toContain('npm_config_before=2019-05-06T');
  const locked = await draft(detectNode, { ...files, 'package-lock.json': '{}' });
  expect(locked.text('setup_shell.sh')).not.toContain('npm_config_before');
  expect(Object.keys(locked.programs)).toEqual([
    'install-dependencies.mjs',
    'missing-packages.mjs',
  ]);
});

test.each([
  ['.nvmrc', { '.nvmrc': 'v18.12.0\n' }, {}, 'node-18: .nvmrc says 18'],
  [
    'a version without an image',
    { '.nvmrc': '14' },
    {},
    'node-16: .nvmrc says 14; there is no image for 14',
  ],
  [
    'engines',
    {},
    { node: '^16' },
    'node-16: engines.node is ^16, and the commit is from 2024-06-01',
  ],
  ['the day', {}, {}, 'node-20: no engines.node, and the commit is from 2024-06-01'],
])('Node by %s', async (_, files, engines, reason) => {
  const recipe = await draft(
    detectNode,
    packageJson({ engines, scripts: { test: 'jest' } }, files),
  );
  expect(reasons(recipe)[0]).toBe(reason);
});

test('if the root only starts other packages, each package with tests is run in its folder', async () => {
  const files = packageJson(
    { workspaces: ['packages/*'], scripts: { test: 'turbo run test' } },
    {
      'packages/a/package.json': JSON.stringify({ scripts: { test: 'vitest run' } }),
      'packages/b/package.json': JSON.stringify({ scripts: { build: 'tsc' } }),
      'packages/c/package.json': JSON.stringify({ scripts: { test: 'vitest' } }),
    },
  );
  const recipe = await draft(detectNode, files);
  expect(recipe.text('test_command').match(/pushd '\S+'/g)).toEqual([
    "pushd 'packages/a'",
    "pushd 'packages/c'",
  ]);
  expect(recipe.manifests).toContain('packages/b/package.json');
});

test('a file that uses the test runner of Node.js is run by it', async () => {
  const manifest = {
    scripts: { test: 'npm run test-api', 'test-api': 'node --conditions dev test/index.js' },
  };
  const files = {
    'test/index.js': "/* eslint-disable import/no-unassigned-import */\nimport './core.js'\n",
    'test/core.js': "import test from 'node:test'\n",
  };
  const recipe = await draft(detectNode, packageJson(manifest, files));
  expect(recipe.text('test_command')).toMatch(
    /node --test .*--test-reporter-destination="\$report" --test-timeout=\d+ --conditions dev test\/index\.js/,
  );
  const plain = packageJson(manifest, { ...files, 'test/core.js': '' });
  expect((await draft(detectNode, plain)).text('test_command')).not.toContain('node --test');
});

test('where no runner is known, the lines count that the test script prints', async () => {
  const scripts = { test: 'node test/compress.js && node test/mocha.js' };
  // A file of the tree has the name of a runner, and is none.
  const files = packageJson({ scripts }, { 'test/mocha.js': '', 'test/compress.js': '' });
  const recipe = await draft(detectNode, files);
  expect(recipe.suite?.format).toBe('test-lines');
  expect(recipe.text('test_command')).toContain('npm test 2>&1 | tee "$report"');
});

test.each(['echo "Error: no test specified" && exit 1', 'eslint .', 'karma start --single-run'])(
  'no test for Node.js: %s',
  async (script) => {
    const files = packageJson({ scripts: { test: script } });
    expect(await detect(detectNode, files)).toMatchObject({ kind: 'unsupported' });
  },
);

test('lerna links the packages where the package manager does not', async () => {
  const manifest = {
    devDependencies: { lerna: '2.0.0', tape: '4' },
    scripts: { test: 'tape test' },
  };
  const files = {
    'lerna.json': '{}',
    'packages/a/package.json': JSON.stringify({ dependencies: { x: '1' } }),
  };
  const recipe = await draft(detectNode, packageJson(manifest, files));
  expect(recipe.text('setup_shell.sh')).toContain('node_modules/.bin/lerna bootstrap');
  expect(recipe.manifests).toContain('packages/a/package.json');
  const others = packageJson({ ...manifest, workspaces: ['packages/*'] }, files);
  expect((await draft(detectNode, others)).text('setup_shell.sh')).not.toContain('bootstrap');
});

test('a project that cannot be drafted is reported with a reason', async () => {
  const none = await detect(detectNode, packageJson({ scripts: { test: 'echo no' } }));
  expect(none).toMatchObject({
    kind: 'unsupported',
    reason: 'package.json does not use a known test runner',
  });
  expect(await detect(detectNode, { 'main.go': '' })).toBeUndefined();
  const nested = { 'a/b/package.json': JSON.stringify({ scripts: { test: 'jest' } }) };
  expect(await detect(detectNode, nested)).toMatchObject({
    reason: 'package.json is not at the root, but in a/b/package.json',
  });
});

test('the only folder with a package that has tests is entered', async () => {
  const recipe = await draft(detectNode, {
    'ui/package.json': JSON.stringify({ scripts: { test: 'npm run mocha', mocha: 'mocha spec' } }),
    'ui/package-lock.json': '{}',
    'tools/package.json': '{}',
    '.github/workflows/ci.yml': `jobs:
  web:
    defaults: { run: { working-directory: ui } }
    steps: [{ run: npm ci && npm run build }, { run: npm test }]
`,
  });
  expect(recipe.manifests).toEqual(['ui/package-lock.json', 'ui/package.json']);
  expect(recipe.text('setup_shell.sh')).toContain("if pushd 'ui' >/dev/null; then");
  const command = recipe.text('test_command');
  expect(command).toContain("cd 'ui' || return 1");
  expect(command).toContain("sh -c 'npm run build' || true");
  expect(command).toContain(
    'mocha)" --reporter "$scripts/mocha-report.cjs" --require "$scripts/mocha-files.cjs" spec $(',
  );
});
