import { expect, it } from 'vitest';
import { declaredDependencies } from './declared-dependencies.ts';

it.each([
  [
    'package.json',
    '{"dependencies": {"a": "1"}, "devDependencies": {"@b/c": "^2"}, "peerDependencies": {"d": "*"}}',
    ['a', '@b/c', 'd'],
  ],
  ['package.json', '{"dependencies": ["a"]}', []],
  ['package.json', 'no json', []],
  [
    'pyproject.toml',
    `[project]
dependencies = ["Requests[socks]>=2 ; python_version > '3'", "attrs"]
[project.optional-dependencies]
test = ["pytest_cov~=4.0"]
[dependency-groups]
dev = ["ruff", {include-group = "test"}]
[build-system]
requires = ["hatchling"]
[tool.poetry.dependencies]
python = "^3.9"
Pendulum = "*"
[tool.poetry.group.docs.dependencies]
mkdocs = "1"`,
    ['requests', 'attrs', 'pytest-cov', 'ruff', 'hatchling', 'pendulum', 'mkdocs'],
  ],
  [
    'requirements-dev.txt',
    '# tests\n-r base.txt\npytest==7.0  # newest\nmock\ngit+https://example.org/x\n\n',
    ['pytest', 'mock'],
  ],
  [
    'Cargo.toml',
    `[dependencies]
serde = "1"
[target.'cfg(unix)'.dev-dependencies]
nix = "0.2"
[workspace.dependencies]
tokio = { version = "1" }`,
    ['serde', 'tokio', 'nix'],
  ],
  [
    'go.mod',
    `module example.org/own

go 1.22

require github.com/a/b v1.0.0
require (
\tgolang.org/x/tools v0.1.0
\tgithub.com/c/d v0.2.0 // indirect
)
replace github.com/e/f v1.0.0 => ../f`,
    ['github.com/a/b', 'golang.org/x/tools'],
  ],
  [
    'pom.xml',
    `<project><artifactId>own</artifactId><dependencies><dependency><groupId>junit</groupId>
<artifactId>junit</artifactId><version>4</version></dependency>
<!-- <dependency><groupId>x</groupId><artifactId>y</artifactId></dependency> --></dependencies></project>`,
    ['junit:junit'],
  ],
  [
    'build.gradle.kts',
    'implementation("com.google.guava:guava:33.0-jre")\nimplementation("a.b:c:$v")\nid("org.plugin") version "1"',
    ['com.google.guava:guava', 'a.b:c'],
  ],
  ['libs.versions.toml', 'guava = { group = "com.g", name = "guava" }', ['com.g:guava']],
  [
    'setup.py',
    `setup(name="own", install_requires=["six>=1", 'Jinja2'], extras_require={"test": ["pytest"]})`,
    ['six', 'jinja2', 'pytest'],
  ],
  [
    'setup.cfg',
    '[options]\ninstall_requires =\n    six\n    tomli; x\nzip_safe = no\n',
    ['six', 'tomli'],
  ],
  ['tox.ini', '[testenv]\ndeps =\n    pytest\n    -r req.txt\ncommands = pytest\n', ['pytest']],
  ['yarn.lock', 'a@1:\n  version "1"\n', []],
])('%s asks for its packages (%#)', (file, text, expected) => {
  expect(declaredDependencies(file, text)).toEqual(expected);
});
