import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { git, writeRepository, type Files } from '@refbench/test-helpers';
import { MIT_LICENCE } from './mit-licence.testkit.ts';

/** A library of one function with its tests, in one language. */
interface Ecosystem {
  /** Name of its repository. */
  readonly name: string;
  /** The language, as rules name it. */
  readonly language: string;
  readonly manifest: string;
  /** The package that the agent adds, as RefBench names it. */
  readonly added: string;
  /** Files of the project. `plus` stands for the function that golden renames to `total`. */
  readonly files: Files;
  /** Shell commands that add the package with the language's own program, and a test that needs it. */
  readonly adds: string;
}

const NUMBERS = Array.from({ length: 12 }, (_, index) => index + 1);
const tests = (write: (n: number) => string): string => NUMBERS.map(write).join('\n');

/** One library for each registry that the package door serves. */
const ECOSYSTEMS: readonly Ecosystem[] = [
  {
    name: 'sums-npm',
    language: 'JavaScript',
    manifest: 'package.json',
    added: 'is-odd',
    files: {
      '.gitignore': 'node_modules/\n',
      'package.json': `{
  "name": "sums-npm",
  "version": "1.0.0",
  "license": "MIT",
  "engines": { "node": ">=22" },
  "scripts": { "test": "node --test" }
}
`,
      'sums.js': 'exports.plus = (a, b) => a + b;\n',
      'sums.test.js': `const { test } = require('node:test');
const assert = require('node:assert');
const { plus } = require('./sums.js');
${tests((n) => `test('one and ${n}', () => assert.equal(plus(1, ${n}), ${n + 1}));`)}
`,
    },
    adds: `npm install --no-audit --no-fund is-odd@3.0.1
cat >odd.test.js <<'END'
const { test } = require('node:test');
const isOdd = require('is-odd');
test('three is odd', () => require('node:assert').ok(isOdd(3)));
END`,
  },
  {
    name: 'sums-python',
    language: 'Python',
    manifest: 'pyproject.toml',
    added: 'six',
    files: {
      '.gitignore': '*.egg-info/\n__pycache__/\n.pytest_cache/\nbuild/\n',
      'pyproject.toml': `[build-system]
requires = ["setuptools>=70"]
build-backend = "setuptools.build_meta"

[project]
name = "sums-python"
version = "1.0.0"
license = { text = "MIT" }
requires-python = ">=3.12"
dependencies = []

[project.optional-dependencies]
test = ["pytest==8.3.5"]

[tool.setuptools]
packages = ["sums"]
`,
      'sums/__init__.py': 'def plus(a, b):\n    return a + b\n',
      'tests/test_sums.py': `from sums import plus

${tests((n) => `\ndef test_one_and_${n}():\n    assert plus(1, ${n}) == ${n + 1}\n`)}`,
    },
    adds: `sed -i 's/^dependencies = .*/dependencies = ["six==1.17.0"]/' pyproject.toml
uv pip install pip
python -m pip install six==1.17.0
cat >tests/test_six.py <<'END'
import six


def test_text_is_text():
    assert six.ensure_text(b"text") == "text"
END`,
  },
  {
    name: 'sums-rust',
    language: 'Rust',
    manifest: 'Cargo.toml',
    added: 'itoa',
    files: {
      '.gitignore': '/target\nCargo.lock\n',
      'Cargo.toml':
        '[package]\nname = "sums-rust"\nversion = "1.0.0"\nedition = "2021"\nlicense = "MIT"\n',
      'src/lib.rs': 'pub fn plus(a: i64, b: i64) -> i64 {\n    a + b\n}\n',
      'tests/sums.rs': `use sums_rust::plus;

${tests((n) => `#[test]\nfn one_and_${n}() {\n    assert_eq!(plus(1, ${n}), ${n + 1});\n}\n`)}`,
    },
    adds: `cargo add itoa@1.0.15
cargo fetch
cat >tests/text.rs <<'END'
#[test]
fn seven_as_text() {
    assert_eq!(itoa::Buffer::new().format(7), "7");
}
END`,
  },
  {
    name: 'sums-go',
    language: 'Go',
    manifest: 'go.mod',
    added: 'github.com/google/uuid',
    files: {
      'go.mod': 'module example.org/refbench/sums-go\n\ngo 1.24\n',
      'sums.go': 'package sums\n\nfunc plus(a, b int) int {\n\treturn a + b\n}\n',
      'sums_test.go': `package sums

import "testing"

${tests(
  (n) =>
    `func TestOneAnd${n}(t *testing.T) {\n\tif plus(1, ${n}) != ${n + 1} {\n\t\tt.Fatal("wrong")\n\t}\n}\n`,
)}`,
    },
    adds: `cat >uuid_test.go <<'END'
package sums

import (
	"testing"

	"github.com/google/uuid"
)

func TestNil(t *testing.T) {
	if uuid.Nil.String() == "" {
		t.Fatal("empty")
	}
}
END
go get github.com/google/uuid@v1.6.0
go mod tidy`,
  },
  {
    name: 'sums-maven',
    language: 'Java',
    manifest: 'pom.xml',
    added: 'commons-io:commons-io',
    files: {
      '.gitignore': 'target/\n',
      'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example.refbench</groupId>
  <artifactId>sums-maven</artifactId>
  <version>1.0.0</version>
  <properties>
    <maven.compiler.source>21</maven.compiler.source>
    <maven.compiler.target>21</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.11.4</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.5.2</version>
      </plugin>
    </plugins>
  </build>
</project>
`,
      'src/main/java/org/example/Sums.java':
        'package org.example;\n\npublic class Sums {\n  public static int plus(int a, int b) {\n    return a + b;\n  }\n}\n',
      'src/test/java/org/example/SumsTest.java': `package org.example;

import static org.example.Sums.plus;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SumsTest {
${tests((n) => `  @Test\n  void oneAnd${n}() {\n    assertEquals(${n + 1}, plus(1, ${n}));\n  }\n`)}}
`,
    },
    adds: `sed -i 's,  <dependencies>,  <dependencies>\\n    <dependency>\\n      <groupId>commons-io</groupId>\\n      <artifactId>commons-io</artifactId>\\n      <version>2.18.0</version>\\n    </dependency>,' pom.xml
cat >src/test/java/org/example/StreamTest.java <<'END'
package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.commons.io.input.NullInputStream;
import org.junit.jupiter.api.Test;

class StreamTest {
  @Test
  void nothingIsEmpty() throws Exception {
    assertEquals(-1, new NullInputStream().read());
  }
}
END
mvn --batch-mode --no-transfer-progress test-compile`,
  },
];

/** Shell command that renames the function in every file of the project, like golden does. */
const RENAMES = "git ls-files -z | xargs -0 sed -i 's/\\bplus\\b/total/g'";

/** The program of the script agent, for every instance: it refactors, and adds a package. */
export const AGENT: string = `set -eu
cd "$(git rev-parse --show-toplevel)"
${RENAMES}
exec >&2
${ECOSYSTEMS.map(({ manifest, adds }) => `if [ -e ${manifest} ]; then\n${adds}\nfi`).join('\n')}
`;

/** An ecosystem's library as an instance. */
export interface EcosystemInstance extends Ecosystem {
  /** Id of the instance of `example/<name>`. */
  readonly id: string;
  readonly golden: string;
}

/** Creates the five repositories in a folder of mirrors below `folder`. */
export async function writeFiveRepositories(
  folder: string,
): Promise<{ readonly mirror: string; readonly instances: readonly EcosystemInstance[] }> {
  const mirror = join(folder, 'mirror');
  await mkdir(join(mirror, 'example'), { recursive: true });
  const instances: EcosystemInstance[] = [];
  for (const ecosystem of ECOSYSTEMS) {
    const { name, files } = ecosystem;
    const before = { LICENSE: MIT_LICENCE, ...files };
    const after = Object.fromEntries(
      Object.entries(before).map(([path, text]) => [path, text.replaceAll(/\bplus\b/gu, 'total')]),
    );
    const own = join(folder, 'repositories', name);
    const commits = { base: before, golden: after };
    const { base, golden } = await writeRepository(own, commits, '2025-06-02T00:00:00Z');
    const bare = join(mirror, 'example', `${name}.git`);
    git(own, ['clone', '--quiet', '--bare', 'repository', bare]);
    instances.push({ ...ecosystem, id: `example__${name}-${base.slice(0, 8)}`, golden });
  }
  return { mirror, instances };
}

/** Writes what a run needs beside the environment: the task's texts and a rule for each side. */
export async function writeTaskAndRules(
  instance: string,
  rules: string,
  language: string,
): Promise<void> {
  const rule = (id: string): string =>
    `id: ${id}\nlanguage: ${language}\nmessage: The function is called ${id}.\nrule: { kind: identifier, regex: '^${id}$' }\n`;
  const files = {
    [join(instance, 'task.instructed.md')]: 'Rename the function `plus` to `total` everywhere.\n',
    [join(instance, 'task.open.md')]: 'Improve the name of the function.\n',
    [join(rules, 'additive/total.yml')]: rule('total'),
    [join(rules, 'reductive/plus.yml')]: rule('plus'),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
