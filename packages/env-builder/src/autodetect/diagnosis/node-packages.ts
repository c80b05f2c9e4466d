import { isBuiltin } from 'node:module';
import { isOwnPath } from './own-names.ts';

/** Commands that scripts of package.json call, and the packages that have them. */
const COMMANDS: Readonly<Record<string, string>> = {
  ava: 'ava',
  babel: '@babel/cli',
  bower: 'bower',
  coffee: 'coffeescript',
  'cross-env': 'cross-env',
  grunt: 'grunt-cli',
  gulp: 'gulp-cli',
  jest: 'jest',
  mocha: 'mocha',
  'node-gyp': 'node-gyp',
  'node-pre-gyp': 'node-pre-gyp',
  'npm-run-all': 'npm-run-all',
  nyc: 'nyc',
  rimraf: 'rimraf',
  rollup: 'rollup',
  tap: 'tap',
  tape: 'tape',
  tsc: 'typescript',
  webpack: 'webpack-cli',
};

/** Messages that name a package, which is their first group. */
const NAMED: readonly RegExp[] = [
  /(jest-environment-[\w-]+) cannot be found/g,
  /'(ts-node|@babel\/register|@swc\/register|esbuild-register|tsx)' (?:is required|cannot be found)/g,
  /(?:Module|Preset) ["']?((?:@[\w.-]+\/)?[a-z][\w.-]*)["']? (?:in the [\w.]+ option was )?not found/g,
  /Cannot find dependency '((?:@[\w.-]+\/)?[\w.-]+)'/g,
  /Cannot find plugin "(karma-[\w-]+)"/g,
  /ESLint couldn't find the plugin "((?:@[\w.-]+\/)?[\w.-]+)"/g,
  /\bnpm i(?:nstall)? (?:--save-dev|-D|--save) ["'`]?((?:@[\w.-]+\/)?[a-z][\w.-]*\b)/g,
  /\byarn add (?:--dev |-D )?["'`]?((?:@[\w.-]+\/)?[a-z][\w.-]*\b)/g,
];

/**
 * Lists packages of npm that a log names as missing: modules, and commands of scripts.
 * @param own - Names that the tree itself defines.
 */
export function missingNodePackages(log: string, own: ReadonlySet<string>): readonly string[] {
  const modules = [...log.matchAll(/Cannot find (?:module|package) '([^'\n]+)'/g)].flatMap(
    ([, name = '']) => /^(?:@[\w.-]+\/)?[a-z][\w.-]*(?![\w.:-])/.exec(name)?.[0] ?? [],
  );
  const commands = /npm (?:ERR!|error)|yarn run v|> \S+@\S+ \w+/.test(log)
    ? [...log.matchAll(/sh: (?:\d+: )?([\w-]+): (?:command )?not found/g)].flatMap(
        ([, name = '']) => COMMANDS[name] ?? [],
      )
    : [];
  const named = modules.filter((name) => !isBuiltin(name) && !isOwnPath(name, own));
  const told = NAMED.flatMap((message) => [...log.matchAll(message)].map(([, name = '']) => name));
  return [...new Set([...named, ...commands, ...told.filter((name) => !isOwnPath(name, own))])];
}
