import { expect, test } from 'vitest';
import { activitiesOf, changesFiles, filesReadBy } from './command-table.ts';
import { shellCommands } from './shell-commands.ts';

function activities(line: string): unknown {
  return [...new Set(shellCommands(line).flatMap(activitiesOf))];
}

test.each([
  ['tests', ['npm test', 'npm run test:unit', 'yarn test', 'pnpm t', 'npx vitest run', 'mocha']],
  ['tests', ['pytest -x', 'python3 -m pytest tests', 'python -m unittest', 'tox -e py', 'nox']],
  ['tests', ['go test ./...', 'node --test', 'node --import x --test test', 'bun test']],
  ['tests', ['cargo test', 'cargo +nightly nextest run', 'mvn -q test', './gradlew :core:test']],
  ['tests', ['npm --prefix web test', 'yarn workspace x test', 'npm -w pkg run test']],
  ['tests', ['make test', 'make check', 'ctest', '/scripts/run_tests', 'bazel test //...']],
  ['build', ['npm run build', 'tsc -p .', 'go build ./...', 'cargo check', 'mvn package -DskipX']],
  ['build', ['./gradlew assemble', 'cmake --build out', 'make', 'make all', 'vite build']],
  ['build', ['python -m py_compile a.py', 'javac A.java']],
  [
    'linter',
    ['npm run lint', 'npx eslint .', 'ruff check', 'mypy src', 'go vet ./...', 'gofmt -l .'],
  ],
  ['linter', ['cargo clippy', 'cargo fmt', 'golangci-lint run', './gradlew spotlessApply']],
  ['bulk-substitution', ['sed -i s/a/b/ x', "sed -i '' s/a/b/ x", 'perl -pi -e s/a/b/ x']],
  [
    'bulk-substitution',
    ['ast-grep run -p a -r b -U', 'jscodeshift -t x', "gofmt -r 'a -> b' -w ."],
  ],
  ['bulk-substitution', ["python3 - <<'E'\np.write_text(p.read_text().replace('a', 'b'))\nE"]],
  ['search', ['rg foo', 'grep -rn foo .', 'find . -name x', 'git grep foo', 'fd x']],
])('%s: %j', (activity, lines) => {
  for (const line of lines) expect(activities(line), line).toEqual([activity]);
});

test.each([
  'echo "npm test"',
  'npm install test',
  'cat test/make-test.txt',
  'git commit -m "make test"',
  'sed -n 1,5p x',
  'python3 -c "print(1)"',
  'mkdir build',
  'npm -w pkg install test',
  'make clean',
])('%s shows nothing', (line) => {
  expect(activities(line)).toEqual([]);
});

test('files that are printed', () => {
  const read = (line: string): unknown => shellCommands(line).flatMap(filesReadBy);
  expect(read('cat a.ts b.ts | head -20')).toEqual(['a.ts', 'b.ts']);
  expect(read("sed -n '1,20p' src/a.ts")).toEqual(['src/a.ts']);
  expect(read('tail -n 20 log; nl x')).toEqual(['log', 'x']);
});

test.each([
  ['mv a b', true],
  ['git mv a b', true],
  ['echo x > y', true],
  ['sed -i s/a/b/ x', true],
  ['git status', false],
  ['grep -rn a . 2>/dev/null', false],
  ['cp a.ts /tmp/a.ts', false],
  ['cp /tmp/a.ts a.ts', true],
  ['mv a.ts /tmp/a.ts', true],
  ['npm test | tee /tmp/log', false],
  ['cat a', false],
])('%s changes files: %s', (line, expected) => {
  expect(shellCommands(line).some(changesFiles)).toBe(expected);
});
