import { expect, test } from 'vitest';
import { viewOf } from '../autodetect.testkit.ts';
import { testedFeatures } from './tested-features.ts';

async function featuresWith(...runs: readonly string[]): Promise<string> {
  const steps = runs.map((run) => `      - run: ${run}\n`).join('');
  const text = `on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`;
  return await testedFeatures(viewOf({ '.github/workflows/ci.yml': text }));
}

test.each<readonly [string, readonly string[], string]>([
  ['none', ['cargo build --all-features', 'cargo test'], ''],
  ['all', ['cargo test', 'cargo test --verbose --all-features --workspace'], '--all-features'],
  ['nextest', ['cargo nextest run --all-features'], '--all-features'],
  [
    'the longest list',
    ['cargo test --features a', 'cargo test --features "b c/d"'],
    '--features b,c/d',
  ],
  [
    'with an equals sign',
    ['RUST_BACKTRACE=1 cargo test --features=std,serde'],
    '--features std,serde',
  ],
  ['another compiler', ['cargo +nightly test --all-features'], ''],
  ['fewer features', ['cargo test --no-default-features --features alloc'], ''],
  ['one package', ['cargo test -p one --all-features'], ''],
  ['options of the tests', ['cargo test -- --all-features'], ''],
  ['an expression', ['cargo test --features ${{ matrix.features }}'], ''],
])('features: %s', async (_, runs, expected) => {
  expect(await featuresWith(...runs)).toBe(expected);
});

test('a Makefile says it where no continuous integration does', async () => {
  const makefile = 'ALL = x\n\nbuild:\n\tcargo build\n\ntest:\n\t@cargo test --all-features\n';
  expect(await testedFeatures(viewOf({ Makefile: makefile }))).toBe('--all-features');
});
