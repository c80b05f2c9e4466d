import { shellCommands } from '../draft/shell-words.ts';

export type CiLanguage = 'node' | 'python' | 'go' | 'java' | 'rust';

/** One step that runs shell commands on Linux. */
interface CiStep {
  /** The CI file, e.g. `.github/workflows/ci.yml`. */
  readonly file: string;
  readonly job: string;
  /** The folder it runs in: `.` unless the file names another one. */
  readonly folder: string;
  /** Its commands, one per line, without comments. Expressions such as `${{ matrix.x }}` are kept. */
  readonly lines: readonly string[];
  /** What scripts of the tree and targets of its Makefile run that these lines call. */
  readonly called: readonly string[];
}

/** A version of a language that CI tests with, e.g. `18`, `3.10` or `lts/*`. */
interface CiVersion {
  readonly file: string;
  readonly job: string;
  readonly language: CiLanguage;
  readonly version: string;
}

/** A server that tests may need. */
interface CiService {
  readonly file: string;
  readonly job: string;
  /** Its usual name, e.g. `postgres`, `redis`, `mysql`, `mongo`. */
  readonly name: string;
  /** As the file names it, e.g. `postgres:13-alpine`. */
  readonly image: string;
  /** Users and databases that its variables name. */
  readonly accounts: readonly string[];
}

/** A variable of the environment of steps. Expressions in its value are kept. */
interface CiVariable {
  readonly file: string;
  readonly job: string;
  readonly name: string;
  readonly value: string;
}

/** A package of the distribution that CI installs. */
interface CiPackage {
  readonly file: string;
  readonly job: string;
  readonly name: string;
}

/** What the CI files of a commit say, in the order of the files, jobs and steps. */
export interface CiFacts {
  readonly steps: readonly CiStep[];
  readonly versions: readonly CiVersion[];
  readonly packages: readonly CiPackage[];
  readonly services: readonly CiService[];
  readonly variables: readonly CiVariable[];
}

/** Collects the facts of one job. */
export interface JobFacts {
  step(script: string, folder?: string): void;
  version(language: CiLanguage, version: string): void;
  /** Ignores what cannot be the name of a package. */
  aptPackage(name: string): void;
  service(image: string, variables?: Variables): void;
  variables(variables: Variables): void;
  /** Adds the language version of a container image such as `cimg/node:18.2`. */
  image(image: string): void;
}

/** Names and values. */
type Variables = readonly (readonly [name: string, value: string])[];

export interface FactCollector {
  job(file: string, job: string): JobFacts;
  build(): CiFacts;
}

/** Images whose tag is a version of a language. */
const LANGUAGE_IMAGES: readonly (readonly [image: RegExp, language: CiLanguage])[] = [
  [/^node(js)?$/, 'node'],
  [/^(python|pypy)$/, 'python'],
  [/^(go|golang)$/, 'go'],
  [/^(openjdk|eclipse-temurin|amazoncorretto|java|adoptopenjdk)$/, 'java'],
  [/^rust$/, 'rust'],
];

const SERVICE_NAMES: Readonly<Record<string, string>> = {
  postgresql: 'postgres',
  postgis: 'postgres',
  'redis-server': 'redis',
  mongodb: 'mongo',
  mariadb: 'mysql',
};

/** Other words, such as expressions, are not known here. */
const PACKAGE_NAME = /^[a-z0-9][a-z0-9.+:-]+$/;

/** Variables of services that name users and databases. */
const ACCOUNT = /^(POSTGRES|MYSQL|MARIADB)_(USER|DB|DATABASE)$/;

export function factCollector(): FactCollector {
  const steps: CiStep[] = [];
  const versions: CiVersion[] = [];
  const packages: CiPackage[] = [];
  const services: CiService[] = [];
  const variables: CiVariable[] = [];
  const job = (file: string, name: string): JobFacts => {
    const origin = { file, job: name };
    const addPackage = (one: string): void => {
      if (!PACKAGE_NAME.test(one)) return;
      const isKnown = packages.some(
        (known) => known.name === one && known.file === file && known.job === name,
      );
      if (isKnown) return;
      packages.push({ ...origin, name: one });
    };
    const version: JobFacts['version'] = (language, text) =>
      void versions.push({ ...origin, language, version: text });
    return {
      step(script, folder = '.') {
        const lines = linesOf(script);
        if (lines.length === 0) return;
        steps.push({
          ...origin,
          folder: folder.replace(/^\.\/|\/$/g, '') || '.',
          lines,
          called: [],
        });
        for (const one of lines.flatMap(aptPackagesOf)) addPackage(one);
      },
      version,
      aptPackage: addPackage,
      service: (image, own = []) =>
        void services.push({
          ...origin,
          name: SERVICE_NAMES[baseOf(image)] ?? baseOf(image),
          image,
          accounts: own.filter(([one]) => ACCOUNT.test(one)).map(([, value]) => value),
        }),
      variables(own) {
        for (const [one, value] of own) variables.push({ ...origin, name: one, value });
      },
      image(image) {
        const tag = /:v?(\d[\d.]*)/.exec(image)?.[1];
        const language = LANGUAGE_IMAGES.find(([name]) => name.test(baseOf(image)))?.[1];
        if (tag !== undefined && language !== undefined) version(language, tag);
      },
    };
  };
  return { job, build: () => ({ steps, versions, packages, services, variables }) };
}

/** Returns `postgres` for `docker.io/library/postgres:13@sha256:...`. */
function baseOf(image: string): string {
  return image.replace(/[:@].*$/, '').replace(/^.*\//, '');
}

/** Splits a script into commands and joins lines that end with a backslash. */
function linesOf(script: string): readonly string[] {
  return script
    .replace(/\\\r?\n\s*/g, ' ')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Returns the packages that a line installs with apt. Words with variables are not known here. */
export function aptPackagesOf(line: string): readonly string[] {
  return shellCommands(line).flatMap((command) => {
    const words = command.map(({ text }) => text);
    const program = words.findIndex((word) => /^(apt|apt-get|aptitude)$/.test(word));
    const verb = words.indexOf('install', program);
    if (program === -1 || verb === -1) return [];
    return words.slice(verb + 1).filter((word) => /^[a-z0-9][a-z0-9.+-]+$/.test(word));
  });
}
