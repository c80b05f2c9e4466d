import { COUNTER_VERSION } from '@refbench/docker';
import { expect, test } from 'vitest';
import { draft, reasons, type Files } from '../autodetect.testkit.ts';
import { detectNode } from './node-ecosystem.ts';

function packageJson(fields: Record<string, unknown>, more: Files = {}): Files {
  return { 'package.json': JSON.stringify({ name: 'x', ...fields }), ...more };
}

test('a commit that replaces its runner: each tree is tested with its own', async () => {
  const recipe = await draft(detectNode, packageJson({ scripts: { test: 'mocha' } }), {
    golden: packageJson({ scripts: { test: 'vitest run' } }),
  });
  const command = recipe.text('test_command');
  expect(command).toContain(`if grep -qF -e '"vitest run"' 'package.json'; then`);
  expect(command.indexOf('vitest run --reporter')).toBeLessThan(command.indexOf('_mocha'));
  expect(command).toContain('report="$reports/1.mocha-json.report"');
  expect(recipe.suite).toEqual({
    counter: COUNTER_VERSION,
    format: 'mixed',
    reports: ['*.report'],
  });
});

test('several runners of one package leave reports of their own formats', async () => {
  const recipe = await draft(
    detectNode,
    packageJson({
      scripts: {
        test: 'run-s build test:* lint',
        build: 'tsc -p .',
        lint: 'eslint test',
        'test:unit': 'jest src',
        'test:cli': 'cross-env A=b tape cli/*.js | tap-spec',
        'test:e2e': 'mocha e2e',
      },
      devDependencies: { jest: '^22.0.0' },
    }),
  );
  const command = recipe.text('test_command');
  expect(command).toContain(
    '--ci ${REFBENCH_JEST_URL:+"--testURL=$REFBENCH_JEST_URL"} --json --outputFile="$report" --coverage=false --maxWorkers="${REFBENCH_PROCESSES:-2}" --forceExit src',
  );
  expect(command).toContain(
    'A=b TAPE_REPORT="$report" node_modules/.bin/tape --require "$scripts/tape-report.cjs" cli/*.js ||',
  );
  expect(command).not.toContain('mocha');
  expect(command.match(/sh -c '.*'/g)).toEqual(["sh -c 'tsc -p .'"]);
});

test.each([
  [
    'c8 borp --coverage --lines 100 -r spec test/*.js',
    {},
    'borp --reporter=tap test/*.js >',
    'tap',
  ],
  ['qunit --require ./x test', {}, 'node_modules/.bin/qunit --require ./x test >', 'tap'],
  [
    'nyc node --no-warnings test/index.js',
    { tape: '5' },
    ' node --no-warnings test/index.js >',
    'tape',
  ],
  [
    'tape -r esm test/**/*.js | tap-spec',
    {},
    'tape --require "$scripts/tape-report.cjs" -r esm test/**/*.js |',
    'tape',
  ],
  ['uvu -r esm tests -i util', {}, '/uvu -r esm tests -i util >', 'uvu'],
  [
    'lab -a @hapi/code -t 100 -L -Y',
    {},
    'lab --reporter junit --output "$report" -a @hapi/code |',
    'junit-xml',
  ],
  [
    'jasmine --config=j.json',
    {},
    '--helper="$scripts/jasmine-report.cjs" --config=j.json',
    'json-lines',
  ],
  [
    'react-scripts test --env=jsdom',
    {},
    'react-scripts test --watchAll=false --ci --json',
    'jest-json',
  ],
  [
    'ts-mocha -p t.json test/*.ts',
    {},
    'ts-mocha --reporter "$scripts/mocha-report.cjs" --require "$scripts/mocha-files.cjs" -p t.json test/*.ts',
    'mocha-json',
  ],
  [
    'node --expose-gc node_modules/mocha/bin/mocha',
    {},
    'node --expose-gc "$(type -P node_modules/mocha/bin/_mocha || echo node_modules/mocha/bin/mocha)" --rep',
    'mocha-json',
  ],
  [
    'env-cmd -f .env mocha',
    { mocha: '9.1.0' },
    'env-cmd -f .env node_modules/.bin/_mocha --reporter "$scripts/mocha-report.cjs" --require "$scripts/mocha-files.cjs" --exit >/dev/null',
    'mocha-json',
  ],
  [
    'mocha test/*.js',
    { mocha: '^12.0.0' },
    'node_modules/.bin/mocha --reporter json --reporter-option output="$report" --require "$scripts/mocha-files.cjs" test/*.js --exit |',
    'mocha-json',
  ],
  [
    'node --expose-gc node_modules/mocha/bin/_mocha',
    { mocha: '^11.0.0' },
    'node --expose-gc node_modules/mocha/bin/mocha.js --reporter json --reporter-option',
    'mocha-json',
  ],
  [
    'glob -c "tsx --test" "./test/**/*.ts"',
    {},
    'node_modules/.bin/tsx --test --test-reporter=junit',
    'junit-xml',
  ],
  ['bun test src', {}, 'bun test --reporter=junit --reporter-outfile="$report" src', 'junit-xml'],
  [
    'npm i -g mocha && node --test $(find . -name "*.test.js")',
    {},
    '$(find . -name "*.test.js") |',
    'junit-xml',
  ],
])('%s', async (script, devDependencies, command, format) => {
  const recipe = await draft(
    detectNode,
    packageJson({ scripts: { test: script }, devDependencies }),
  );
  expect(recipe.text('test_command')).toContain(command);
  expect(recipe.suite?.format).toBe(format);
});

test('the status of each runner stands beside its report', async () => {
  const recipe = await draft(detectNode, packageJson({ scripts: { test: 'vitest && ava' } }));
  const lines = recipe.text('test_command').split('\n');
  expect(lines.filter((line) => line === '  ended "$own"')).toHaveLength(2);
});

test('patterns that an old Node does not expand are left to bash', async () => {
  const files = packageJson({ scripts: { test: 'node --test "test/**/*.js"' } });
  const old = await draft(detectNode, { ...files, '.nvmrc': '20' });
  expect(old.text('test_command')).toContain('shopt -s globstar');
  expect(old.text('test_command')).toContain('=300000 test/**/*.js ');
  const newer = await draft(detectNode, { ...files, '.nvmrc': '22' });
  expect(newer.text('test_command')).toContain(`=300000 'test/**/*.js' `);
});

const workflow = `jobs:
  test:
    strategy: { matrix: { node: [14, 16, 18, 99] } }
    steps:
      - uses: actions/setup-node@v3
        with: { node-version: '\${{ matrix.node }}' }
      - run: npm ci
      - run: npm run build
      - run: npx mocha --recursive spec
`;

test('what package.json does not say comes from CI, and the script says so', async () => {
  const files = packageJson(
    { scripts: { test: 'exit 1', build: 'tsc' } },
    { '.github/workflows/ci.yml': workflow },
  );
  const recipe = await draft(detectNode, files, { on: '2023-01-01' });
  expect(reasons(recipe)).toEqual([
    'node-18: .github/workflows/ci.yml tests with 18',
    'npm: no lock file exists',
    'mocha: .github/workflows/ci.yml runs "npx mocha --recursive spec"',
  ]);
  const command = recipe.text('test_command');
  expect(command).toContain('# .github/workflows/ci.yml runs "npx mocha --recursive spec"');
  expect(command).toContain(`sh -c 'npm run build' || true`);
  const earlier = await draft(detectNode, files, { on: '2022-01-01' });
  expect(reasons(earlier)[0]).toBe('node-16: .github/workflows/ci.yml tests with 16');
});

test('webpack 4 needs the OpenSSL of Node 16', async () => {
  const files = packageJson({ scripts: { test: 'jest' }, devDependencies: { webpack: '^4.1.0' } });
  expect(reasons(await draft(detectNode, files))[0]).toBe(
    'node-16: no engines.node, and webpack 4 uses a hash that the OpenSSL of Node 17 refuses',
  );
});

test("files that a Gruntfile's task names are run, and those that it lints are not", async () => {
  const gruntfile = `grunt.initConfig({
    eslint: { all: ['lib/*.js', 'test/*.js'] },
    mochaTest: { all: { src: ['test/**/*-test.js'] } },
  })`;
  const recipe = await draft(
    detectNode,
    packageJson(
      { scripts: { test: 'grunt' }, devDependencies: { mocha: '*' } },
      { 'Gruntfile.js': gruntfile },
    ),
  );
  expect(recipe.text('test_command')).toContain("mocha-files.cjs\" 'test/**/*-test.js' $(");
});

test.each([
  ['gulp tests', { 'gulp-mocha': '^4.0.0' }],
  ['node test/all.js', { mocha: '^3.0.0' }],
])(
  'where something else calls mocha, the script %s is run as it is',
  async (line, devDependencies) => {
    const files = packageJson({ scripts: { test: line }, devDependencies });
    const recipe = await draft(detectNode, files);
    expect(recipe.text('test_command')).toContain(
      'MOCHA_REPORT="$report" NODE_OPTIONS="--require $scripts/mocha-hook.cjs${NODE_OPTIONS:+ $NODE_OPTIONS}" npm test >&2',
    );
  },
);

test('a script of some tests does not stand for the test script', async () => {
  const scripts = {
    test: 'npm run test:all',
    'test:all': 'grunt build && grunt test',
    'test:tasks': 'mocha tasks/tests/',
  };
  const files = packageJson(
    { scripts, devDependencies: { mocha: '*' } },
    {
      '.github/workflows/release.yml': workflow.replace('npx mocha', 'npm run test:tasks --'),
      'Gruntfile.js': "grunt.initConfig({ concat: { tests: { src: ['spec/*.js'] } } })",
    },
  );
  const recipe = await draft(detectNode, files);
  expect(reasons(recipe)).toContain(
    'mocha in npm test: package.json scripts.test = "npm run test:all", and it depends on mocha',
  );
});

test('a test script that only prints is no suite', async () => {
  const scripts = { test: 'echo "Error: no test specified" && exit 1' };
  const recipe = await draft(detectNode, packageJson({ scripts, devDependencies: { mocha: '*' } }));
  expect(recipe.text('test_command')).toContain('mocha-report.cjs');
});

test('ten scripts and more without a runner are told apart by their exit status', async () => {
  const scripts = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [`test/test.${at}.js`, 'require("assert")']),
  );
  const recipe = await draft(detectNode, packageJson({ scripts: { test: 'make' } }, scripts));
  expect(recipe.text('test_command')).toContain('  run_scripts test/test.*.js >"$report" ||');
});

test('a script of an installation counts for what it builds alone', async () => {
  const recipe = await draft(
    detectNode,
    packageJson({
      scripts: {
        prepublish: 'npm run clean && npm test && npm run build',
        build: 'x',
        test: 'tap',
      },
    }),
  );
  expect(recipe.text('test_command').match(/sh -c .*/g)).toEqual(["sh -c 'npm run build' || true"]);
});

test('a build that only golden has runs before its tests', async () => {
  const recipe = await draft(detectNode, packageJson({ scripts: { test: 'xo && ava' } }), {
    golden: packageJson({ scripts: { test: 'xo && npm run build && ava', build: 'tsc' } }),
  });
  expect(recipe.text('test_command').match(/sh -c .*/g)).toEqual(["sh -c 'npm run build' || true"]);
});
