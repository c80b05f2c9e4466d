import { posix } from 'node:path';
import { shellQuote } from '@refbench/base';
import type { Reason, RecipeDraft } from '../draft/recipe-draft.ts';
import type { CiFacts } from './ci-files.ts';
import { editFiles } from '../draft/edit-files.ts';
import { installEach } from '../draft/install-packages.ts';
import { generateLocales } from '../draft/locales.ts';
import { localesOf } from './ci-locales.ts';
import { serviceOf, type Service } from './services.ts';

/** Other compilers, cross compilers, sanitizers and programs that examine code: tests need none of them. */
const FOR_OTHER_JOBS =
  /^((gcc|g\+\+|gfortran|clang|clang-(tidy|format|tools)|llvm|lldb|lld|libc\+\+|libc\+\+abi)(-\d[\d.]*)?(-dev)?|(gcc|g\+\+|binutils)-.*-linux-.*|(gcc|g\+\+)-multilib|lib(32|64|x32)?[atlu]b?san\d+|.*:(i386|arm\w*)|mingw.*|valgrind|lcov|gcovr|cppcheck|iwyu|doxygen|codespell)$/;

/** Packages that base images have, that are toolchains, or that make no sense in a container. */
const NEEDLESS =
  /^(build-essential|gcc|g\+\+|make|curl|wget|git|sudo|apt-.*|ca-certificates|software-properties-common|gnupg.*|lsb-release|docker.*|containerd.*|qemu.*|linux-.*|nodejs|npm|yarn|golang.*|cargo|rustc|default-jdk.*|openjdk-.*|maven|gradle|locales|language-pack-.*|python3?|python3?-(pip|venv|dev|setuptools)|python3?\.\d.*|.*-\d+\.\d+\.\d+.*)$/;
const MAX_PACKAGES = 40;

/** Jobs that write documents or examine the code without running it. */
const RUNS_NOTHING = /docs?\b|documentation|lint|format/i;

/** Part of variables that say where a service is. */
const THIS_HOST = /localhost|127\.0\.0\.1/;

/**
 * Adds to a draft what continuous integration installs from the distribution and starts before tests.
 * Names of packages differ between distributions, so one that does not exist is left out.
 */
export function applyCi(draft: RecipeDraft, ci: CiFacts): RecipeDraft {
  const { files, edit } = editFiles(draft);
  const append = (name: string, text: string): void => edit(name, (own) => `${own}${text}`);
  const reasons: Reason[] = [];
  const packages = packagesOf(ci).slice(0, MAX_PACKAGES);
  if (packages.length > 0) {
    const names = packages.map(({ name }) => name);
    const source = sourcesOf(packages);
    reasons.push({ choice: `packages ${names.join(', ')}`, because: `installed in ${source}` });
    append('install_system.sh', installLines(names, source));
  }
  const locales = localesOf(ci);
  if (locales.length > 0) {
    const names = locales.map(({ name }) => name);
    const source = sourcesOf(locales);
    reasons.push({ choice: `locales ${names.join(', ')}`, because: `generated in ${source}` });
    append(
      'install_system.sh',
      `${installLines(['locales'], source)}${generateLocales(names)} || true\n`,
    );
  }
  const services = servicesOf(ci);
  for (const { service, source } of services) {
    reasons.push({ choice: `service ${service.name}`, because: `started in ${source}` });
    append('install_system.sh', installLines(service.packages, source));
    append('setup_system.sh', `# ${service.name}, as in ${source}\n${service.start}\n`);
  }
  if (services.length > 0) {
    const places = ci.variables.filter(
      ({ value }) => THIS_HOST.test(value) && !value.includes('$'),
    );
    const variables = new Map(places.map(({ name, value }) => [name, value]));
    const lines = [...variables].map(([name, value]) => `export ${name}=${shellQuote(value)}\n`);
    append('setup_shell.sh', lines.join(''));
  }
  return reasons.length === 0
    ? draft
    : { ...draft, files, reasons: [...draft.reasons, ...reasons] };
}

/** The packages that tests may need, each from the first job that installs it. */
function packagesOf({ packages }: CiFacts): CiFacts['packages'] {
  const needed = packages.filter(
    ({ file, job, name }) =>
      !NEEDLESS.test(name) &&
      !FOR_OTHER_JOBS.test(name) &&
      !RUNS_NOTHING.test(`${posix.basename(file)} ${job}`),
  );
  const known = new Set<string>();
  return needed.filter(({ name }) => !known.has(name) && known.add(name));
}

/** One entry per known service, with the accounts of all places that name it. */
function servicesOf({
  services,
}: CiFacts): readonly { readonly service: Service; readonly source: string }[] {
  const known = services.filter(({ image }) => serviceOf(image) !== undefined);
  const names = new Set(known.map(({ image }) => serviceOf(image)?.name));
  return [...names].flatMap((name) => {
    const places = known.filter(({ image }) => serviceOf(image)?.name === name);
    const accounts = places.flatMap((place) => place.accounts);
    const service = serviceOf(places[0]?.image ?? '', accounts);
    return service === undefined ? [] : [{ service, source: sourcesOf(places) }];
  });
}

function sourcesOf(facts: readonly { readonly file: string }[]): string {
  return [...new Set(facts.map(({ file }) => file))].join(', ');
}

function installLines(packages: readonly string[], source: string): string {
  return `# As in ${source}. A package that this distribution does not have is left out.
apt-get -qq update
${installEach(packages).join('\n')}
`;
}
