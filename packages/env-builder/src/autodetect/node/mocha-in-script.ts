import { dependencyNames, type PackageJson } from './package-json.ts';
import type { Runner } from './runner.ts';
import { MOCHA_IN_SCRIPT } from './runners-json.ts';
import { RUNNERS } from './runners.ts';

/** Returns the first known runner that a package depends on. */
export function dependedRunner(manifest: PackageJson): Runner | undefined {
  const dependencies = dependencyNames(manifest);
  return RUNNERS.find((one) => one.dependencies.some((name) => dependencies.has(name)));
}

/** Returns the package's test script if mocha is the runner that it must call. */
export function scriptThatCallsMocha(manifest: PackageJson): string | undefined {
  const line = manifest.scripts['test'];
  const runner = dependedRunner(manifest)?.name;
  const callsMocha = runner === 'mocha' || runner === MOCHA_IN_SCRIPT;
  return line === undefined || !callsMocha || isEmpty(line) ? undefined : line;
}

/** What `npm init` writes, or a script that only prints. */
function isEmpty(line: string): boolean {
  return /^\s*(?:echo\b[^&;|]*(?:&&\s*exit \d+)?|true|exit \d+)?\s*$/.test(line);
}
