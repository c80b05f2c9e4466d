import { shellQuote } from '../../builds/build-folder.ts';
import type { Reason, RecipeDraft } from '../recipe-draft.ts';
import type { CiFacts } from './ci-files.ts';

/** Packages that base images have, that are toolchains, or that make no sense in a container. */
const NEEDLESS =
  /^(build-essential|gcc|g\+\+|make|curl|wget|git|sudo|apt-.*|ca-certificates|software-properties-common|gnupg.*|lsb-release|docker.*|containerd.*|qemu.*|linux-.*|nodejs|npm|yarn|golang.*|cargo|rustc|default-jdk.*|openjdk-.*|maven|gradle|python3?|python3?-(pip|venv|dev|setuptools)|python3?\.\d.*|.*-\d+\.\d+\.\d+.*)$/;
const MAX_PACKAGES = 40;

/**
 * Adds to a draft what continuous integration installs from the distribution and starts before tests.
 * Names of packages differ between distributions, so one that does not exist is left out.
 */
export function applyCi(draft: RecipeDraft, ci: CiFacts): RecipeDraft {
  const packages = ci.systemPackages.filter((name) => !NEEDLESS.test(name)).slice(0, MAX_PACKAGES);
  const source = ci.files.join(', ');
  const files = new Map(draft.files);
  const append = (name: string, text: string): void => {
    const file = files.get(name);
    if (file !== undefined) files.set(name, { ...file, text: `${file.text}${text}` });
  };
  const reasons: Reason[] = [];
  if (packages.length > 0) {
    reasons.push({ choice: `packages ${packages.join(', ')}`, because: `installed in ${source}` });
    append('install_system.sh', installLines(packages, source));
  }
  const { services } = ci;
  if (services.length > 0) {
    const names = services.map(({ name }) => name).join(', ');
    reasons.push({ choice: `services ${names}`, because: `started in ${source}` });
    append(
      'install_system.sh',
      installLines(
        services.flatMap((service) => service.packages),
        source,
      ),
    );
    const starts = services.map(({ name, start }) => `# ${name}, as in ${source}\n${start}\n`);
    append('setup_system.sh', starts.join(''));
    const lines = Object.entries(ci.variables).map(
      ([name, value]) => `export ${name}=${shellQuote(value)}\n`,
    );
    append('setup_shell.sh', lines.join(''));
  }
  return reasons.length === 0
    ? draft
    : { ...draft, files, reasons: [...draft.reasons, ...reasons] };
}

function installLines(packages: readonly string[], source: string): string {
  return `# As in ${source}. A package that this distribution does not have is left out.
apt-get -qq update
for package in ${packages.join(' ')}; do
  apt-get -qq install --yes --no-install-recommends "$package" || echo "there is no package $package" >&2
done
`;
}
