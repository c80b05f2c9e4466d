import { expect, test } from 'vitest';
import { viewOf } from '../autodetect.testkit.ts';
import { buildCommands } from './build-commands.ts';
import { readCiFacts } from './ci-files.ts';

const workflow = (...lines: readonly string[]): Record<string, string> => ({
  '.github/workflows/test.yml': `jobs:
  lint:
    runs-on: ubuntu-latest
    steps: [{ run: make lint }]
  test:
    runs-on: ubuntu-latest
    steps:
${lines.map((line) => `      - run: ${JSON.stringify(line)}`).join('\n')}
`,
});

test.each([
  ['go', ['go mod download', 'make build && make lint', 'go test ./...'], ['make build']],
  [
    'python',
    ['pip install -e .', 'python setup.py build_ext --inplace', 'pytest'],
    ['python setup.py build_ext --inplace'],
  ],
  ['rust', ['cargo build --all', 'cargo fmt', 'cargo test'], ['cargo build --all']],
  ['go', ['make docker-build', './scripts/build.sh', 'make test'], ['./scripts/build.sh']],
  ['go', ['go install example.org/tool@latest', 'make image', 'go test ./...', 'make build'], []],
  ['rust', ['cargo build --target $TARGET', 'cargo test'], []],
  ['java', ['make build', 'mvn test'], []],
] as const)('%s %j', async (language, lines, expected) => {
  const facts = await readCiFacts(viewOf(workflow(...lines)));
  expect(buildCommands(facts, language)).toEqual(expected);
});
