import { parse } from 'yaml';
import type { TreeView } from '../tree-view.ts';
import { serviceOf, type Service } from './services.ts';

/** What a repository's continuous integration does on Linux. */
export interface CiFacts {
  /** The files that were read. */
  readonly files: readonly string[];
  /** The commands of all steps, one per line, in order. */
  readonly commands: readonly string[];
  /** Packages of the distribution that steps install. */
  readonly systemPackages: readonly string[];
  /** Versions by tool, e.g. `node: ['18', '20']`, in the order of their appearance. */
  readonly versions: Readonly<Record<string, readonly string[]>>;
  readonly services: readonly Service[];
  /** Variables that say where services are: their values name this host. */
  readonly variables: Readonly<Record<string, string>>;
}

const FILES =
  /^(\.github\/workflows\/[^/]+\.ya?ml|\.travis\.yml|\.gitlab-ci\.yml|\.circleci\/config\.yml)$/;
/** Workflows that publish, label or check style say nothing about tests. */
const IRRELEVANT =
  /release|publish|deploy|stale|label|codeql|docs?\b|pages|lint|docker|nightly|wheels/i;
const MAX_FILES = 20;

/** Reads the configuration of GitHub, Travis, GitLab and Circle, as far as it concerns tests on Linux. */
export async function readCi(view: TreeView): Promise<CiFacts> {
  const paths = view.paths.filter((path) => FILES.test(path)).slice(0, MAX_FILES);
  const relevant = paths.filter((path) => !IRRELEVANT.test(path.replace(/^.*\//, '')));
  const collected = new Collector();
  for (const path of relevant.length > 0 ? relevant : paths) {
    const document = parseYaml((await view.read(path)) ?? '');
    if (document !== undefined) collected.file(path, document);
  }
  return collected.facts();
}

function parseYaml(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100, logLevel: 'silent' });
  } catch {
    return undefined;
  }
}

type Table = Readonly<Record<string, unknown>>;

/** Keys whose texts are commands, in any of the formats. */
const COMMAND_KEYS = new Set([
  ...['run', 'command', 'script', 'before_script', 'before_install', 'install'],
]);
/** The setup actions of GitHub and the images of Circle and GitLab, by tool. */
const TOOLS: Readonly<Record<string, RegExp>> = {
  node: /^(node[-_]version|node(?:_?js)?)$/i,
  python: /^(python[-_]version|python)$/i,
  go: /^(go[-_]version|go)$/i,
  java: /^(java[-_]version|java|jdk)$/i,
  rust: /^(toolchain|rust)$/i,
};

class Collector {
  private readonly files: string[] = [];
  private readonly commands: string[] = [];
  private readonly versions = new Map<string, Set<string>>();
  private readonly services = new Map<string, Service>();
  private readonly variables = new Map<string, string>();

  file(path: string, document: unknown): void {
    this.files.push(path);
    this.visit(document, '');
  }

  facts(): CiFacts {
    const versions = [...this.versions].map(([tool, set]) => [tool, [...set]] as const);
    return {
      files: this.files,
      commands: this.commands,
      systemPackages: [...new Set(this.commands.flatMap(installedPackages))],
      versions: Object.fromEntries(versions),
      services: [...this.services.values()],
      variables: Object.fromEntries(this.variables),
    };
  }

  private visit(value: unknown, key: string): void {
    if (COMMAND_KEYS.has(key)) this.addCommands(value);
    this.addVersions(key, value);
    if (key === 'env' && isTable(value)) this.addVariables(value);
    if (key === 'services' || key === 'image' || key === 'docker') this.addServices(value);
    if (Array.isArray(value)) {
      for (const item of value) {
        this.visit(item, key === 'services' || COMMAND_KEYS.has(key) ? '' : key);
      }
      return;
    }
    if (!isTable(value) || isForeign(value)) return;
    for (const [name, member] of Object.entries(value)) this.visit(member, name);
  }

  private addCommands(value: unknown): void {
    if (typeof value === 'string') {
      const joined = value.replace(/\\\r?\n\s*/g, ' ');
      this.commands.push(
        ...joined
          .split(/\r?\n/)
          .map((line) => line.trim())
          .filter(isCommand),
      );
    } else if (Array.isArray(value)) {
      for (const item of value) if (typeof item === 'string') this.addCommands(item);
    }
  }

  private addVersions(key: string, value: unknown): void {
    const tool = Object.entries(TOOLS).find(([, pattern]) => pattern.test(key))?.[0];
    if (tool === undefined) return;
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item !== 'string' && typeof item !== 'number') continue;
      const version = /\d+(?:\.\d+)*/.exec(String(item))?.[0];
      if (version === undefined || String(item).includes('$')) continue;
      const known = this.versions.get(tool) ?? new Set<string>();
      this.versions.set(tool, known.add(version));
    }
  }

  private addVariables(table: Table): void {
    for (const [name, value] of Object.entries(table)) {
      const text = String(value);
      if (/^\w+$/.test(name) && /localhost|127\.0\.0\.1/.test(text) && !text.includes('$')) {
        this.variables.set(name, text);
      }
    }
  }

  private addServices(value: unknown): void {
    const entries = Array.isArray(value)
      ? value.map((item): readonly [string, unknown] => ['', item])
      : isTable(value)
        ? Object.entries(value)
        : [['', value] as const];
    for (const [name, item] of entries) {
      const image = isTable(item) ? (item['image'] ?? item['name'] ?? name) : (item ?? name);
      if (typeof image !== 'string') continue;
      const service = serviceOf(image, isTable(item) ? namesIn(item) : []);
      if (service !== undefined && !this.services.has(service.name)) {
        this.services.set(service.name, service);
      }
    }
  }
}

/** Users and databases that the variables of a service name. */
function namesIn(service: Table): readonly string[] {
  const variables = service['env'] ?? service['environment'] ?? service['variables'];
  if (!isTable(variables)) return [];
  return Object.entries(variables)
    .filter(([name]) => /^(POSTGRES|MYSQL|MARIADB)_(USER|DB|DATABASE)$/.test(name))
    .map(([, value]) => String(value));
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a job or step only runs on another operating system. */
function isForeign(value: Table): boolean {
  const system = value['runs-on'] ?? value['os'] ?? value['if'];
  return (
    typeof system === 'string' &&
    /windows|macos|osx/i.test(system) &&
    !/ubuntu|linux|!=|\$\{\{ *matrix/i.test(system)
  );
}

function isCommand(line: string): boolean {
  return line !== '' && !line.startsWith('#');
}

/** Finds `apt-get install a b`, also after sudo and options. */
function installedPackages(command: string): readonly string[] {
  const list = /\bapt(?:-get)?\s+(?:-\S+\s+)*install\s+([^;&|]*)/.exec(command)?.[1];
  return (list ?? '')
    .split(/\s+/)
    .filter((word) => /^[a-z0-9][a-z0-9.+-]+$/.test(word) && !/^(yes|linux-)/.test(word));
}
