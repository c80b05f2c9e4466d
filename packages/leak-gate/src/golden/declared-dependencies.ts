import { z } from 'zod';
import { parseJson, readToml, tableAt, type TomlTable } from '@refbench/base';
import { pythonName } from '../packages/package-metadata.ts';

/**
 * Returns the names of the direct dependencies in a manifest. Malformed files have none, and neither
 * have lock files, because manifests require their packages directly or transitively.
 */
export function declaredDependencies(file: string, text: string): readonly string[] {
  if (file === 'package.json') return ofPackageJson(text);
  if (file === 'pyproject.toml') return ofPyproject(readToml(text));
  if (file === 'Cargo.toml') return ofCargo(readToml(text));
  if (file === 'go.mod') return ofGoModule(text);
  if (file === 'pom.xml') return ofPom(text);
  if (/\.gradle(\.kts)?$|^libs\.versions\.toml$/.test(file)) return ofGradle(text);
  if (/^(setup|tox)\.(py|cfg|ini)$/.test(file)) return ofSetup(text);
  if (/requirements.*\.(txt|in)$/.test(file)) return requirements(text.split('\n'));
  return [];
}

const names = z.record(z.string(), z.unknown()).optional().catch(undefined);
const packageJsonSchema = z.object({
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
});

function ofPackageJson(text: string): readonly string[] {
  const parsed = parseJson(text, packageJsonSchema);
  if (parsed.kind !== 'valid') return [];
  return Object.values(parsed.value).flatMap((section) => Object.keys(section ?? {}));
}

/** A PEP 508 requirement starts with the name. Options and URLs have none. */
function requirements(lines: readonly unknown[]): readonly string[] {
  return lines.flatMap((line) => {
    if (typeof line !== 'string') return [];
    const name = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:$|[[(<>=!~;@#,])/.exec(line)?.[1];
    return name === undefined ? [] : [pythonName(name)];
  });
}

function ofPyproject(root: TomlTable | undefined): readonly string[] {
  const project = tableAt(root, 'project');
  const poetry = tableAt(root, 'tool', 'poetry');
  const groups = Object.keys(tableAt(poetry, 'group')).map((group) =>
    tableAt(poetry, 'group', group, 'dependencies'),
  );
  const sections = [
    tableAt(poetry, 'dependencies'),
    tableAt(poetry, 'dev-dependencies'),
    ...groups,
  ];
  const lists = [
    project['dependencies'],
    ...Object.values(tableAt(project, 'optional-dependencies')),
    ...Object.values(tableAt(root, 'dependency-groups')),
    tableAt(root, 'build-system')['requires'],
  ];
  const poetryNames = sections.flatMap((section) => Object.keys(section)).map(pythonName);
  return [
    ...requirements(lists.flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []))),
    ...poetryNames.filter((name) => name !== 'python'),
  ];
}

const CARGO_SECTIONS = ['dependencies', 'dev-dependencies', 'build-dependencies'] as const;

function ofCargo(root: TomlTable | undefined): readonly string[] {
  const targets = Object.keys(tableAt(root, 'target'));
  const places = [[], ['workspace'], ...targets.map((target) => ['target', target])];
  return places.flatMap((place) =>
    CARGO_SECTIONS.flatMap((section) => Object.keys(tableAt(root, ...place, section))),
  );
}

/** Skips transitive dependencies (`// indirect`). */
function ofGoModule(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => !line.includes('// indirect') && !/^(module|replace|exclude)\b/.test(line))
    .flatMap((line) => /^(?:require)?\s+([\w.~-]+\.[\w./~-]+)\s+v\d/.exec(line)?.[1] ?? []);
}

function ofPom(text: string): readonly string[] {
  const bare = text.replace(/<!--[^]*?-->/g, '');
  return [...bare.matchAll(/<dependency>([^]*?)<\/dependency>/g)].flatMap(([, inside = '']) => {
    const group = /<groupId>\s*([^<\s]+)/.exec(inside)?.[1];
    const artifact = /<artifactId>\s*([^<\s]+)/.exec(inside)?.[1];
    return group === undefined || artifact === undefined ? [] : [`${group}:${artifact}`];
  });
}

/** Parses quoted `group:artifact:version` and the tables of a version catalogue. */
function ofGradle(text: string): readonly string[] {
  const quoted = text.matchAll(/["']([\w.-]+:[\w.-]+)(?::[^"'\s]*)?["']/g);
  const split = text.matchAll(
    /group\s*[:=]\s*["']([\w.-]+)["']\s*,\s*name\s*[:=]\s*["']([\w.-]+)["']/g,
  );
  return [
    ...[...quoted].map(([, name = '']) => name),
    ...[...split].map(([, group = '', name = '']) => `${group}:${name}`),
  ];
}

/** Parses lists of requirements in a script: quoted, or one per line. */
function ofSetup(text: string): readonly string[] {
  const lists = text.matchAll(
    /(?:install_requires|tests_require|setup_requires|extras_require|deps)\s*=\s*(?:([[{][^]*?[\]}])|((?:.*\n)(?:[ \t]+.*\n?)*))/g,
  );
  return [...lists].flatMap(([, code, lines]) =>
    requirements(
      code === undefined
        ? (lines ?? '').split('\n')
        : [...code.matchAll(/["']([^"']+)["'](\s*:)?/g)].map(([, quoted, isKey]) =>
            isKey === undefined ? quoted : undefined,
          ),
    ),
  );
}
