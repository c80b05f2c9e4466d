/**
 * Returns what the sessions of nox run whose names contain "test", as command lines: `session.install("-e",
 * ".[test]")` becomes `pip install -e .[test]`. Arguments that Python computes are left out.
 */
export function noxCommands(noxfile: string): readonly string[] {
  const sessions = noxfile.split(/^(?=@nox)/m).filter((text) => /def \w*test/.test(text));
  return sessions.flatMap((session) => [
    ...[...session.matchAll(/session\.install\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)].map(
      ([, list = '']) => ['pip', 'install', ...quoted(list.replace(GROUPS, ''))].join(' '),
    ),
    ...[...session.matchAll(/session\.run(?:_always|_install)?\(([^()]*)\)/g)].map(
      ([, list = '']) => quoted(list).join(' '),
    ),
    ...[...session.matchAll(GROUPS)].map(([, list = '']) => `pip install${groupsOf(list)}`),
  ]);
}

/** The call that lists what groups of pyproject.toml need. */
const GROUPS = /dependency_groups\(([^()]*)\)/g;

function groupsOf(list: string): string {
  return quoted(list)
    .filter((name) => !name.endsWith('.toml'))
    .map((name) => ` --group ${name}`)
    .join('');
}

/** Texts in quotation marks, without those that Python formats. */
function quoted(list: string): readonly string[] {
  return [...list.matchAll(/(?<!f)(["'])([^"'\n]*)\1/g)].map(([, , value = '']) => value);
}
