import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Installs the runner into `folder` unless it is there. Returns undefined, or why it cannot be had here.
 */
export function installTools({ python, pip, npm, needs = [] }, folder) {
  for (const program of needs) {
    if (spawnSync('bash', ['-c', `type -P ${program}`]).status !== 0)
      return `${program} is missing`;
  }
  if (existsSync(join(folder, 'done'))) return undefined;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const lines = [];
  if (pip !== undefined) {
    const interpreter = interpreterOf(python);
    if (interpreter === undefined) return `Python ${python} is missing`;
    lines.push(`${interpreter} -m venv venv`, `venv/bin/pip install --quiet ${pip.join(' ')}`);
  }
  if (npm !== undefined) {
    lines.push(
      `echo '{"private":true}' >package.json`,
      `npm install --no-audit --no-fund --loglevel=error ${npm.join(' ')}`,
    );
  }
  for (const line of lines) {
    const { status, stdout } = spawnSync('bash', ['-c', `${line} 2>&1`], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) return `${line}: ${stdout.trim().split('\n').slice(-3).join(' ')}`;
  }
  writeFileSync(join(folder, 'done'), '');
  return undefined;
}

/** Returns the Python of a version, which may be on the PATH or one of pyenv's. */
function interpreterOf(version) {
  if (version === undefined) return 'python3';
  const places = [
    `python${version}`,
    `${homedir()}/.pyenv/versions/${version}.*/bin/python${version}`,
  ];
  return places
    .map((place) =>
      spawnSync(
        'bash',
        ['-c', `for p in ${place}; do "$p" -c 'import venv' && type -P "$p" && break; done`],
        { encoding: 'utf8' },
      ).stdout.trim(),
    )
    .find((found) => found !== '');
}
